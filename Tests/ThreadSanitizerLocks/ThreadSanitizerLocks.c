// Shows the thread sanitizer where a contended `Mutex` is taken.
//
// On Linux a `Mutex` that another thread holds is taken by the kernel, inside a library that the
// sanitizer does not see, and so it reports a race of two threads that merely took turns. Under the
// sanitizer, and only then, waiting is done here, with an atomic that it sees.
#if defined(__linux__) && defined(__has_feature)
#if __has_feature(thread_sanitizer)
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

// `Synchronization._MutexHandle._lockSlow(_: UInt32)`: the mutex holds the owner's thread id or zero.
__attribute__((swiftcall)) void orrery_lock_slow(
    uint32_t thread, __attribute__((swift_context)) _Atomic(uint32_t) *mutex)
    __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

__attribute__((swiftcall)) void orrery_lock_slow(
    uint32_t thread, __attribute__((swift_context)) _Atomic(uint32_t) *mutex) {
  for (;;) {
    uint32_t free = 0;
    if (atomic_compare_exchange_strong_explicit(
            mutex, &free, thread, memory_order_acquire, memory_order_relaxed)) {
      return;
    }
    sched_yield();
  }
}
#endif
#endif

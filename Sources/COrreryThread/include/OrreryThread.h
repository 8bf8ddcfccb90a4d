#ifndef ORRERY_THREAD_H
#define ORRERY_THREAD_H

#include <stdint.h>

/// A byte that each thread has of its own.
extern __thread char orrery_thread_byte;

/// A number that no other living thread has; never zero.
///
/// It is what `pthread_self` tells, without the call into the C library, which takes a quarter of the
/// time in which a store handles an action.
static inline uintptr_t orrery_thread(void) { return (uintptr_t)&orrery_thread_byte; }

#endif

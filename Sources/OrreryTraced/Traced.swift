/// Makes a machine record itself: a struct, class or actor whose methods change a stored state.
///
/// ```swift
/// @Traced struct Door {
///   enum State { case open, shut }
///   private var state = State.open
///   mutating func push() { if state == .open { state = .shut } }
/// }
/// ```
///
/// Each method that changes the state, itself or through a private helper, is an event of its name. What
/// follows an `await` is an event of its own, such as `load#api.fetch.success`. On an extension the
/// attribute does the same for the methods there; the type's own declaration needs it, too.
///
/// Nothing is recorded until a `TraceRecorder` has a sink.
///
/// - Parameter state: The property that holds the state.
@attached(member, names: named(_traced), named(_tracedState), named(_tracedBegin))
@attached(memberAttribute)
public macro Traced(state: String = "state") =
  #externalMacro(module: "OrreryMacros", type: "TracedMacro")

/// Makes one method record itself as an event of a type that is marked `@Traced`.
///
/// `@Traced` chooses the methods that are events. By hand the attribute names an event, or adds a method
/// that `@Traced` leaves out, since it does not see that the state is changed there.
///
/// - Parameters:
///   - event: The name of the event, by default the method's.
///   - state: The property that holds the state.
///   - parameter: The parameter whose cases are the events, instead of the method.
@attached(body)
public macro TracedMethod(
  _ event: String? = nil, state: String = "state", parameter: String? = nil
) = #externalMacro(module: "OrreryMacros", type: "TracedMethodMacro")

/// What `@Traced` writes on a method: `@TracedMethod` with what only the declaration as a whole tells.
///
/// - Parameters:
///   - ifMoved: Whether a call that leaves the state as it was is no event.
///   - part: Whether the method is only called by others of the machine, and is a part of their steps.
///   - parts: The names of such methods, which it calls.
///   - hops: The names of methods of the type that do not wait themselves.
///   - locked: Whether the state is behind a lock, and read where that is held.
@attached(body)
public macro _TracedMethod(
  _ event: String, state: String = "state", parameter: String? = nil, ifMoved: Bool = false,
  part: Bool = false, parts: [String] = [], hops: [String] = [], locked: Bool = false
) = #externalMacro(module: "OrreryMacros", type: "TracedMethodMacro")

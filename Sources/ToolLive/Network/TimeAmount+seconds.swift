import NIOCore

extension TimeAmount {
    /// A number of seconds that need not be whole.
    init(seconds: Double) { self = .nanoseconds(Int64(seconds * 1e9)) }
}

/// A value that is large and seldom there, stored apart so that what holds it stays small and is moved fast.
package final class Boxed<Value: Sendable>: Sendable {
    /// The value.
    package let value: Value

    /// Stores a value.
    package init(_ value: consuming Value) {
        self.value = value
    }
}

/// A number and its unit, in words.
package enum Quantity {
    /// The number with commas between groups of three digits.
    package static func grouped(_ number: Int) -> String { number.grouped }

    /// `1 part`, `2 parts`.
    package static func of(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
    }

    /// The texts joined by commas, without those whose number is 0.
    package static func list(_ items: [(number: Int, noun: String)]) -> String {
        items.filter { $0.number > 0 }.map { of($0.number, $0.noun) }.joined(separator: ", ")
    }
}

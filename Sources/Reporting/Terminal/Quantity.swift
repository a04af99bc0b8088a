import Bytes

/// A number and its unit, in words.
enum Quantity {
    /// The number with commas between groups of three digits.
    static func grouped(_ number: Int) -> String { number.grouped }

    /// `1 part`, `2 parts`.
    static func of(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
    }

    /// The texts joined by commas, without those whose number is 0.
    static func list(_ items: [(number: Int, noun: String)]) -> String {
        items.filter { $0.number > 0 }.map { of($0.number, $0.noun) }.joined(separator: ", ")
    }
}

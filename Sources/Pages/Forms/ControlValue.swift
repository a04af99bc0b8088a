import Bytes

/// The values that browsers make of what stands in a page (HTML standard, "value sanitization algorithm").
enum ControlValue {
    /// The value of an input of a type that holds one text.
    static func sanitized(_ value: String, type: String, _ element: PageElement) -> String {
        switch type {
        case "number": return Double(plain: value) == nil ? "" : value
        case "range": return range(value, element)
        case "color":
            let digits = value.utf8.dropFirst()
            let isColor =
                value.utf8.first == UInt8(ascii: "#") && digits.count == 6
                && digits.allSatisfy { $0.hexValue != nil }
            return isColor ? value.asciiLowercased : "#000000"
        case "date", "month", "week", "time", "datetime-local":
            return value.utf8.first?.isDigit ?? false ? value : ""
        case "email", "url":
            return String(
                withoutBreaks(value).drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
            )
        default: return withoutBreaks(value)
        }
    }

    private static func withoutBreaks(_ value: String) -> String {
        String(String.UnicodeScalarView(value.unicodeScalars.filter { $0 != "\r" && $0 != "\n" }))
    }

    private static func range(_ value: String, _ element: PageElement) -> String {
        let least = element["min"].flatMap { Double(plain: $0) } ?? 0
        let most = element["max"].flatMap { Double(plain: $0) } ?? 100
        if let number = Double(plain: value), number >= least, number <= most || most < least { return value }
        let middle = most < least ? least : least + (most - least) / 2
        let number = Double(plain: value).map { min(max($0, least), max(most, least)) } ?? middle
        return number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
    }
}

extension Double {
    /// A number as HTML writes it; `nil` for any other text.
    fileprivate init?(plain text: String) {
        let isPlain = text.utf8.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) }
        guard isPlain, text.utf8.first != UInt8(ascii: "+"), text.utf8.last != UInt8(ascii: "."),
            let value = Double(text),
            value.isFinite
        else { return nil }
        self = value
    }
}

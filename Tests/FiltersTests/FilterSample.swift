import Bytes

@testable import Filters

/// Rules and requests for tests, from text.
enum FilterSample {
    /// The reading of a rule file.
    static func reading(_ text: String, limits: FilterLimits = FilterLimits()) -> FilterReading {
        var reader = FilterListReader(limits: limits)
        reader.read(Array(text.utf8), path: "rules.txt")
        return reader.finish()
    }

    /// A request with fields, each as `Name: value`.
    static func request(_ url: String, method: String = "GET", _ fields: String...) -> FilterRequest {
        guard let request = FilterRequest(url: url, method: method, fields: section(fields)) else {
            preconditionFailure("\(url) has no host")
        }
        return request
    }

    /// The fields of a request.
    static func section(_ fields: [String]) -> FieldSection {
        let bytes = Array(fields.map { "\($0)\r\n" }.joined().utf8)
        return FieldSection(parsing: bytes, base: 0)
    }

    /// The line of the rule that blocks a request, `nil` where it is allowed.
    static func blockingLine(_ rules: String, _ request: FilterRequest) -> Int? {
        guard case .blocked(let rule) = reading(rules).rules.decide(request) else { return nil }
        return rule.line
    }

    /// Whether a single rule blocks a URL.
    static func blocks(_ rule: String, _ url: String) -> Bool { blockingLine(rule, request(url)) != nil }
}

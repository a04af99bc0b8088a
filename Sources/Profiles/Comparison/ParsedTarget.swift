import Bytes

/// A request target split into resource and form (RFC 9112 §3.2).
struct ParsedTarget {
    /// Path and query, where the target has them; else all of it.
    let resource: String
    /// The name of the form, such as `origin-form`.
    let form: String

    /// Parses a target as sent.
    init(_ target: String) {
        if target.begins(with: "/") {
            (resource, form) = (target, "origin-form")
        } else if target == "*" {
            (resource, form) = (target, "asterisk-form")
        } else if let scheme = target.schemeEnd {
            let path = target[scheme.upperBound...].firstIndex(ofScalar: "/?") ?? target.endIndex
            let rest = target[path...]
            // A URL without a path refers to the root (RFC 9110 §4.2.3).
            resource = rest.begins(with: "/") ? String(rest) : "/\(rest)"
            form = "absolute-form"
        } else {
            (resource, form) = (target, "authority-form")
        }
    }
}

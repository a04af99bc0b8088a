import Bytes
package import Exchanges
package import Forms
import Inspection

/// Writes the contract that a correct upload meets: the structure of its form, without anything that varies
/// between uploads.
///
/// Values of text fields are left out: they may be secrets, and seldom occur twice.
package struct ContractInference {
    /// Why no contract can be written.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The request has no form.
        case noForm
        /// The form has more fields than a contract may have.
        case tooManyFields(Int)

        package var description: String {
            switch self {
            case .noForm: "carries no form"
            case .tooManyFields(let count):
                "has \(count) fields, more than the \(Contract.fieldLimit) of a contract"
            }
        }
    }

    private let exchange: Exchange
    private let parts: [BodyPart]
    private var names: [String] = []
    private var partsByName: [[UInt8]: [BodyPart]] = [:]
    private var hasFixedOrder = true
    private var hasNameless = false

    /// Checks that a contract can be written for the request of an exchange, which has a form if it is an upload.
    package init(_ exchange: Exchange, _ form: Form?) throws(Failure) {
        guard let form, form.partCount > 0 else { throw .noForm }
        self.exchange = exchange
        parts = form.parts
        for part in parts {
            guard let bytes = part.name else {
                hasNameless = true
                continue
            }
            let name = String(decoding: bytes, as: UTF8.self)
            let key = Array(name.utf8)
            if partsByName[key] == nil {
                names.append(name)
            } else if names.last.map({ !$0.utf8.elementsEqual(key) }) ?? true {
                hasFixedOrder = false
            }
            partsByName[key, default: []].append(part)
        }
        guard names.count <= Contract.fieldLimit else { throw .tooManyFields(names.count) }
    }

    /// What is to be looked after in the contract before it is used; `nil` where nothing is.
    package var reservation: String? {
        guard exchange.isMasked, names.contains(where: { $0.utf8.contains(UInt8(ascii: ".")) }) else {
            return nil
        }
        return
            "the log writes `.` for each byte that is not printable: correct the names with a dot that were sent with "
            + "another character"
    }

    /// The text of the contract's file.
    package var text: String {
        let path = exchange.target.prefix(before: "?")
        let title = [exchange.method, path].filter { !$0.isEmpty }.joined(separator: " ")
        var lines = [
            "# What this upload must look like, as one good request had it. Values are left out: they may be secrets.",
            "# Take out what may differ; add value: or pattern: where a value matters.",
        ]
        if let reservation { lines.append("# Note: \(reservation).") }
        lines.append("contract: \(YAMLText.scalar(title.isEmpty ? "upload" : title))")
        if !exchange.method.isEmpty { lines.append("method: \(YAMLText.scalar(exchange.method))") }
        if path.begins(with: "/") { lines.append("url: " + YAMLText.scalar(path)) }
        lines.append("order: \(hasFixedOrder ? "fixed" : "any")")
        lines.append("extra-fields: \(hasNameless ? "allowed" : "forbidden")")
        lines.append("fields:\(names.isEmpty ? " []" : "")")
        for name in names { lines += field(name, partsByName[Array(name.utf8)] ?? []) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func field(_ name: String, _ parts: [BodyPart]) -> [String] {
        var lines = ["  - name: \(YAMLText.scalar(name))"]
        func add(_ setting: String, _ value: String?) {
            if let value { lines.append("    \(setting): \(value)") }
        }
        let isFile = parts.allSatisfy(\.isFile)
        let isText = !parts.contains(where: \.isFile)
        add("kind", isFile ? "file" : isText ? "text" : nil)
        if parts.count > 1 { add("count", "{min: 1, max: \(parts.count)}") }
        if isFile { add("filename-pattern", fileExtension(of: parts).map { YAMLText.quoted(".*\\.\($0)") }) }
        add("content-type", types(of: parts).map(YAMLText.list))
        add("magic", signatures(of: parts).map(YAMLText.list))
        if isText, parts.allSatisfy({ $0.facts.sample.firstInvalidUTF8 == nil }),
            parts.allSatisfy({ $0.content.count <= $0.facts.sample.count })
        {
            add("charset", "utf-8")
        }
        if isFile, !parts.contains(where: { $0.content.isEmpty }) { add("length", "{min: 1}") }
        return lines
    }

    /// The one extension that all filenames have, where it is a plain word and no filename holds a line
    /// break, which a pattern's `.` does not match.
    private func fileExtension(of parts: [BodyPart]) -> String? {
        guard !parts.contains(where: { $0.filename?.contains(where: \.isLineBreak) == true }) else {
            return nil
        }
        let extensions = Set(
            parts.map { part -> String in
                let name = part.filename.map { String(decoding: $0, as: UTF8.self) } ?? ""
                guard let dot = name.lastIndex(ofScalar: ".") else { return "" }
                return String(name[dot...].unicodeScalars.dropFirst())
            }
        )
        guard extensions.count == 1, let only = extensions.first, (1...16).contains(only.utf8.count),
            only.utf8.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 || $0.isDigit })
        else { return nil }
        return only
    }

    private func types(of parts: [BodyPart]) -> [String]? {
        let types = parts.map { part in
            part.mediaType.map { String(decoding: part.header[$0.type], as: UTF8.self).lowercased() }
        }
        return types.contains(nil) ? nil : Set(types.compactMap(\.self)).sorted()
    }

    private func signatures(of parts: [BodyPart]) -> [String]? {
        let kinds = parts.map { FileSignature($0.facts.sample[...])?.name }
        return kinds.contains(nil) ? nil : Set(kinds.compactMap(\.self)).sorted()
    }
}

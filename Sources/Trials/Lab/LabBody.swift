import CTrialAssets

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A form body with one peculiarity, to be sent to receivers.
package struct LabBody: Sendable, CustomStringConvertible {
    /// A field of the form that was meant.
    package struct Field: Hashable, Sendable {
        /// The bytes of the name, before any escaping.
        package let name: [UInt8]
        /// The bytes of the filename, before any escaping; `nil` for a field that is not a file.
        package let filename: [UInt8]?
        /// The bytes of the content.
        package let value: [UInt8]
    }

    /// Its name in reports.
    package let id: String
    /// What its peculiarity is about; `conforming` where a receiver has to accept it.
    package let group: String
    /// The peculiarity in a few words.
    package let purpose: String
    /// The rule that names the peculiarity; `nil` where none does.
    package let rule: String?
    /// The value of Content-Type.
    package let contentType: [UInt8]
    /// The bytes of the body.
    package let body: [UInt8]
    /// The form that its sender meant; `nil` where the bytes do not tell.
    package let form: [Field]?

    /// The id.
    package var description: String { id }

    /// All bodies, in their groups.
    package static let all: [LabBody] = {
        let data = Data(String(cString: bodies_json()).utf8)
        guard let entries = try? JSONDecoder().decode([LabBody].self, from: data) else {
            preconditionFailure("the bodies of the lab cannot be read")
        }
        return entries
    }()

    /// The body with an id.
    package static func named(_ id: String) -> LabBody? { byID[id] }

    private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}

extension LabBody: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, group, purpose, rule, contentType, body, form
    }

    /// Reads an entry, in which each character of what is sent stands for one byte.
    package init(from decoder: any Decoder) throws {
        let entry = try decoder.container(keyedBy: CodingKeys.self)
        id = try entry.decode(String.self, forKey: .id)
        group = try entry.decode(String.self, forKey: .group)
        purpose = try entry.decode(String.self, forKey: .purpose)
        rule = try entry.decodeIfPresent(String.self, forKey: .rule)
        contentType = try entry.decode(ByteText.self, forKey: .contentType).bytes
        body = try entry.decode(ByteText.self, forKey: .body).bytes
        form = try entry.decodeIfPresent([Field].self, forKey: .form)
    }
}

extension LabBody.Field: Decodable {
    private enum CodingKeys: String, CodingKey {
        case name, filename, value
    }

    /// Reads a field, in which each character stands for one byte.
    package init(from decoder: any Decoder) throws {
        let entry = try decoder.container(keyedBy: CodingKeys.self)
        name = try entry.decode(ByteText.self, forKey: .name).bytes
        filename = try entry.decodeIfPresent(ByteText.self, forKey: .filename)?.bytes
        value = try entry.decode(ByteText.self, forKey: .value).bytes
    }
}

/// Text in which each character stands for one byte.
private struct ByteText: Decodable {
    let bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        bytes = try text.unicodeScalars.map { scalar in
            guard let byte = UInt8(exactly: scalar.value) else {
                let problem = "not a byte: \(scalar)"
                throw DecodingError.dataCorruptedError(in: container, debugDescription: problem)
            }
            return byte
        }
    }
}

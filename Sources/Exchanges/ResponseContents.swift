package import Bytes

/// The responses whose contents are wanted.
package enum ResponseContents: Sendable {
    /// None: their bytes are passed over.
    case none
    /// Pages: those of the type text/html.
    case pages
    /// All.
    case all

    /// Whether the content of a response with a head is wanted.
    package func includes(_ fields: FieldSection) -> Bool {
        switch self {
        case .none: false
        case .pages: fields.isPage
        case .all: true
        }
    }
}

extension FieldSection {
    /// Whether Content-Type says text/html.
    package var isPage: Bool {
        guard let value = value(.contentType), let start = value.firstIndex(where: { !$0.isBlank }) else {
            return false
        }
        // Most are JSON: the first letter tells.
        return value[start] | 0x20 == UInt8(ascii: "t")
            && value[start...].startsIgnoringCase(with: "text/html")
    }
}

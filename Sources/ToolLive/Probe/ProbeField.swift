import ArgumentParser
import Bytes
import Trials

/// A field that a server needs besides the lab's, such as a token against forged requests: `NAME=VALUE`.
struct ProbeField: ExpressibleByArgument {
    /// The name.
    let name: String
    /// The content.
    let value: String

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else { return nil }
        name = String(argument[..<equals])
        value = String(argument[equals...].dropFirst())
        let isPlain = argument.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        guard isPlain, !name.contains("\""), !name.contains("\\"), !value.contains("--") else { return nil }
    }

    /// A body with the field in a part before its others, delimited as these are.
    ///
    /// - Parameter body: the body.
    /// - Returns: the bytes; `nil` where the body does not begin with a delimiter on a line of its own: another part
    ///   before it would change what is tried.
    func added(to body: LabBody) -> [UInt8]? {
        let dashes = Array("--".utf8)
        guard let end = body.body.firstRange(of: Array("\r\n".utf8))?.lowerBound else { return nil }
        let delimiter = body.body[..<end]
        guard delimiter.starts(with: dashes), delimiter.count > 2, !delimiter.suffix(2).elementsEqual(dashes),
            let last = delimiter.last, last > 0x20
        else { return nil }
        let part = "\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        return delimiter + Array(part.utf8) + body.body
    }
}

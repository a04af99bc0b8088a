import Bytes
package import Forms

/// A `-F` or `--form-string` argument, parsed as curl does.
///
/// ```
///   name=value    name=@file    name=@one,two    name=<file
///   ;type=TYPE    ;filename=NAME    ;headers="Name: value"    ;headers=@file
/// ```
package struct FormArgument {
    /// Marks an argument as literal after its first `=`; no argument of a process can contain it.
    private static let literalMark = "\u{0}"

    /// The part to write.
    package let part: FormPart
    /// Whether it reads standard input.
    package private(set) var readsStandardInput = false
    /// What was ignored, each a sentence.
    package private(set) var remarks: [String] = []

    /// The command line with each `--form-string` replaced by a marked `--form`, which keeps their order.
    package static func markingLiterals(_ arguments: [String]) -> [String] {
        guard let command = arguments.first, ["encode", "send"].contains(command) else { return arguments }
        var result: [String] = []
        var isValue = false
        for argument in arguments {
            if isValue {
                result.append(literalMark + argument)
                isValue = false
            } else if argument == "--form-string" {
                result.append("--form")
                isValue = true
            } else if argument.hasPrefix("--form-string=") {
                result.append("--form=\(literalMark)\(argument.dropFirst("--form-string=".count))")
            } else {
                result.append(argument)
            }
        }
        return result
    }

    /// Parses an argument.
    ///
    /// - Parameters:
    ///   - text: the argument.
    ///   - option: the option that it belongs to, for messages.
    /// - Throws: a ``CommandFailure`` where it is invalid.
    package init(_ text: String, of option: String = "-F") throws {
        let isLiteral = text.hasPrefix(Self.literalMark)
        let bytes = Array(SystemPath.bytes(text).dropFirst(isLiteral ? 1 : 0))
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0 else {
            throw CommandFailure.usage(
                "\(option) '\(PrintableText.text(bytes))': must be a name, an equals sign and a value"
            )
        }
        let name = Array(bytes[..<equals])
        let value = bytes[(equals + 1)...]
        if isLiteral {
            part = FormPart(name: name, content: PartOptions.value(of: value))
            return
        }
        guard value.first != UInt8(ascii: "(") else {
            throw CommandFailure.usage(
                "\(option) '\(PrintableText.text(name))=(': a form within a form is for mail; "
                    + "to send a value that begins with a parenthesis, use --form-string"
            )
        }
        let mark = value.first
        var lexer = FormArgumentLexer(bytes, from: equals + 1)
        var reader = PartOptions(name: name, of: option)
        switch mark {
        case UInt8(ascii: "@"):
            var files: [FormPart] = []
            repeat {
                lexer.skip()
                files.append(try reader.file(&lexer))
            } while lexer.current == UInt8(ascii: ",")
            part = files.count == 1 ? files[0] : FormPart(name: name, content: .files(files))
        case UInt8(ascii: "<"):
            lexer.skip()
            part = try reader.contentOfFile(&lexer)
        default: part = try reader.value(&lexer)
        }
        readsStandardInput = reader.readsStandardInput
        remarks = (lexer.remarks + reader.remarks).map { "\(option) '\(PrintableText.text(name))=…': \($0)" }
    }
}

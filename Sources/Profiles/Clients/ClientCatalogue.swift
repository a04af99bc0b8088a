/// The clients that Partwise recognizes.
package enum ClientCatalogue {
    /// All of them, in the order in which they are listed.
    package static let all: [ClientProfile] =
        commandLine + browsers + textBrowsers + python + javaScript + compiled + java + scripting + apple

    /// The client with an id, `nil` where there is none.
    package static func client(_ id: String) -> ClientProfile? { all.first { $0.id == id } }

    /// Names and filenames escaped as browsers do (WHATWG HTML, "multipart/form-data encoding algorithm").
    static let percentEscapes: HabitTable = [
        .quotationMark: ["%22"], .backslash: [#"\"#], .lineBreak: ["%0D%0A"],
    ]

    /// Names and filenames as quoted strings, with raw line breaks.
    ///
    /// A `%22` is no evidence here: it may be literal.
    static let quotedStrings: HabitTable = [
        .quotationMark: [#"\""#, "%22"], .backslash: [#"\\"#], .lineBreak: ["as it is"],
    ]

    /// Names and filenames without escaping.
    static let noEscapes: HabitTable = [
        .quotationMark: ["as it is", "%22"], .backslash: [#"\"#], .lineBreak: ["as it is"],
    ]

    /// The Content-Type of a file is omitted unless the program sets one.
    static let optionalFileType: HabitTable = [
        .fileHeader: ["Content-Disposition, Content-Type", "Content-Disposition"]
    ]

    /// A value has no Content-Type unless the program sets one.
    static let optionalValueType: HabitTable = [
        .valueHeader: ["Content-Disposition", "Content-Disposition, Content-Type"],
        .valueType: ["none", ClientProfile.ofProgram],
    ]

    /// Partwise's own encoder, curl, and programs that use libcurl.
    private static let commandLine = [
        ClientProfile(
            "curl",
            "curl",
            "7.88.1",
            boundary: BoundaryShape(String(repeating: "-", count: 24), [16...16], of: .hexadecimal),
            BoundaryShape(String(repeating: "-", count: 28), [12...12], of: .hexadecimal),
            agents: ["curl/…"],
            order: ["Host User-Agent Accept Content-Length|Transfer-Encoding Content-Type Expect?"],
            habits: curl
        ),
        ClientProfile(
            "libcurl-8",
            "curl and libcurl from version 8 on",
            "libcurl 8.23 (pycurl 7.49)",
            .noted,
            boundary: BoundaryShape(String(repeating: "-", count: 24), [22...22]),
            agents: ["curl/…", "PycURL/…"],
            order: ["Host User-Agent? Accept Content-Length|Transfer-Encoding Content-Type Expect?"],
            habits: curl
        ),
        ClientProfile(
            "php-curl",
            "libcurl without a User-Agent (PHP)",
            "PHP 8.2.35, libcurl 7.88.1",
            boundary: BoundaryShape(String(repeating: "-", count: 24), [16...16], of: .hexadecimal),
            order: ["Host !User-Agent Accept Content-Length|Transfer-Encoding Content-Type Expect?"],
            habits: curl
        ),
        ClientProfile(
            "curl-cffi",
            "curl_cffi, which imitates browsers",
            "0.16",
            .noted,
            boundary: BoundaryShape("------WebKitFormBoundary", [16...16]),
            habits: percentEscapes
        ),
        ClientProfile(
            "partwise",
            "Partwise's encode and send",
            "0.1.0",
            .described,
            boundary: BoundaryShape("----PartwiseFormBoundary", [22...22]),
            habits: percentEscapes
        ),
    ]

    /// `--form-escape` escapes names as in quoted strings; `encoder=` and `headers=` add fields to a part; what is
    /// read from standard input (`@-`) has no type.
    private static let curl: HabitTable = [
        .quotationMark: ["%22", #"\""#],
        .backslash: [#"\"#, #"\\"#],
        .lineBreak: ["%0D%0A", "as it is"],
        .pseudoHeaderOrder: [":method, :path, :scheme, :authority"],
        .valueHeader: [
            "Content-Disposition", "Content-Disposition, Content-Type",
            "Content-Disposition, Content-Transfer-Encoding",
            "Content-Disposition, Content-Type, Content-Transfer-Encoding",
        ],
        .valueType: ["none", ClientProfile.ofProgram],
        .fileHeader: [
            "Content-Disposition, Content-Type",
            "Content-Disposition, Content-Type, Content-Transfer-Encoding",
            "Content-Disposition", "Content-Disposition, Content-Transfer-Encoding",
        ],
    ]
}

extension ClientCatalogue {
    /// Libraries of Go, C, C++, C#, Dart, Nim and Lisp.
    static let compiled = [
        ClientProfile(
            "go",
            "Go's mime/multipart",
            "Go 1.19.8",
            boundary: BoundaryShape("", [60...60], of: .hexadecimal),
            agents: ["Go-http-client/…"],
            order: [
                "Host User-Agent Content-Length|Transfer-Encoding Content-Type Accept-Encoding",
                "Content-Type Content-Length Accept-Encoding User-Agent",
            ],
            habits: quotedStrings.overridden(by: optionalValueType)
                .overridden(by: [.pseudoHeaderOrder: [":authority, :method, :path, :scheme"]])
        ),
        ClientProfile(
            "libsoup",
            "libsoup",
            "3.2.3",
            boundary: BoundaryShape("", [64...64], of: .hexadecimal),
            agents: ["…libsoup/…"],
            order: ["Content-Type Content-Length Accept-Encoding Connection Host"],
            habits: [.lineBreak: ["as it is"], .beyondASCII: ["name*", "filename*"]]
        ),
        ClientProfile(
            "qt",
            "Qt's QHttpMultiPart",
            "6.12",
            .noted,
            boundary: BoundaryShape("boundary_.oOo._", [32...32], of: .base64),
            habits: [
                .type: [#"multipart/form-data; boundary="…""#],
                .valueHeader: ["content-disposition"],
                .fileHeader: ["content-type, content-disposition"],
                .quotationMark: ["as it is", "%22"], .backslash: [#"\"#],
            ]
        ),
        ClientProfile(
            "dotnet",
            "HttpClient of .NET",
            "Mono 6.8",
            .noted,
            boundary: .uuid(),
            order: ["Content-Type Content-Length Host", "Transfer-Encoding Content-Type Host"],
            // The program sets the types.
            habits: [
                .type: [#"multipart/form-data; boundary="…""#],
                .valueHeader: ["Content-Type, Content-Disposition", "Content-Disposition"],
                .valueType: ["none", ClientProfile.ofProgram],
                .fileHeader: ["Content-Type, Content-Disposition", "Content-Disposition"],
                .nameQuoting: ["a token", "between quotes"],
                .beyondASCII: ["encoded word", "filename*"],
            ]
        ),
        ClientProfile(
            "dio",
            "dio (Dart)",
            "5",
            .described,
            boundary: BoundaryShape("--dio-boundary-", [10...10], of: .digits),
            agents: ["Dart/…"],
            habits: [
                .valueHeader: ["content-disposition"],
                .fileHeader: ["content-disposition, content-type"],
                .epilogue: [], .beyondASCII: [],
            ]
        ),
        ClientProfile(
            "poco",
            "Poco's HTMLForm (C++)",
            "1.11",
            .noted,
            boundary: BoundaryShape("MIME_boundary_", [16...16], of: .capitalHexadecimal),
            order: ["Transfer-Encoding? Content-Type Content-Length? Connection Host"],
            habits: noEscapes.overridden(by: optionalValueType)
                .overridden(by: [.type: [#"multipart/form-data; boundary="…""#]])
        ),
        ClientProfile(
            "nim",
            "httpclient of Nim",
            "1.6.10",
            .noted,
            boundary: BoundaryShape("", [17...19], of: .digits),
            agents: ["Nim httpclient/…"],
            order: ["Host Connection content-length content-type user-agent"],
            habits: noEscapes
        ),
        ClientProfile(
            "drakma",
            "Drakma (Common Lisp)",
            "2.0.8",
            .noted,
            boundary: BoundaryShape(String(repeating: "-", count: 10), [50...50]),
            agents: ["Drakma/…"],
            order: ["Host User-Agent Accept Connection Content-Type Content-Length|Transfer-Encoding"],
            habits: noEscapes.overridden(by: [
                .valueHeader: ["Content-Disposition, Content-Type"], .valueType: [ClientProfile.ofProgram],
            ])
        ),
    ]
}

extension ClientCatalogue {
    /// Libraries of Go, Java, C, C++ and C#.
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
            habits: quotedStrings.merging([.pseudoHeaderOrder: [":authority, :method, :path, :scheme"]]) {
                $1
            }
        ),
        ClientProfile(
            "okhttp",
            "OkHttp",
            "3.13.1",
            boundary: .uuid(),
            agents: ["okhttp/…"],
            order: [
                "Content-Type Content-Length|Transfer-Encoding Host Connection Accept-Encoding User-Agent"
            ],
            habits: percentEscapes.merging([
                .valueHeader: ["Content-Disposition, Content-Length"],
                .fileHeader: [
                    "Content-Disposition, Content-Type, Content-Length",
                    "Content-Disposition, Content-Length",
                ],
            ]) { $1 }
        ),
        ClientProfile(
            "apache-httpclient",
            "Apache HttpClient",
            "4.5.14",
            boundary: BoundaryShape("", [30...40], of: .wordlike),
            agents: ["Apache-HttpClient/…"],
            order: [
                "Content-Length|Transfer-Encoding Content-Type Host Connection User-Agent Accept-Encoding"
            ],
            habits: [
                .type: [
                    "multipart/form-data; boundary=…", "multipart/form-data; boundary=…; charset=UTF-8",
                ],
                .valueHeader: [
                    "Content-Disposition, Content-Type, Content-Transfer-Encoding", "Content-Disposition",
                ],
                .valueType: [],
                .fileHeader: [
                    "Content-Disposition, Content-Type, Content-Transfer-Encoding",
                    "Content-Disposition, Content-Type",
                ],
                .quotationMark: [#"\""#, "%22"], .backslash: [#"\\"#], .lineBreak: ["after a backslash"],
            ]
        ),
        ClientProfile(
            "java-recipe",
            "Java's HttpClient with a recipe's body",
            "OpenJDK 17.0.15",
            boundary: BoundaryShape("", [70...78], of: .digits),
            agents: ["Java-http-client/…"],
            order: [
                "Connection? Host HTTP2-Settings? Transfer-encoding Upgrade? User-Agent Content-Type"
            ],
            habits: noEscapes.merging([
                .type: ["multipart/form-data;boundary=…"], .framing: ["chunked"], .epilogue: ["nothing"],
            ]) { $1 }
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
            order: ["Content-Type Content-Length Host"],
            habits: [
                .type: [#"multipart/form-data; boundary="…""#],
                .valueHeader: ["Content-Type, Content-Disposition"],
                .valueType: ["text/plain; charset=utf-8"],
                .fileHeader: ["Content-Type, Content-Disposition"],
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
    ]
}

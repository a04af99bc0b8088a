extension ClientCatalogue {
    /// Libraries of Java.
    static let java = [
        ClientProfile(
            "okhttp",
            "OkHttp",
            "3.13.1",
            boundary: .uuid(),
            agents: ["okhttp/…"],
            order: [
                "Content-Type Content-Length|Transfer-Encoding Host Connection Accept-Encoding User-Agent"
            ],
            habits: percentEscapes.overridden(by: [
                .valueHeader: [
                    "Content-Disposition, Content-Length",
                    "Content-Disposition, Content-Type, Content-Length",
                ],
                .valueType: ["none", ClientProfile.ofProgram],
                .fileHeader: [
                    "Content-Disposition, Content-Type, Content-Length",
                    "Content-Disposition, Content-Length",
                ],
            ])
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
                .valueType: ["none", ClientProfile.ofProgram],
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
            habits: noEscapes.overridden(by: [
                .type: ["multipart/form-data;boundary=…"], .framing: ["chunked"], .epilogue: ["nothing"],
            ])
        ),
        ClientProfile(
            "commons-httpclient",
            "Commons HttpClient (Java)",
            "3.1",
            .noted,
            boundary: BoundaryShape("", [30...40], of: .wordlike),
            agents: ["Jakarta Commons-HttpClient/…"],
            order: ["User-Agent Host Content-Length|Transfer-Encoding Content-Type"],
            habits: noEscapes.overridden(by: [
                .valueHeader: ["Content-Disposition, Content-Type, Content-Transfer-Encoding"],
                .valueType: [ClientProfile.ofProgram],
                .fileHeader: ["Content-Disposition, Content-Type, Content-Transfer-Encoding"],
            ])
        ),
        ClientProfile(
            "spring",
            "Spring's RestTemplate",
            "4.3.30",
            .noted,
            boundary: BoundaryShape("", [30...40], of: .wordlike),
            order: ["Accept Content-Type Host Connection Content-Length|Transfer-Encoding"],
            habits: noEscapes.overridden(by: [
                .type: ["multipart/form-data;boundary=…"],
                .valueHeader: ["Content-Disposition, Content-Type, Content-Length"],
                .valueType: [ClientProfile.ofProgram],
                .fileHeader: ["Content-Disposition, Content-Type, Content-Length"],
            ])
        ),
        ClientProfile(
            "google-http",
            "Google's HTTP client for Java",
            "1.42",
            .noted,
            boundary: BoundaryShape("__END_OF_PART__"),
            BoundaryShape(
                "__END_OF_PART__",
                [8...8, 4...4, 4...4, 4...4, 12...12],
                of: .hexadecimal,
                suffix: "__"
            ),
            agents: ["…Google-HTTP-Java-Client/…"],
            order: ["Accept-Encoding User-Agent Content-Type Host Accept Connection Content-Length"],
            habits: [
                .valueHeader: ["Content-Length, content-disposition, content-transfer-encoding"],
                .fileHeader: [
                    "Content-Length, Content-Type, content-disposition, content-transfer-encoding"
                ],
                .beyondASCII: [],
            ]
        ),
        ClientProfile(
            "netty",
            "Netty's HttpPostRequestEncoder",
            "4.1.48",
            .noted,
            boundary: BoundaryShape("", [13...16], of: .hexadecimal),
            habits: [
                .valueHeader: [
                    "content-disposition, content-length, content-type", "content-disposition, content-type",
                ],
                .valueType: [ClientProfile.ofProgram],
                .fileHeader: [
                    "content-disposition, content-length, content-type, content-transfer-encoding",
                    "content-disposition, content-length, content-type",
                ],
                .quotationMark: ["as it is"], .preamble: [],
            ]
        ),
    ]
}

extension ClientCatalogue {
    /// Libraries of Python, and what is built on them.
    static let python = [
        ClientProfile(
            "requests",
            "requests",
            "2.20 on urllib3 1.24, 2.34.2 on urllib3 2.8.0",
            boundary: hexadecimal32,
            agents: ["python-requests/…"],
            order: [session, sessionWithOwnType],
            // The extended parameters are those of urllib3 before 1.25.
            habits: urllib3.overridden(by: [.beyondASCII: ["as it is", "name*", "filename*"]])
        ),
        ClientProfile(
            "niquests",
            "niquests",
            "3.21.2",
            boundary: hexadecimal32,
            agents: ["niquests/…"],
            order: [session, sessionWithOwnType],
            habits: urllib3
        ),
        ClientProfile(
            "urllib3",
            "urllib3",
            "2.8.0",
            boundary: hexadecimal32,
            agents: ["python-urllib3/…"],
            order: ["Host Accept-Encoding Content-Length|Transfer-Encoding User-Agent Content-Type"],
            habits: urllib3
        ),
        ClientProfile(
            "requests-toolbelt",
            "requests-toolbelt",
            "1.0",
            .noted,
            boundary: .plainUUID,
            agents: ["python-requests/…"],
            order: [sessionWithOwnType],
            habits: urllib3
        ),
        ClientProfile(
            "httpie",
            "HTTPie",
            "3.2.4",
            .noted,
            boundary: .plainUUID,
            agents: ["HTTPie/…"],
            order: ["Content-Length|Transfer-Encoding User-Agent Content-Type"],
            habits: urllib3
        ),
        ClientProfile(
            "httpx",
            "httpx",
            "0.28.1",
            boundary: hexadecimal32,
            agents: ["python-httpx/…"],
            order: [
                "Host Accept Accept-Encoding Connection User-Agent Content-Length|Transfer-Encoding "
                    + "Content-Type",
                "Host Accept Accept-Encoding Connection User-Agent Content-Type "
                    + "Content-Length|Transfer-Encoding",
            ],
            habits: optionalValueType.overridden(by: [
                .quotationMark: ["%22"], .backslash: [#"\\"#], .lineBreak: ["%0D%0A"],
                .pseudoHeaderOrder: [":method, :authority, :scheme, :path"],
            ])
        ),
        ClientProfile(
            "aiohttp",
            "aiohttp",
            "3.14",
            .noted,
            boundary: .plainUUID,
            agents: ["Python/…aiohttp/…"],
            order: ["Content-Length Content-Type", "Content-Type Transfer-Encoding"],
            habits: [
                .valueHeader: ["Content-Type, Content-Disposition"],
                .valueType: [ClientProfile.ofProgram],
                .fileHeader: ["Content-Type, Content-Disposition"],
                // With quote_fields=False labels are quoted strings.
                .quotationMark: ["%22", #"\""#], .backslash: [#"\\"#],
                .beyondASCII: ["percent-encoded", "as it is"],
            ]
        ),
        ClientProfile(
            "http-client-recipe",
            "Python's http.client with a recipe's body",
            "Python 3.13.0",
            boundary: BoundaryShape("----------ThIs_Is_tHe_bouNdaRY_$"),
            order: ["Host Accept-Encoding Content-Length content-type"],
            habits: noEscapes
        ),
        ClientProfile(
            "email-mime",
            "Python's email.mime",
            "Python 3.13 with urllib",
            .noted,
            boundary: BoundaryShape("===============", [19...19], of: .digits, suffix: "=="),
            agents: ["Python-urllib/…"],
            habits: [
                .type: [#"multipart/form-data; boundary="…""#],
                .valueHeader: [
                    "Content-Type, MIME-Version, Content-Transfer-Encoding, Content-Disposition"
                ],
                .valueType: [#"text/plain; charset="utf-8""#],
                .fileHeader: ["Content-Type, MIME-Version, Content-Transfer-Encoding, Content-Disposition"],
                .lineBreak: ["as it is"], .beyondASCII: ["name*", "filename*"],
            ]
        ),
        ClientProfile(
            "treq",
            "treq (Twisted)",
            "26.7",
            .noted,
            boundary: .uuid(),
            order: ["Content-Length Content-Type Host"],
            habits: [
                .fileHeader: ["Content-Disposition, Content-Type, Content-Length"],
                .quotationMark: [#"\""#, "%22"], .backslash: [#"\"#],
            ]
        ),
        ClientProfile(
            "primp",
            "Rust's reqwest (primp)",
            "2.0.1",
            boundary: BoundaryShape("", Array(repeating: 16...16, count: 4), of: .hexadecimal),
            order: [
                "content-type accept accept-encoding host transfer-encoding",
                "Content-Type Content-Length? Accept? User-Agent? Accept-Encoding? Host Transfer-Encoding?",
                // Where the program imitates a browser.
                "Content-Type Content-Length? User-Agent Accept Accept-Encoding Host Transfer-Encoding?",
            ],
            habits: optionalValueType.overridden(by: [
                .framing: ["chunked", "content-length"],
                .fileHeader: ["Content-Disposition", "Content-Disposition, Content-Type"],
                .quotationMark: [#"\""#, "%22"], .backslash: [#"\\"#], .lineBreak: ["after a backslash"],
                .beyondASCII: ["name*", "as it is"],
            ])
        ),
        ClientProfile(
            "geventhttpclient",
            "geventhttpclient",
            "2.6",
            .noted,
            boundary: hexadecimal32,
            agents: ["python/gevent-http-client-…"],
            order: ["User-Agent content-type content-length Host"],
            habits: optionalFileType.overridden(by: [
                .quotationMark: ["%22"], .backslash: [#"\"#], .lineBreak: ["as it is"],
            ])
        ),
        ClientProfile(
            "aiosonic",
            "aiosonic",
            "1.3.3",
            .noted,
            boundary: BoundaryShape("boundary-", [32...32], of: .hexadecimal),
            agents: ["aiosonic/…"],
            order: ["HOST Connection User-Agent Content-Type Content-Length"],
            habits: noEscapes.overridden(by: [
                .type: ["multipart/form-data; boundary=…", #"multipart/form-data; boundary="…""#],
                .fileHeader: ["Content-Disposition"], .epilogue: ["nothing", "CR LF"],
            ])
        ),
    ]

    private static let hexadecimal32 = BoundaryShape("", [32...32], of: .hexadecimal)

    /// The field order of a `requests` session.
    private static let session =
        "Host User-Agent Accept-Encoding Accept Connection Content-Length|Transfer-Encoding Content-Type"

    /// The same where the program sets the Content-Type, as it does for an encoder of its own.
    private static let sessionWithOwnType =
        "Host User-Agent Accept-Encoding Accept Connection Content-Type Content-Length|Transfer-Encoding"

    private static let urllib3 = percentEscapes.overridden(by: optionalFileType)
        .overridden(by: optionalValueType)
        // urllib3 1.25 and 1.26 double backslashes.
        .overridden(by: [.backslash: [#"\"#, #"\\"#]])
}

extension ClientCatalogue {
    /// Libraries of Python, and what is built on them.
    static let python = [
        ClientProfile(
            "requests",
            "requests",
            "2.34.2 on urllib3 2.8.0",
            boundary: hexadecimal32,
            agents: ["python-requests/…"],
            order: [session, sessionWithOwnType],
            habits: urllib3
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
            habits: [
                .quotationMark: ["%22"], .backslash: [#"\\"#], .lineBreak: ["%0D%0A"],
                .pseudoHeaderOrder: [":method, :authority, :scheme, :path"],
            ]
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
                .valueType: ["text/plain; charset=utf-8"],
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
            ],
            habits: [
                .framing: ["chunked", "content-length"],
                .fileHeader: ["Content-Disposition", "Content-Disposition, Content-Type"],
                .quotationMark: [#"\""#, "%22"], .backslash: [#"\\"#], .lineBreak: ["after a backslash"],
                .beyondASCII: ["name*", "as it is"],
            ]
        ),
    ]

    private static let hexadecimal32 = BoundaryShape("", [32...32], of: .hexadecimal)

    /// The field order of a `requests` session.
    private static let session =
        "Host User-Agent Accept-Encoding Accept Connection Content-Length|Transfer-Encoding Content-Type"

    /// The same where the program sets the Content-Type, as it does for an encoder of its own.
    private static let sessionWithOwnType =
        "Host User-Agent Accept-Encoding Accept Connection Content-Type Content-Length|Transfer-Encoding"

    private static let urllib3 = percentEscapes.merging(optionalFileType) { $1 }
}

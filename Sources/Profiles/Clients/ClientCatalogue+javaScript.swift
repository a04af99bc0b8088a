extension ClientCatalogue {
    /// Libraries of Node.js.
    static let javaScript = [
        ClientProfile(
            "undici",
            "fetch of Node.js (undici)",
            "Node.js 20 to 24, undici 6.21 to 7.29",
            boundary: BoundaryShape("----formdata-undici-0", [11...11], of: .digits),
            agents: ["node", "undici"],
            order: [
                "host connection content-type accept accept-language sec-fetch-mode user-agent "
                    + "accept-encoding content-length|transfer-encoding"
            ],
            // A file without a name is written without a filename, and undici 6.21 ends at the close delimiter.
            habits: percentEscapes.overridden(by: [
                .valueHeader: ["Content-Disposition", "Content-Disposition, Content-Type"],
                .valueType: ["none", ClientProfile.ofProgram],
                .epilogue: ["CR LF", "nothing"],
            ])
        ),
        ClientProfile(
            "form-data",
            "form-data of npm (axios, got, Postman)",
            "4.0.0",
            .noted,
            boundary: .uuid(String(repeating: "-", count: 26)),
            BoundaryShape(String(repeating: "-", count: 26), [24...24], of: .digits),
            agents: ["axios/…", "got (…", "node-fetch…", "PostmanRuntime/…"],
            habits: noEscapes.overridden(by: optionalValueType)
        ),
        ClientProfile(
            "node-fetch",
            "node-fetch of npm (formdata-polyfill)",
            "3.3.0",
            .noted,
            boundary: BoundaryShape("----", [28...28], of: .digits),
            agents: ["node-fetch"],
            order: ["accept accept-encoding connection content-length content-type user-agent Host"],
            habits: percentEscapes.overridden(by: [.epilogue: ["nothing"]])
        ),
        ClientProfile(
            "playwright",
            "Playwright's APIRequestContext",
            "1.65",
            .noted,
            boundary: BoundaryShape("----WebKitFormBoundary", [16...16]),
            agents: ["Playwright/…"],
            order: ["user-agent accept accept-encoding content-type content-length Host Connection"],
            habits: percentEscapes.overridden(by: [
                .valueHeader: ["content-disposition"], .fileHeader: ["content-disposition, content-type"],
            ])
        ),
    ]
}

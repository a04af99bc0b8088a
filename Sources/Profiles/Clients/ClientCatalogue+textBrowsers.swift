extension ClientCatalogue {
    /// Browsers of the terminal, and Emacs.
    static let textBrowsers = [
        ClientProfile(
            "lynx",
            "Lynx",
            "2.9.0",
            .noted,
            boundary: BoundaryShape("LYNX"),
            agents: ["Lynx/…"],
            order: [
                "Host Accept Accept-Encoding Accept-Language Pragma Cache-Control User-Agent Referer "
                    + "Content-Type Content-Length"
            ],
            habits: quotedStrings.overridden(by: [
                .valueHeader: ["Content-Disposition, Content-Type"], .valueType: [ClientProfile.ofProgram],
            ])
        ),
        ClientProfile(
            "w3m",
            "w3m",
            "0.5.3",
            .noted,
            boundary: BoundaryShape(String(repeating: "-", count: 30), [30...36], of: .digits),
            agents: ["w3m/…"],
            order: [
                "User-Agent Accept Accept-Encoding Accept-Language Host Referer Content-Type Content-Length"
            ],
            habits: noEscapes
        ),
        ClientProfile(
            "elinks",
            "ELinks",
            "0.13.2",
            .noted,
            boundary: BoundaryShape("", [32...32]),
            agents: ["ELinks/…"],
            order: ["Host User-Agent Referer Accept Accept-Language Connection Content-Type Content-Length"],
            habits: noEscapes.overridden(by: [.fileHeader: ["Content-Disposition"]])
        ),
        ClientProfile(
            "emacs",
            "Emacs (mm-url, EWW)",
            "28.2",
            .noted,
            boundary: BoundaryShape("=", [1...8], of: .any, suffix: "=-="),
            agents: ["URL/Emacs…"],
            order: [
                "MIME-Version Connection Extension Host Accept-encoding Accept User-Agent Content-Type "
                    + "Content-length"
            ],
            habits: quotedStrings.overridden(by: [
                .fileHeader: ["Content-Disposition, Content-Transfer-Encoding, Content-Type"]
            ])
        ),
    ]
}

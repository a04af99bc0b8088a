extension ClientCatalogue {
    /// Libraries of Perl, PHP and Ruby.
    static let scripting = [
        ClientProfile(
            "lwp",
            "LWP of Perl",
            "HTTP::Message 6.44",
            boundary: BoundaryShape("xYzZY"),
            BoundaryShape("", [40...40]),
            agents: ["libwww-perl/…", "lwp-…"],
            order: ["TE Connection Host User-Agent Content-Length|Transfer-Encoding Content-Type"],
            // A file may lack a name, or where its content is given, a type.
            habits: quotedStrings.merging([
                .valueHeader: ["Content-Disposition", "Content-Disposition, Content-Type"], .valueType: [],
                .fileHeader: [
                    "Content-Disposition, Content-Type", "Content-Disposition",
                    "Content-Disposition, Content-Type, Content-Transfer-Encoding",
                ],
            ]) { $1 }
        ),
        ClientProfile(
            "mojolicious",
            "Mojolicious of Perl",
            "9.31",
            .noted,
            boundary: BoundaryShape("", [5...5]),
            agents: ["Mojolicious (Perl)"],
            order: ["Content-Length Content-Type Host"],
            habits: [.quotationMark: ["%22"], .backslash: [#"\"#], .lineBreak: ["as it is"]]
                .merging(optionalFileType) { $1 }
        ),
        ClientProfile(
            "guzzle",
            "Guzzle of PHP",
            "7.4.5",
            boundary: BoundaryShape("", [40...40], of: .hexadecimal),
            agents: ["GuzzleHttp/…"],
            order: ["Host User-Agent Content-Type Content-Length|Transfer-Encoding"],
            habits: noEscapes.merging([
                .valueHeader: ["Content-Disposition, Content-Length", "Content-Disposition"],
                .fileHeader: [
                    "Content-Type, Content-Disposition, Content-Length", "Content-Type, Content-Disposition",
                    "Content-Disposition, Content-Length, Content-Type",
                    "Content-Disposition, Content-Type",
                ],
            ]) { $1 }
        ),
        ClientProfile(
            "symfony",
            "Symfony's Mime of PHP",
            "5.4",
            .noted,
            boundary: BoundaryShape("", [8...8], of: .wordlike),
            order: ["Connection Host"],
            habits: percentEscapes.merging([
                .valueHeader: ["Content-Type, Content-Transfer-Encoding, Content-Disposition"],
                .valueType: ["text/plain; charset=utf-8"],
                .fileHeader: ["Content-Type, Content-Transfer-Encoding, Content-Disposition"],
            ]) { $1 }
        ),
        ClientProfile(
            "net-http",
            "Net::HTTP of Ruby",
            "Ruby 3.1.2",
            boundary: BoundaryShape("", [54...54], of: .wordlike),
            agents: ["Ruby"],
            order: ["Accept-Encoding Accept User-Agent Host Content-Type Content-Length|Transfer-Encoding"],
            habits: quotedStrings
        ),
        ClientProfile(
            "rest-client",
            "rest-client of Ruby",
            "2.1.0",
            boundary: BoundaryShape("----RubyFormBoundary", [16...16]),
            agents: ["rest-client/…"],
            order: ["Accept User-Agent Content-Length Content-Type Accept-Encoding Host"],
            habits: noEscapes
        ),
        ClientProfile(
            "multipart-post",
            "multipart-post of Ruby (Faraday)",
            "2.0",
            .noted,
            boundary: BoundaryShape("-----------RubyMultipartPost"),
            BoundaryShape("-----------RubyMultipartPost-", [32...32], of: .hexadecimal),
            agents: ["Faraday v…"],
            order: ["Content-Type Content-Length Host"],
            habits: noEscapes.merging([
                .fileHeader: [
                    "Content-Disposition, Content-Length, Content-Type, Content-Transfer-Encoding"
                ],
                .epilogue: ["CR LF CR LF"],
            ]) { $1 }
        ),
    ]
}

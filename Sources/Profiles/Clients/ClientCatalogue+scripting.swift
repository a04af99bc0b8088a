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
            habits: quotedStrings.overridden(by: [
                .valueHeader: ["Content-Disposition", "Content-Disposition, Content-Type"],
                .valueType: ["none", ClientProfile.ofProgram],
                .fileHeader: [
                    "Content-Disposition, Content-Type", "Content-Disposition",
                    "Content-Disposition, Content-Type, Content-Transfer-Encoding",
                ],
            ])
        ),
        ClientProfile(
            "mojolicious",
            "Mojolicious of Perl",
            "9.31",
            .noted,
            boundary: BoundaryShape("", [5...5]),
            agents: ["Mojolicious (Perl)"],
            order: ["Content-Length Content-Type Host"],
            habits: optionalFileType.overridden(by: [
                .quotationMark: ["%22"], .backslash: [#"\"#], .lineBreak: ["as it is"],
            ])
        ),
        ClientProfile(
            "guzzle",
            "Guzzle of PHP",
            "7.4.5",
            boundary: BoundaryShape("", [40...40], of: .hexadecimal),
            agents: ["GuzzleHttp/…"],
            order: ["Host User-Agent Content-Type Content-Length|Transfer-Encoding"],
            habits: noEscapes.overridden(by: [
                .valueHeader: ["Content-Disposition, Content-Length", "Content-Disposition"],
                .fileHeader: [
                    "Content-Type, Content-Disposition, Content-Length", "Content-Type, Content-Disposition",
                    "Content-Disposition, Content-Length, Content-Type",
                    "Content-Disposition, Content-Type",
                ],
            ])
        ),
        ClientProfile(
            "symfony",
            "Symfony's Mime of PHP",
            "5.4",
            .noted,
            boundary: BoundaryShape("", [8...8], of: .wordlike),
            order: ["Connection Host"],
            habits: percentEscapes.overridden(by: [
                .valueHeader: ["Content-Type, Content-Transfer-Encoding, Content-Disposition"],
                .valueType: [ClientProfile.ofProgram],
                .fileHeader: ["Content-Type, Content-Transfer-Encoding, Content-Disposition"],
            ])
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
            habits: noEscapes.overridden(by: optionalValueType).overridden(by: [
                .fileHeader: [
                    "Content-Disposition, Content-Length, Content-Type, Content-Transfer-Encoding"
                ],
                .epilogue: ["CR LF CR LF"],
            ])
        ),
        ClientProfile(
            "httparty",
            "HTTParty of Ruby",
            "0.21",
            .noted,
            boundary: BoundaryShape(String(repeating: "-", count: 24), [16...16], of: .wordlike),
            agents: ["Ruby"],
            order: ["Accept-Encoding Accept User-Agent Content-Type Connection Host Content-Length"],
            habits: noEscapes
        ),
        ClientProfile(
            "httpclient-ruby",
            "httpclient of Ruby",
            "2.8.3",
            .noted,
            boundary: BoundaryShape("", [40...40], of: .hexadecimal),
            agents: ["HTTPClient/…"],
            order: ["Content-Type User-Agent Accept Date Content-Length Host"],
            habits: noEscapes.overridden(by: [.epilogue: ["CR LF CR LF"]])
        ),
        ClientProfile(
            "http.rb",
            "http.rb of Ruby",
            "4.4.1",
            .noted,
            boundary: BoundaryShape(String(repeating: "-", count: 21), [42...42], of: .hexadecimal),
            agents: ["http.rb/…"],
            order: ["Transfer-Encoding? Connection Content-Type Host User-Agent Content-Length?"],
            habits: optionalValueType.overridden(by: [
                .quotationMark: [#"\""#, "%22"], .backslash: [#"\\"#, #"\"#],
            ])
        ),
        ClientProfile(
            "mechanize-ruby",
            "Mechanize of Ruby",
            "2.8.5",
            .noted,
            boundary: BoundaryShape("", [20...20]),
            agents: ["Mechanize/…"],
            order: [
                "Accept-Encoding Accept User-Agent Accept-Charset Accept-Language Host Referer? Content-Type "
                    + "Content-Length Connection Keep-Alive"
            ],
            habits: [
                .fileHeader: [
                    "Content-Disposition, Content-Transfer-Encoding, Content-Type",
                    "Content-Disposition, Content-Transfer-Encoding",
                ],
                .quotationMark: [#"\""#, "%22"], .backslash: [#"\\"#],
            ]
        ),
    ]
}

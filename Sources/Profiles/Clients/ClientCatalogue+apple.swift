extension ClientCatalogue {
    /// Encoders of apps for Apple's systems; URLSession itself has none.
    static let apple = [
        ClientProfile(
            "urlsession-tutorial",
            "URLSession with a tutorial's body",
            "Swift 6.3.1, FoundationNetworking",
            boundary: .uuid(of: .capitalHexadecimal),
            .uuid("Boundary-", of: .capitalHexadecimal),
            agents: ["…(unknown version) curl/…", "…CFNetwork/…"],
            order: [
                "Host Accept Accept-Encoding Transfer-Encoding? Content-Type Connection User-Agent "
                    + "Accept-Language Content-Length?"
            ],
            habits: noEscapes.overridden(by: [.preamble: ["CR LF", "none"]])
        ),
        ClientProfile(
            "objc-stream",
            "Objective-C stream encoder written by hand",
            "a well-known recipe",
            .described,
            boundary: BoundaryShape("0xKhTmLbOuNdArY"),
            agents: ["…CFNetwork/…"],
            habits: noEscapes.overridden(by: [.valueHeader: [], .valueType: [], .fileHeader: []])
        ),
        ClientProfile(
            "alamofire",
            "Alamofire",
            "5",
            .described,
            boundary: BoundaryShape("alamofire.boundary.", [16...16], of: .hexadecimal),
            agents: ["…Alamofire/…", "…CFNetwork/…"],
            habits: noEscapes.overridden(by: optionalFileType)
                .overridden(by: [
                    .valueHeader: ["Content-Disposition", "Content-Disposition, Content-Type"],
                    .valueType: [],
                ])
        ),
        ClientProfile(
            "afnetworking",
            "AFNetworking",
            "4",
            .described,
            boundary: BoundaryShape("Boundary+", [16...16], of: .capitalHexadecimal),
            agents: ["…CFNetwork/…"],
            habits: [.valueHeader: [], .valueType: [], .fileHeader: []]
        ),
    ]
}

extension ClientCatalogue {
    /// Browsers.
    static let browsers = [
        ClientProfile(
            "chromium",
            "Chromium",
            "156",
            boundary: BoundaryShape("----WebKitFormBoundary", [16...16]),
            agents: ["Mozilla/5.0 (…Chrome/…"],
            order: [
                // A proxy gets Proxy-Connection in its place, and a server behind one may get neither.
                "Host Connection|Proxy-Connection? Content-Length sec-ch-ua-platform? User-Agent sec-ch-ua? "
                    + "Content-Type sec-ch-ua-mobile? Accept Origin Sec-Fetch-Site? Sec-Fetch-Mode? "
                    + "Sec-Fetch-Dest? Referer? Accept-Encoding Accept-Language",
                "Host Connection|Proxy-Connection? Content-Length Cache-Control? sec-ch-ua? "
                    + "sec-ch-ua-mobile? sec-ch-ua-platform? Upgrade-Insecure-Requests Content-Type User-Agent Origin Accept "
                    + "Sec-Fetch-Site? Sec-Fetch-Mode? Sec-Fetch-Dest? Referer? Accept-Encoding "
                    + "Accept-Language",
            ],
            habits: browserHabits(pseudoHeaders: ":method, :authority, :scheme, :path")
        ),
        ClientProfile(
            "firefox",
            "Firefox",
            "153 ESR",
            .recorded,
            boundary: BoundaryShape("----geckoformboundary", [31...32], of: .hexadecimal),
            BoundaryShape(String(repeating: "-", count: 27), [12...45], of: .digits),
            agents: ["Mozilla/5.0 (…Firefox/…"],
            order: ["Content-Type Content-Length"],
            habits: browserHabits(pseudoHeaders: ":method, :path, :authority, :scheme")
        ),
        ClientProfile(
            "safari",
            "WebKit (Safari, WebKitGTK)",
            "WebKitGTK 2.50",
            boundary: BoundaryShape("----WebKitFormBoundary", [16...16]),
            agents: ["Mozilla/5.0 (…Version/…Safari/…"],
            habits: browserHabits(pseudoHeaders: nil)
        ),
    ]

    private static func browserHabits(pseudoHeaders: String?) -> HabitTable {
        let habits = percentEscapes.overridden(by: [.framing: ["content-length"]])
        guard let pseudoHeaders else { return habits }
        return habits.overridden(by: [.pseudoHeaderOrder: [pseudoHeaders]])
    }
}

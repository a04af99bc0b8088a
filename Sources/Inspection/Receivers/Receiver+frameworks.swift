extension Receiver {
    /// The frameworks that hand forms to a receiver, by the names that people give them.
    package static let frameworks: [String: Receiver] = [
        "drupal": .php, "echo": .go, "express": .busboy, "fastapi": .pythonMultipart, "fiber": .go,
        "flask": .werkzeug, "gin": .go, "laravel": .php, "litestar": .defnull, "multer": .busboy,
        "nestjs": .busboy, "nextjs": .undici, "quart": .werkzeug, "rails": .rack, "sinatra": .rack,
        "spring": .tomcat, "spring-boot": .tomcat, "starlette": .pythonMultipart, "suricata": .libhtp,
        "symfony": .php, "wordpress": .php,
    ]

    /// The receiver of a name: its own, or that of a framework.
    package init?(named name: String) {
        guard let receiver = Receiver(rawValue: name) ?? Self.frameworks[name] else { return nil }
        self = receiver
    }
}

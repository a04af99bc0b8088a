extension Receiver {
    /// The versions with which ``ReceiverTestCase`` was measured; made by `Receivers/tables`.
    static let measuredVersions: [Receiver: String] = [
        .defnullStrict: "2.0.1",
        .defnull: "2.0.1",
        .pythonMultipart: "0.0.34",
        .go: "1.19.8",
        .php: "8.2.36",
        .busboy: "1.6.0",
        .werkzeug: "3.1.9",
        .django: "5.2.19",
        .rack: "2.2.22",
        .tomcat: "10.1.60",
        .undici: "7.29.0",
        .modSecurity: "3.0.9",
        .libhtp: "0.5.42",
    ]

    /// Those that read forms and with which ``ReceiverTestCase`` was measured, in the order of its columns.
    static let measuredReaders: [Receiver] = [
        .defnullStrict, .defnull, .pythonMultipart, .go, .php, .busboy, .werkzeug, .django, .rack,
        .tomcat, .undici,
    ]
}

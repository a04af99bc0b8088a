/// An upload that is compared with none, and why.
struct UnpairedUpload {
    /// Its name, as ``RecordedUpload`` has it.
    var name: String
    /// Whether the recording shows it.
    var isShown = true
    /// Why there is nothing to compare it with.
    var reason: String

    private init(_ name: String, isShown: Bool = true, _ reason: String) {
        self.name = name
        self.isShown = isShown
        self.reason = reason
    }

    /// All of them.
    static let all = [
        UnpairedUpload("chromium/page-alike.pcapng#1", "a form of a page of its own made it"),
        UnpairedUpload("chromium/page-urlencoded.pcapng#1", "a form of a page of its own made it"),
        UnpairedUpload("firefox/page-script.pcapng#1", "a form of a page of its own made it"),
        UnpairedUpload("curl/nested-mixed.pcap#1", "nobody else sent several files in one field"),
        UnpairedUpload("curl-nested-mixed.pcap#1", "nobody else sent several files in one field"),
        UnpairedUpload("curl-encoders.pcap#1", "nobody else was asked for transfer encodings"),
        UnpairedUpload("mitm-dev-proxy.pcap#4", isShown: false, "it went through TLS whose keys nobody has"),
        UnpairedUpload("mitm-dev-proxy.pcap#5", isShown: false, "it went through TLS whose keys nobody has"),
    ]
}

import Pipeline
import Profiles
import TestSupport
import Testing

/// Clients recognised by their habits: each recorded one as itself, and none as another.
struct ClientTests {
    private static let own = CaptureFolder.captures.filter { expected($0) != nil }
    private static let recorded = Corpora.captures.files.filter { expected($0) != nil }
    private static let made = (CaptureFolder.captures + Corpora.captures.files).filter {
        $0.name.hasPrefix("faulty")
    }

    /// The ids of the catalogue by the names in truth files, where they differ.
    private static let ids = [
        "http.client": "http-client-recipe", "java-httpclient": "java-recipe", "node-fetch": "undici",
        "perl-lwp": "lwp", "php-guzzle": "guzzle", "ruby-nethttp": "net-http",
        "ruby-restclient": "rest-client", "swift-urlsession": "urlsession-tutorial", "webkitgtk": "safari",
    ]

    /// The id of the client that sent what a capture holds; `nil` for a program that is no client.
    private static func expected(_ capture: CaptureFile) -> String? {
        // Packets that were cut off hold no whole head, and a form that is sent urlencoded has no habits.
        let lacksHabits = ["snaplen", "page-urlencoded"].contains { capture.name.contains($0) }
        guard capture.truthPath != nil, !lacksHabits else { return nil }
        guard let client = try? capture.truth().client else { return nil }
        let id = ids[client] ?? client
        return ClientCatalogue.client(id)?.id
    }

    @Test(arguments: own)
    func `a client in the project is recognised`(_ capture: CaptureFile) throws {
        try expectRecognised(capture)
    }

    @Test(.needs(.captures), arguments: recorded)
    func `a recorded client is recognised`(_ capture: CaptureFile) throws {
        try expectRecognised(capture)
    }

    @Test(arguments: made)
    func `a program that makes mistakes is taken for no client`(_ capture: CaptureFile) throws {
        let uploads = try CollectedCapture.read(capture.path).uploads
        #expect(!uploads.isEmpty)
        for upload in uploads {
            let found = try #require(ClientRecognition(upload.exchange, form: upload.form))
            #expect(found.matches.isEmpty)
        }
    }

    @Test func `every client that is said to be recorded is in the project`() {
        let recorded = Set(Self.own.compactMap(Self.expected))
        let known = ClientCatalogue.all.filter { $0.source == .recorded }.map(\.id)
        #expect(Set(known) == recorded)
    }

    private func expectRecognised(_ capture: CaptureFile) throws {
        let expected = try #require(Self.expected(capture))
        let found = try CollectedCapture.read(capture.path).posts.compactMap { post in
            ClientRecognition(post.exchange, form: post.form)
        }
        #expect(!found.isEmpty)
        for recognition in found {
            let ids = recognition.matches.map(\.profile.id)
            #expect(ids.contains(expected))
            #expect(ids == [expected] || !recognition.choice.isCertain)
            #expect(!recognition.choice.isDisguised)
            #expect(recognition.matches.allSatisfy { $0.differingHabits.isEmpty })
        }
    }
}

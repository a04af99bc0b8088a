/// What clients do otherwise than curl 7.88.1 does with the same form, read off their bytes by people: the table
/// of the habits of recorded clients, in the words of a comparison.
///
/// A habit stands as the trait and what the client has in it; `nil` is for nothing of the kind. User-Agent and other
/// fields by which clients describe themselves are left out.
struct ClientHabits {
    /// One respect in which a client differs from curl.
    struct Habit {
        /// What of the request differs, and in which respect; a part is named by its name alone.
        var trait: String
        /// What the client has.
        var value: String?

        init(_ trait: String, _ value: String?) {
            self.trait = trait
            self.value = value
        }
    }

    /// The capture of the client, without its format.
    var stem: String
    /// How its upload differs.
    var habits: [Habit]

    /// The clients that were recorded with the forms `plain` and `tricky`.
    static let all: [ClientHabits] = [
        ClientHabits(
            stem: "apache-httpclient/browser-plain",
            habits: [
                Habit("head, field content-type", "multipart/form-data; boundary=…; charset=UTF-8"),
                Habit("boundary, leading dashes", "none"),
            ]
        ),
        ClientHabits(
            stem: "requests/plain",
            habits: [Habit("boundary, length", "32 characters"), Habit("boundary, leading dashes", "none")]
        ),
        ClientHabits(
            stem: "java-httpclient/plain",
            habits: [
                Habit("boundary, characters", "digits"),
                Habit("head, field content-type", "multipart/form-data;boundary=…"),
                Habit("framing, end of the body", "given by chunks"),
                Habit("body, after the close delimiter", "nothing"),
            ]
        ),
        ClientHabits(
            stem: "primp/plain",
            habits: [
                Habit("boundary, length", "67 characters"),
                Habit("boundary, characters", "hexadecimal digits, dashes"),
                Habit("framing, end of the body", "given by chunks"),
                Habit("fileToUpload, field content-type", nil),
            ]
        ),
        ClientHabits(
            stem: "ruby-restclient/plain",
            habits: [
                Habit("boundary, leading dashes", "4"), Habit("boundary, length", "36 characters"),
                Habit("multipart, presence", "a field of 4 bytes"),
            ]
        ),
        ClientHabits(
            stem: "swift-urlsession/stream",
            habits: [
                Habit("boundary, length", "36 characters"),
                Habit("boundary, characters", "capital hexadecimal digits, dashes"),
                Habit("body, before the first delimiter", "CR LF"),
                Habit("framing, end of the body", "given by chunks"),
            ]
        ),
        ClientHabits(
            stem: "node-fetch/stream",
            habits: [
                Habit("boundary, leading dashes", "4"), Habit("boundary, length", "32 characters"),
                Habit("framing, end of the body", "given by chunks"),
            ]
        ),
        ClientHabits(
            stem: "httpx/chunked",
            habits: [
                Habit("boundary, length", "32 characters"),
                Habit("framing, end of the body", "given by chunks"),
            ]
        ),
        ClientHabits(
            stem: "chromium/form-tricky",
            habits: [Habit("boundary, length", "38 characters"), Habit("boundary, leading dashes", "4")]
        ),
        ClientHabits(
            stem: "go/tricky",
            habits: [
                Habit("boundary, length", "60 characters"), Habit("boundary, leading dashes", "none"),
                Habit("fileToUpload, filename", "na\\\"me;x=\\\\y é😀.txt"),
                Habit("image_file, field content-type", "application/octet-stream"),
            ]
        ),
        ClientHabits(
            stem: "http-client/tricky",
            habits: [
                Habit("boundary, length", "32 characters"), Habit("boundary, leading dashes", "10"),
                Habit("head, letters of field names", "content-type"),
                Habit("fileToUpload, filename", "na\"me;x=\\y é😀.txt"),
            ]
        ),
        ClientHabits(
            stem: "libsoup/tricky",
            habits: [
                Habit("boundary, length", "64 characters"), Habit("fileToUpload, filename", nil),
                Habit("fileToUpload, filename*", "UTF-8''na\"me;x=\\y%20%C3%A9%F0%9F%98%80.txt"),
            ]
        ),
        ClientHabits(
            stem: "okhttp/tricky",
            habits: [
                Habit("boundary, length", "36 characters"), Habit("userhash, field content-length", "right"),
                Habit("fileToUpload, field content-length", "right"),
            ]
        ),
        ClientHabits(
            stem: "php-guzzle/tricky",
            habits: [
                Habit("boundary, leading dashes", "none"), Habit("userhash, field content-length", "right"),
                Habit("fileToUpload, filename", "na\"me;x=\\y é😀.txt"),
            ]
        ),
        ClientHabits(
            stem: "ruby-nethttp/tricky",
            habits: [
                Habit("boundary, length", "54 characters"),
                Habit("fileToUpload, filename", "na\\\"me;x=\\\\y é😀.txt"),
            ]
        ),
        ClientHabits(
            stem: "urllib3/tricky",
            habits: [Habit("boundary, length", "32 characters"), Habit("boundary, leading dashes", "none")]
        ),
    ]
}

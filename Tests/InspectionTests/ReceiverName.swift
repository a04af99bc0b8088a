/// The names by which texts speak of the receivers of the grid.
enum ReceiverName {
    /// What stands for a quantifier, as "most receivers", among the subjects of a sentence.
    static let quantified = "receivers"

    /// The ids of the grid by name; a statement of a name is one of all its ids.
    static let receivers: [String: [String]] = [
        "Go": ["go"], "PHP": ["php"], "Laravel": ["php"], "Symfony": ["php"], "busboy": ["busboy"],
        "multer": ["busboy"], "Multer": ["busboy"], "Werkzeug": ["flask"], "Flask": ["flask"],
        "Quart": ["quart"], "Django": ["django"], "Rack": ["rack"], "Rails": ["rack"], "Sinatra": ["sinatra"],
        "Tomcat": ["tomcat"], "Spring": ["tomcat"], "Spring 4": ["spring"], "Jetty": ["jetty"],
        "python-multipart": ["starlette"], "Starlette": ["starlette"], "FastAPI": ["starlette"],
        "defnull's multipart": ["multipart-errors"], "Python's multipart": ["multipart-errors"],
        "multipart (Python)": ["multipart"], "multipart (Python, strict)": ["multipart-strict"],
        "aiohttp": ["aiohttp"], "Tornado": ["tornado"], "ModSecurity": ["modsecurity2", "modsecurity3"],
        "ModSecurity 2": ["modsecurity2"], "ModSecurity 3": ["modsecurity3"], "libhtp": ["libhtp"],
        "Suricata": ["libhtp"], "formidable": ["formidable"], "multiparty": ["multiparty"], "Node": ["node"],
        "Node.js": ["node"], "Next.js": ["node"], "undici": ["node"], "Deno": ["deno"], "Plack": ["plack"],
        "libmicrohttpd": ["libmicrohttpd"], "CivetWeb": ["civetweb"], "Twisted": ["twisted"],
        "baize": ["baize"], "BlackSheep": ["blacksheep"], "Bottle": ["bottle"], "CGI.pm": ["cgi-pm"],
        "cgicc": ["cgicc"], "CherryPy": ["cherrypy"], "Commons FileUpload": ["commons-fileupload"],
        "commons-fileupload": ["commons-fileupload"], "Struts": ["commons-fileupload"],
        "cpp-httplib": ["cpp-httplib"], "Echo": ["echo"], "Falcon": ["falcon"], "fasthttp": ["fasthttp"],
        "Gin": ["gin"], "HTTP::Body": ["http-body"], "Catalyst": ["http-body"], "Dancer": ["http-body"],
        "Litestar": ["litestar"], "Microdot": ["microdot"], "Mojolicious": ["mojolicious"],
        "Netty": ["netty"], "POCO": ["poco"], "FieldStorage": ["python-cgi"], "Robyn": ["robyn"],
        "Sanic": ["sanic"], "WebOb": ["webob"], "Pyramid": ["webob"], "WEBrick": ["webrick"],
        "WSAPI": ["wsapi"],
    ]

    /// The receivers that a sentence names, in their order, and ``quantified`` where it speaks of all, most or few.
    static func subjects(of sentence: String) -> [String] {
        let quantity =
            /\b(?:all|every|no|none|most|few|many)\b[ a-z]{0,20}\b(?:receiver|parser)s?\b/
            .ignoresCase().wordBoundaryKind(.simple)
        let mayQuantify = ["receiver", "parser"].contains { sentence.contains($0) }
        let isQuantified = mayQuantify && sentence.firstMatch(of: quantity) != nil
        return names(in: Array(sentence.utf8)) + (isQuantified ? [quantified] : [])
    }

    private static let byFirstByte: [UInt8: [[UInt8]]] = Dictionary(
        grouping: receivers.keys.map { Array($0.utf8) }.sorted { $0.count > $1.count },
        by: { $0.first ?? 0 }
    )

    private static func names(in sentence: [UInt8]) -> [String] {
        var found: [String] = []
        var place = 0
        while place < sentence.count {
            let name =
                isInWord(place - 1, of: sentence, orAfterDot: true)
                ? nil
                : byFirstByte[sentence[place]]?.first { name in
                    sentence[place...].starts(with: name)
                        && !isInWord(place + name.count, of: sentence, orAfterDot: false)
                }
            if let name, case let text = String(decoding: name, as: UTF8.self), !found.contains(text) {
                found.append(text)
            }
            place += name?.count ?? 1
        }
        return found
    }

    private static func isInWord(_ place: Int, of sentence: [UInt8], orAfterDot: Bool) -> Bool {
        guard sentence.indices.contains(place) else { return false }
        let byte = sentence[place]
        return byte < 0x80 && Character(Unicode.Scalar(byte)).isLetter
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (orAfterDot && byte == UInt8(ascii: "."))
    }
}

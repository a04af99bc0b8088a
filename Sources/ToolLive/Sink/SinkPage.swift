import Recording

/// The page with which the sink answers a browser that asks for one.
enum SinkPage {
    /// A form to send, and what else the sink does.
    static var form: String {
        let rows = ServerBehavior.paths.map { path in
            "<tr><td><code>/\(path.name)\(path.number.map { "[/\($0)]" } ?? "")/…</code><td>\(path.help)"
        }
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>partwise sink</title>
            <style>
            :root { color-scheme: light dark }
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
            label { display: block; margin: .75rem 0 }
            input[type=text] { width: 100%; box-sizing: border-box; font: inherit }
            td { padding: .1rem 1rem .1rem 0; vertical-align: top }
            </style>
            <h1>Upload sink</h1>
            <p>Every upload to any path is judged byte by byte, and answered with the verdict: as JSON, or as a page for
            a browser.</p>
            <form method="post" enctype="multipart/form-data" action="/upload">
            <label>Text <input type="text" name="text" value="Grüße"></label>
            <label>Files <input type="file" name="file" multiple></label>
            <button>Upload</button>
            </form>
            <p>What a photo picker sends is taken at <a href="\(PhotoPicker.path)">\(PhotoPicker.path)</a>.</p>
            <h2>Other servers</h2>
            <table>\(rows.joined(separator: "\n"))</table>
            </html>

            """
    }
}

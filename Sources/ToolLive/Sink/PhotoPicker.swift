import Bytes
import Forms
import Inspection
import Pipeline
import Policy
import Reporting

/// The endpoint that takes what a photo picker sends: a text that says what the picture is for, and the picture.
///
/// It answers with the URL of the picture as text, and nothing else: the app goes on with that.
enum PhotoPicker {
    /// The path of the endpoint.
    static let path = "/photo-picker"

    /// The rules of the contract, for requests to the endpoint alone.
    static func rules() throws -> [any Rule] {
        var contract = try BuiltInContract.photoPicker.contract()
        contract.appliesTo = URLPattern("\(path)*")
        return ContractRules.all(for: contract)
    }

    /// The answer to an upload.
    ///
    /// - Parameters:
    ///   - exchange: the request, which has ended.
    ///   - files: where its parts were put, one path for each.
    ///   - request: its head.
    ///   - store: remembers the picture.
    /// - Returns: the URL of the picture, or what breaks the contract.
    static func answer(
        to exchange: InspectedExchange,
        files: [String],
        _ request: SinkRequest,
        _ store: UploadStore
    ) -> SinkAnswer {
        let broken = exchange.findings.inReadingOrder.map(\.finding).filter { $0.severity == .error }
        guard broken.isEmpty else {
            let lines = broken.map { "\($0.rule): \($0.message)\n" }
            return SinkAnswer(status: 400, body: lines.joined())
        }
        let parts = exchange.form?.parts ?? []
        guard let index = parts.firstIndex(where: { $0.name.map { Array($0) } == Array("image_file".utf8) }),
            files.indices.contains(index)
        else { return SinkAnswer(status: 400, body: "The picture could not be kept.\n") }
        let path = store.add(UploadStore.Picture(path: files[index], type: "image/jpeg"))
        return SinkAnswer(status: 200, body: "\(request.origin)\(path)")
    }

    /// The page of the endpoint: the link that opens the app, and a form that sends what the app would.
    static func page(_ request: SinkRequest) -> String {
        let source = request.origin + path
        let link = "photopicker://?source=\(UploadAnswer.encoded(Array(source.utf8)))&context=sink"
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>partwise photo picker</title>
            <style>
            :root { color-scheme: light dark }
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
            label { display: block; margin: .75rem 0 }
            input[type=text] { width: 100%; box-sizing: border-box; font: inherit }
            code { overflow-wrap: anywhere }
            </style>
            <h1>Photo picker</h1>
            <p><a href="\(HTMLText.escaped(link))">Open the photo picker</a></p>
            <p><code>\(HTMLText.escaped(link))</code></p>
            <p>The app lets you choose a picture, uploads it to <code>\(HTMLText.escaped(source))</code> with the fields
            <code>context</code> and <code>image_file</code> (a JPEG named <code>photopicker.jpg</code>), and gets the
            picture's URL as text.</p>
            <h2>Without the app</h2>
            <p>Send the same form from a terminal:</p>
            <p><code>partwise send \(HTMLText.escaped(source)) -F context=sink
            -F 'image_file=@picture.jpg;filename=photopicker.jpg'</code></p>
            <p>or from here; the file must be named <code>photopicker.jpg</code>:</p>
            <form method="post" enctype="multipart/form-data" action="\(path)">
            <label>Context <input type="text" name="context" value="sink"></label>
            <label>Picture <input type="file" name="image_file" accept="image/jpeg"></label>
            <button>Upload</button>
            </form>
            </html>

            """
    }
}

extension ServerErrorCatalogue {
    /// What may take the body away from middleware of Node.js before it reads it.
    private static let consumed =
        "Look for what reads the body first: on Cloud Functions and Firebase it is in `req.rawBody`, to be handed over "
        + "with `busboy.end(req.rawBody)`; in Next.js switch its body parser off for the route (`bodyParser: false`); "
        + "use multer once in a route; let no other body parser or await come before it. Then look at the server's "
        + "requestTimeout and at limits of the proxy before it."

    /// Node.js: busboy and what stands on it, undici.
    static let node: [ServerError] = [
        ServerError(
            ["Unexpected end of form", "Unexpected end of multipart data"],
            of: "busboy (multer, express-fileupload, Fastify, NestJS)",
            meaning: "busboy's input ended before the close delimiter.",
            rules: brokenEnd,
            elsewhere: consumed
        ),
        ServerError(
            ["Multipart: Boundary not found"],
            of: "busboy and dicer (multer, NestJS)",
            meaning: "busboy found no boundary parameter in the Content-Type of the request.",
            rules: lostBoundary,
            elsewhere: "Look for a proxy or a test client that rewrites Content-Type."
        ),
        ServerError(
            ["Malformed part header"],
            of: "busboy (multer)",
            meaning: "busboy read something as a part's header line that is none.",
            rules: [
                "line/missing-blank-line", "part-header/no-colon", "part-header/none",
                "line/lf-in-part-headers",
                "line/bare-lf-everywhere", "boundary/occurs-in-content",
            ],
            elsewhere: consumed
        ),
        ServerError(
            ["Failed to parse body as FormData"],
            of: "undici (fetch of Node.js: request.formData())",
            meaning: "undici has this one text for everything that it cannot read.",
            rules: lostBoundary + [
                "boundary/mismatch", "delimiter/no-final-crlf", "delimiter/leading-crlf",
                "delimiter/preamble",
                "delimiter/epilogue", "line/bare-lf-everywhere", "disposition/missing-name",
                "disposition/unquoted-value",
            ] + brokenEnd,
            elsewhere:
                "Look whether the body was read before: formData() can be called once, and not after text()."
        ),
    ]
}

extension ServerErrorCatalogue {
    /// Rust.
    static let rust: [ServerError] = [
        ServerError(
            ["Error parsing multipart/form-data request"],
            of: "axum",
            about: .form,
            meaning: "multer could not read the form, or the body is longer than axum allows.",
            rules: brokenEnd + badHeader + otherBoundary + ["limits/body-size"],
            elsewhere:
                "axum refuses bodies above 2 MiB unless DefaultBodyLimit says otherwise. Print the error's source(): that is "
                + "multer's own text."
        ),
        ServerError(
            ["Invalid boundary for multipart/form-data request"],
            of: "axum",
            about: .mediaType,
            meaning: "The Content-Type of the request has no boundary parameter.",
            rules: lostBoundary + otherType,
            elsewhere: "Look for a client that sets Content-Type by hand over a form."
        ),
        ServerError(
            ["incomplete multipart stream"],
            of: "multer (Rust: axum, Rocket, warp)",
            about: .end,
            meaning:
                "The body ends before the close delimiter, or the delimiters of Content-Type do not occur.",
            rules: brokenEnd + otherBoundary + ["line/bare-lf-everywhere"],
            elsewhere: "Look for a layer that has read the body, and for a proxy that closes early."
        ),
        ServerError(
            ["Multipart boundary is not found"],
            of: "actix-multipart",
            about: .mediaType,
            meaning: "The Content-Type of the request has no boundary parameter.",
            rules: lostBoundary + otherType,
            elsewhere: "Look for a client that sets Content-Type by hand over a form."
        ),
        ServerError(
            ["Multipart stream is incomplete"],
            of: "actix-multipart",
            about: .end,
            meaning:
                "The body ends before the close delimiter, or the delimiters of Content-Type do not occur.",
            rules: brokenEnd + otherBoundary + ["line/bare-lf-everywhere"],
            elsewhere: "Look for a proxy that closes early, and at the limits of the payload."
        ),
    ]
}

extension ServerErrorCatalogue {
    /// S3, the stores that speak its protocol, and services that need the length in advance.
    static let services: [ServerError] = [
        ServerError(
            [
                "The body of your POST request is not well-formed multipart/form-data",
                "MalformedPOSTRequest",
            ],
            of: "S3 and stores that speak its protocol (Aliyun OSS)",
            about: .form,
            meaning: "The store is stricter than servers for forms: it refuses what is legal but unusual.",
            rules: [
                "part-header/content-length-present", "part-header/content-length-wrong", "boundary/quoted",
                "delimiter/extra-trailing-crlf", "delimiter/epilogue",
                "part/order-files-before-fields", "delimiter/missing-close",
            ],
            elsewhere: "Look at the order of the fields: the store ignores every field after `file`."
        ),
        ServerError(
            [
                "Bucket POST must be of the enclosure-type multipart/form-data",
                "RequestIsNotMultiPartContent",
            ],
            of: "S3 and stores that speak its protocol",
            about: .mediaType,
            meaning: "The Content-Type of the request is not multipart/form-data.",
            rules: otherType + otherPage,
            elsewhere: "Send a form to a URL for POST; to a presigned URL for PUT the file goes without one."
        ),
        ServerError(
            ["POST requires exactly one file upload per request", "IncorrectNumberOfFilesInPostRequest"],
            of: "S3 and stores that speak its protocol",
            about: .part,
            meaning: "The form has no part of the name `file`, or more than one file.",
            rules: ["contract/field-count", "disposition/duplicate-field-name"] + otherName + notAFile,
            elsewhere: "Name the part of the file `file`, and put it last."
        ),
        ServerError(
            ["Bucket POST must contain a field named"],
            of: "S3 and stores that speak its protocol",
            about: .part,
            meaning: "The form has no field of the name that the text gives, or has it after the file.",
            rules: ["part/order-files-before-fields"] + otherName,
            elsewhere: "Put every field before `file`: the store ignores those after it."
        ),
        ServerError(
            [
                "IncompleteBody",
                "You did not provide the number of bytes specified by the Content-Length HTTP header",
            ],
            of: "S3 and stores that speak its protocol",
            about: .end,
            meaning: "Fewer bytes came than Content-Length declares.",
            rules: ["length/too-long", "body/truncated", "length/pre-compression"],
            elsewhere:
                "Look for a client that gives up or measures another body, and for a proxy that closes early."
        ),
        ServerError(
            ["EntityTooLarge", "Your proposed upload exceeds the maximum allowed size"],
            of: "S3 and stores that speak its protocol",
            about: .limit,
            meaning: "The file is larger than content-length-range of the policy, or the store, allows.",
            rules: tooLarge,
            elsewhere: "Raise content-length-range of the policy, or upload in several parts."
        ),
        ServerError(
            [
                "411 Length Required", "501 NotImplemented … Transfer-Encoding",
                "A header you provided implies functionality that is not implemented",
                "NotImplemented … Transfer-Encoding", "Bad Content-Length",
            ],
            of: "S3, GitHub's uploads, older servers and devices",
            about: .head,
            meaning:
                "The server needs the length in advance: it does not accept Transfer-Encoding: chunked.",
            rules: [
                "framing/chunked-upload", "length/missing", "length/with-transfer-encoding",
                "length/invalid-syntax",
            ],
            elsewhere:
                "An upload in chunks is legal. Give the stream a length, so that the client can send Content-Length."
        ),
    ]
}

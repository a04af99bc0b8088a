extension ServerErrorCatalogue {
    /// Spring, and Jackson, which reads JSON for it.
    static let spring: [ServerError] = [
        ServerError(
            ["Failed to parse multipart servlet request", "Could not parse multipart servlet request"],
            of: "Spring MVC",
            about: .form,
            meaning: "The servlet container could not read the form: the exception named after it says why.",
            rules: brokenEnd + badHeader + lostBoundary + otherBoundary + ["limits/body-size"],
            elsewhere:
                "Look for the exception that it names as its cause (`nested exception is`, `Caused by`), and explain that. "
                + "A client that goes away in mid-upload gives the same error."
        ),
        ServerError(
            [
                "Required request part … is not present", "Required part … is not present",
                "Required MultipartFile parameter … is not present",
            ],
            of: "Spring MVC and WebFlux",
            about: .part,
            meaning: "No part has the name that the handler asks for, or the parts were not found at all.",
            rules: [
                "disposition/missing-name", "disposition/empty-name", "disposition/unquoted-illegal",
                "disposition/raw-quote", "disposition/unterminated-quote", "disposition/type-not-form-data",
                "boundary/mismatch", "boundary/header-includes-dashes", "disposition/filename-star",
                "delimiter/missing-close", "content-type/wrong-type", "contract/field-missing",
                "contract/field-extra",
            ] + notAFile + otherName,
            elsewhere:
                "Compare the names: that of the part with the one in @RequestPart or @RequestParam, letter for letter. "
                + servlet
        ),
        ServerError(
            ["Could not find first boundary"],
            of: "Spring WebFlux",
            about: .delimiter,
            meaning: "The body has no line that begins with the boundary of Content-Type.",
            rules: [
                "boundary/mismatch", "delimiter/none-found", "boundary/header-includes-dashes",
                "boundary/body-missing-dashes", "body/empty", "line/bare-lf-everywhere",
                "body/format-is-other",
            ] + otherBoundary,
            elsewhere: "Look for a gateway filter that reads the body to log it and passes on an empty one."
        ),
        ServerError(
            [
                "Content type 'application/octet-stream' not supported",
                "Content-Type 'application/octet-stream' is not supported",
            ],
            of: "Spring MVC and WebFlux",
            about: .mediaType,
            meaning:
                "A part that the handler reads as JSON came without a Content-Type of its own, or the whole request is of "
                + "this type.",
            rules: [
                "contract/content-type", "part-header/content-type-malformed",
                "part-header/file-without-content-type",
            ] + otherType,
            elsewhere:
                "Give the part its type: `new Blob([json], {type: \"application/json\"})` in JavaScript, "
                + "`;type=application/json` after the value in curl."
        ),
        ServerError(
            [
                "Content type 'multipart/form-data … not supported",
                "Content-Type 'multipart/form-data … is not supported",
            ],
            of: "Spring MVC and WebFlux",
            about: .misreading,
            meaning:
                "The handler takes no form: its argument is read from the whole body, or its mapping consumes another type.",
            rules: ["content-type/wrong-type", "contract/content-type", "contract/url"],
            elsewhere:
                "Annotate the argument with @RequestPart, @RequestParam or @ModelAttribute in place of @RequestBody, and let "
                + "`consumes` name multipart/form-data."
        ),
        ServerError(
            ["Content type … not supported", "Content-Type … is not supported"],
            of: "Spring MVC and WebFlux",
            about: .mediaType,
            meaning: "The handler takes another Content-Type than that of the request, or of a part.",
            rules: otherType + otherPage + ["contract/content-type"],
            elsewhere: "Compare the type with `consumes` of the mapping. " + retyped
        ),
        ServerError(
            [
                "Unexpected character ('-' (code 45))",
                "Unexpected character ('-' (code 45)) in numeric value: expected digit (0-9) to follow minus sign",
            ],
            of: "Jackson (Spring MVC, AWS Lambda)",
            about: .misreading,
            meaning:
                "The body was read as JSON, and a dash stands where none may: as the first byte it belongs to the delimiter "
                + "of a form.",
            rules: ["content-type/wrong-type", "content-type/duplicate-header", "content-type/missing"],
            elsewhere:
                "Look whether the handler reads its argument with @RequestBody. In JSON a dash begins a number only."
        ),
    ]
}

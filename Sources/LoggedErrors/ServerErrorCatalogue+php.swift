extension ServerErrorCatalogue {
    /// PHP and Laravel.
    static let php: [ServerError] = [
        ServerError(
            [
                "Missing boundary in multipart/form-data POST data",
                "Invalid boundary in multipart/form-data POST data",
            ],
            of: "PHP",
            about: .boundary,
            meaning:
                "PHP found no boundary parameter in the Content-Type of the request, or one whose quote is open.",
            rules: lostBoundary + ["boundary/unterminated-quote"],
            elsewhere: "Look for a proxy or a framework before PHP that rewrites Content-Type."
        ),
        ServerError(
            ["File Upload Mime headers garbled"],
            of: "PHP",
            about: .partHeader,
            meaning:
                "PHP found a part whose Content-Disposition has neither a name nor a filename that it can read.",
            rules: [
                "disposition/missing-name", "disposition/filename-star", "disposition/unquoted-illegal",
                "disposition/unterminated-quote", "disposition/raw-quote", "disposition/missing-semicolon",
            ] + noDisposition,
            elsewhere:
                "Look at upload_max_filesize, post_max_size and max_input_vars of PHP, which lose fields too."
        ),
        ServerError(
            ["Undefined array key", "Undefined index:"],
            of: "a script in PHP, as of $_FILES or $_POST",
            about: .part,
            meaning: "PHP has no file or field under the key that the script asks for, or none at all.",
            rules: notAFile + otherName + ["semantics/put-form"],
            elsewhere:
                "Compare the name with the key: a dot, a blank or an open bracket in it becomes `_`. A body above "
                + "post_max_size leaves the form empty."
        ),
        ServerError(
            ["POST Content-Length of … bytes exceeds the limit of … bytes", "PostTooLargeException"],
            of: "PHP (Laravel)",
            about: .limit,
            meaning: "The request is longer than post_max_size: $_POST and $_FILES are empty.",
            rules: tooLarge,
            elsewhere: "Raise post_max_size, which is 8 MiB if not set, and upload_max_filesize."
        ),
        ServerError(
            [
                "Maximum number of allowable file uploads has been exceeded",
                "Multipart body parts limit exceeded",
                "To increase the limit change max_input_vars in php.ini",
            ],
            of: "PHP",
            about: .limit,
            meaning: "The form has more files or fields than the settings allow: those after them are lost.",
            rules: tooMany,
            elsewhere:
                "Raise max_file_uploads (20 if not set), max_input_vars (1,000) or max_multipart_body_parts, which is the "
                + "sum of both."
        ),
        ServerError(
            [
                "UPLOAD_ERR_INI_SIZE", "UPLOAD_ERR_FORM_SIZE",
                "exceeds the upload_max_filesize directive in php.ini",
                "exceeds your upload_max_filesize ini directive",
                "exceeds the MAX_FILE_SIZE directive that was specified in the HTML form",
            ],
            of: "PHP (codes 1 and 2 of $_FILES)",
            about: .limit,
            meaning:
                "The file is larger than upload_max_filesize, or than the field MAX_FILE_SIZE of the form says.",
            rules: tooLarge + swallowed,
            elsewhere:
                "Raise upload_max_filesize, which is 2 MiB if not set, or change the field of the form."
        ),
        ServerError(
            ["UPLOAD_ERR_PARTIAL", "was only partially uploaded"],
            of: "PHP (code 3 of $_FILES)",
            about: .end,
            meaning: "The body ended inside the file, before the delimiter that has to follow.",
            rules: brokenEnd,
            elsewhere:
                "Look for a client that gives up, as by a timeout or when its page is left, and for a proxy that closes "
                + "early."
        ),
        ServerError(
            ["UPLOAD_ERR_NO_FILE", "No file was uploaded"],
            of: "PHP (code 4 of $_FILES)",
            about: .part,
            meaning:
                "The field is there with an empty filename, as of a file input in which no file was chosen.",
            rules: ["disposition/empty-filename"] + notAFile + otherName,
            elsewhere: "Look whether the client appends the file before it is chosen or read."
        ),
        ServerError(
            [
                "UPLOAD_ERR_NO_TMP_DIR", "UPLOAD_ERR_CANT_WRITE", "UPLOAD_ERR_EXTENSION",
                "File upload error - unable to create a temporary file",
            ],
            of: "PHP (codes 6, 7 and 8 of $_FILES)",
            about: .unwanted,
            meaning:
                "The file arrived and was not stored: there is no temporary folder, it is full or not writable, or an "
                + "extension refused the file.",
            rules: ["limits/body-size"],
            elsewhere:
                "Look at upload_tmp_dir, the space and the rights of that folder, and at the extensions."
        ),
        ServerError(
            ["UPLOAD_ERR_OK"],
            of: "PHP (code 0 of $_FILES)",
            about: .unwanted,
            meaning: "The file arrived whole: what refuses it is the script's own check.",
            rules: otherContent,
            elsewhere: "Look at what the script asks of the type, the extension and the size."
        ),
        ServerError(
            ["The … field is required", "The … field must be a file", "The … must be a file"],
            of: "Laravel",
            about: .part,
            meaning: "PHP has no field or file under this name, or none at all.",
            rules: otherName + notAFile + ["semantics/put-form"],
            elsewhere:
                "PHP reads forms of POST only: send a PUT or PATCH as POST with `_method`. A body above post_max_size leaves "
                + "the form empty."
        ),
        ServerError(
            [
                "The … must be a file of type: …", "The … field must be a file of type: …",
                "The … must be an image",
                "The … field must be an image",
            ],
            of: "Laravel",
            about: .unwanted,
            meaning:
                "The file has another type than the rule allows, as its content shows, or what came is no file.",
            rules: otherContent + notAFile,
            elsewhere:
                "Compare the first bytes of the file that was sent with those of the file itself: `mimes` and `image` do not "
                + "look at the Content-Type of the part."
        ),
        ServerError(
            ["The … failed to upload"],
            of: "Laravel",
            about: .end,
            meaning: "PHP reports an error for the file: it is too large, or only a part of it came.",
            rules: ["limits/body-size"] + brokenEnd,
            elsewhere: "Look at upload_max_filesize and post_max_size of PHP, and at its temporary folder."
        ),
    ]
}

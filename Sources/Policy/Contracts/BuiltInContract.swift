/// The contracts that are part of the tool.
package enum BuiltInContract: String, Hashable, Sendable, CaseIterable {
    /// An upload to catbox.moe.
    case catbox
    /// An upload from a photo picker.
    case photoPicker = "photo-picker"

    /// The contract's file, as `partwise contract show` writes it.
    package var text: String {
        switch self {
        case .catbox: Self.catboxText
        case .photoPicker: Self.photoPickerText
        }
    }

    /// The parsed contract.
    package func contract() throws(PolicyFailure) -> Contract {
        try Contract(reading: text, path: rawValue)
    }

    private static let photoPickerText = """
        # The upload of a photo picker: what the picture is for, then the picture, always a JPEG under one name.
        contract: photo-picker
        summary: A text that says what the picture is for, and the picture as a JPEG.
        method: POST
        order: fixed
        extra-fields: forbidden
        fields:
          - name: context
            kind: text
            length: {min: 1, max: 1 KiB}
            charset: utf-8
          - name: image_file
            kind: file
            filename: photopicker.jpg
            content-type: image/jpeg
            magic: jpeg
            length: {min: 1}

        """

    private static let catboxText = """
        # The upload of one file to catbox.moe, with an account or without. That it goes to https://catbox.moe is not
        # demanded, so that uploads to a test server can be held against this contract too.
        contract: catbox
        summary: One file, what is to be done with it, and whose it is.
        method: POST
        order: any
        extra-fields: forbidden
        fields:
          - name: reqtype
            kind: text
            value: fileupload
          - name: userhash
            kind: text
            required: false
            length: {max: 64}
            charset: us-ascii
          - name: fileToUpload
            kind: file
            length: {min: 1, max: 200 MiB}

        """
}

extension Configuration {
    /// The text of a new configuration file: no settings, and comments that explain them.
    package static let template = """
        # What this project demands of its uploads. partwise reads this file in the working directory or above it;
        # what is said on the command line wins over it.

        # The least severity at which `partwise check` fails: error, warning or note.
        threshold: error

        # Whether `partwise check` fails too where no upload could be judged: true or false.
        require-uploads: false

        # The severity of each rule's findings: error, warning, note or off. A rule that is off needs a reason.
        # `partwise rules` lists the rules; `partwise explain RULE` explains one.
        rules:
        #   delimiter/no-final-crlf: error
        #   boundary/weak:
        #     severity: off
        #     reason: The vendor's SDK makes the boundary.

        # What uploads must look like: a contract's file, beside this one, or the name of a built-in contract.
        # `partwise contract infer CAPTURE#N` writes one from a good request; several make a list.
        # contract: upload-contract.yml

        # Findings that are known and not reported again. `partwise check CAPTURE --update-baseline` writes the file.
        # baseline: .partwise-baseline.yml

        """
}

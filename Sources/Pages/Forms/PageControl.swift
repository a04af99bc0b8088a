/// A control of a page: an input, a button, a list, a text area, an output.
package struct PageControl: Sendable {
    /// What it is, as far as it matters to what is sent.
    package enum Kind: String, Hashable, Sendable {
        /// Any input that sends one text.
        case text
        /// `<input type=hidden>`.
        case hidden
        /// `<input type=file>`.
        case file
        /// `<input type=checkbox>`.
        case checkbox
        /// `<input type=radio>`.
        case radio
        /// A button that submits.
        case submit
        /// `<input type=image>`.
        case image
        /// A button that does not submit.
        case button
        /// `<select>`.
        case select
        /// `<textarea>`.
        case textarea
        /// What never sends anything: an output, an object.
        case silent
    }

    /// How a control came to its form.
    package enum Association: String, Hashable, Sendable {
        /// It stands in the form.
        case descendant
        /// The form was open when its tag was read, but it does not stand in it: scripts that look for children of the
        /// form do not find it.
        case parser
        /// Its `form` attribute names the form.
        case attribute
        /// It has no form.
        case none
    }

    /// What a submit button has of its own, instead of what its form says.
    package struct Submission: Hashable, Sendable {
        /// The `formaction`, resolved.
        package var address: PageAddress?
        /// The `formmethod`.
        package var method: PageForm.Method?
        /// The `formenctype`.
        package var enctype: PageForm.Enctype?
    }

    /// What it is.
    package var kind: Kind
    /// Its type as browsers report it: `file`, `select-one`.
    package var type: String
    /// Its name; `nil` where it has none.
    package var name: String?
    /// What it sends if it is left alone; of a file input nothing.
    package var values: [String]
    /// Its start tag, in the page as it was sent.
    package var startTag: Range<Int>
    /// The places of its attributes, by name.
    package var attributes: [String: Range<Int>]
    /// The index of its form; `nil` where it has none.
    package var form: Int?
    /// How it came to its form.
    package var association: Association
    /// Whether it is disabled, by itself or by a fieldset.
    package var isDisabled: Bool
    /// Whether several values, or files, can be chosen.
    package var isMultiple: Bool
    /// Whether it is checked, of a checkbox or a radio button.
    package var isChecked: Bool
    /// The `accept` of a file input.
    package var accept: String?
    /// The name under which the direction of its text is sent, and the direction.
    package var direction: (name: String, value: String)?
    /// What a submit button changes of the submission.
    package var submission = Submission()
    /// The index of the element.
    var element: Int

    /// Whether it can send anything: it is not disabled, and has a name.
    ///
    /// The standard bars the controls in a `datalist` too; browsers send them.
    package var isSuccessful: Bool {
        guard !isDisabled, kind != .silent, kind != .button else { return false }
        return kind == .image || !(name ?? "").isEmpty
    }

    /// Whether it is sent whenever its form is, whatever the user does.
    package var isAlwaysSent: Bool {
        guard isSuccessful else { return false }
        switch kind {
        case .text, .hidden, .file, .textarea: return true
        case .select: return !isMultiple && !values.isEmpty
        case .checkbox, .radio, .submit, .image, .button, .silent: return false
        }
    }

    /// Whether it submits the form.
    package var isSubmitter: Bool { kind == .submit || kind == .image }
}

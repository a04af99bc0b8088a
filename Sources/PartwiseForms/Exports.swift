// Who imports PartwiseForms has the writer of forms and the severities of findings without a second import.
@_exported public import Forms
@_exported public import Inspection

extension ReceiverTestCase {
    /// What receivers did with bodies whose Content-Type or boundary is at fault; made by `Receivers/tables`.
    ///
    /// The notation is that of ``ReceiverTestCase/init(parsing:)``.
    static let headText = """
        content-type/boundary-overwritten ct-no-boundary ✗✗✗✗∅✗∅✗−✗✗
          modsecurity !Boundary not found in C-T
          libhtp NOT_PARSED
        content-type/whitespace-around-equals ct-boundary-space-before-eq =====✗∅=✗=✗
          modsecurity BOUNDARY_WHITESPACE
          libhtp HBOUNDARY_UNUSUAL
        content-type/whitespace-around-equals ct-boundary-space-after-eq ====∅✗∅=✗=✗
          modsecurity !No boundaries found in payload; UNMATCHED_BOUNDARY BOUNDARY_WHITESPACE DATA_BEFORE
          libhtp HBOUNDARY_UNUSUAL
        content-type/missing-semicolon ct-no-semicolon ✗∅∅✗=✗∅∅∅✗✗
          modsecurity MISSING_SEMICOLON
          libhtp HBOUNDARY_INVALID
        content-type/comma-separator ct-comma ✗∅∅✗=✗∅∅==✗
          modsecurity !Invalid boundary in C-T (malformed)
          libhtp HBOUNDARY_INVALID
        content-type/charset-param ct-charset-after ===========
          libhtp HBOUNDARY_INVALID
        content-type/charset-param ct-charset-before ===========
          modsecurity !Invalid boundary in C-T (malformed)
        content-type/empty-parameter ct-trailing-semicolon =====✗=====
          libhtp HBOUNDARY_INVALID
        content-type/rfc2231-parameter ct-rfc2231-boundary ✗✗✗=∅✗==−=✗
          modsecurity !Invalid boundary in C-T (parameter name)
          libhtp HAS_PREAMBLE INCOMPLETE HBOUNDARY_INVALID HBOUNDARY_UNUSUAL -SEEN_LAST_BOUNDARY
        content-type/rfc2231-parameter ct-rfc2231-continuation ✗✗✗=∅✗==−✗✗
          modsecurity !Multiple boundary parameters in C-T
          libhtp BBOUNDARY_NLWS_AFTER HBOUNDARY_INVALID -SEEN_LAST_BOUNDARY
        content-type/type-case ct-type-upper =======✗===
          libhtp HBOUNDARY_INVALID
        content-type/wrong-type ct-json ✗∅∅✗∅✗∅∅∅✗✗
          libhtp NOT_PARSED
        content-type/control-or-nonascii ct-boundary-nonascii ✗✗=✗=✗∅✗==✗
          modsecurity !Invalid boundary in C-T (characters)
          libhtp HAS_PREAMBLE INCOMPLETE HBOUNDARY_INVALID -SEEN_LAST_BOUNDARY
        content-type/mixed-instead-of-form-data ct-mixed ✗∅∅✗∅✗∅∅==✗
          libhtp HBOUNDARY_INVALID
        boundary/midline-in-content ok-boundary-midline =======≠==✗
        boundary/quoted ok-boundary-quoted-plain ===========
          modsecurity BOUNDARY_QUOTED
          libhtp HBOUNDARY_UNUSUAL
        boundary/empty ct-empty-quoted-boundary ✗✗=✗==∅✗−✗✗
          libhtp NOT_PARSED HBOUNDARY_INVALID HBOUNDARY_UNUSUAL
        boundary/empty ct-empty-boundary ✗✗=✗=✗∅✗−✗✗
          libhtp NOT_PARSED HBOUNDARY_INVALID
        boundary/illegal-char ct-boundary-illegal-chars ✗✗===✗∅====
          modsecurity !Invalid boundary in C-T (characters)
          libhtp HBOUNDARY_INVALID
        boundary/illegal-char ct-boundary-illegal-quoted ========✗==
          modsecurity !Invalid boundary in C-T (characters); BOUNDARY_QUOTED
          libhtp HBOUNDARY_INVALID HBOUNDARY_UNUSUAL
        boundary/needs-quoting ct-boundary-unquoted-slash-eq ✗✗=✗=✗∅====
          libhtp HBOUNDARY_UNUSUAL
        boundary/needs-quoting ct-boundary-unquoted-colon ✗✗=✗=✗∅====
          libhtp HBOUNDARY_UNUSUAL
        boundary/needs-quoting ct-boundary-inner-space-unquoted ✗✗=✗=✗∅====
          libhtp BBOUNDARY_LWS_AFTER BBOUNDARY_NLWS_AFTER HBOUNDARY_INVALID -SEEN_LAST_BOUNDARY
        boundary/quoted-pair ct-boundary-quoted-escape ✗✗✗✗∅✗=−✗∅=
          modsecurity !Invalid boundary in C-T (characters); BOUNDARY_QUOTED
          libhtp HAS_PREAMBLE INCOMPLETE HBOUNDARY_INVALID HBOUNDARY_UNUSUAL -SEEN_LAST_BOUNDARY
        boundary/unterminated-quote ct-boundary-unterminated-quote ✗✗✗✗∅✗∅−=∅=
          modsecurity !Invalid boundary in C-T (quote)
          libhtp HAS_PREAMBLE INCOMPLETE HBOUNDARY_INVALID HBOUNDARY_UNUSUAL -SEEN_LAST_BOUNDARY
        boundary/duplicate-parameter ct-boundary-dup-same ===✗====✗==
          modsecurity !Multiple boundary parameters in C-T
          libhtp HBOUNDARY_INVALID
        boundary/duplicate-parameter ct-boundary-dup-diff-body-first ✗✗✗✗==∅−✗∅=
          modsecurity !Multiple boundary parameters in C-T
          libhtp HBOUNDARY_INVALID
        boundary/duplicate-parameter ct-boundary-dup-diff-body-last ===✗∅✗==✗=✗
          modsecurity !Multiple boundary parameters in C-T
          libhtp HAS_PREAMBLE INCOMPLETE HBOUNDARY_INVALID -SEEN_LAST_BOUNDARY
        boundary/parameter-name-case ct-boundary-name-upper ===========
          modsecurity !Invalid boundary in C-T (case sensitivity)
          libhtp HBOUNDARY_INVALID
        boundary/mismatch bd-mismatch-all ✗✗✗✗∅✗∅−✗∅✗
          modsecurity !No boundaries found in payload; UNMATCHED_BOUNDARY DATA_BEFORE
          libhtp HAS_PREAMBLE INCOMPLETE -SEEN_LAST_BOUNDARY
        boundary/case-mismatch bd-case-mismatch ✗✗✗✗∅✗∅−✗∅✗
          modsecurity !No boundaries found in payload; UNMATCHED_BOUNDARY DATA_BEFORE
          libhtp HAS_PREAMBLE INCOMPLETE -SEEN_LAST_BOUNDARY
        boundary/body-missing-dashes bd-body-missing-two-dashes ✗✗✗✗∅✗∅−✗∅✗
          modsecurity !No boundaries found in payload; DATA_BEFORE
          libhtp HAS_PREAMBLE INCOMPLETE -SEEN_LAST_BOUNDARY
        boundary/body-extra-dashes bd-body-extra-dashes ✗✗✗✗∅✗∅≠✗✗✗
          modsecurity !No boundaries found in payload; UNMATCHED_BOUNDARY DATA_BEFORE
          libhtp HAS_PREAMBLE INCOMPLETE -SEEN_LAST_BOUNDARY
        boundary/lookalike-delimiter bd-second-uses-other −−−−−−−−−−−
        boundary/lookalike-delimiter ok-pem-content ===========
        boundary/lf-line-in-content ok-lf-dashboundary-in-content ====≠=≠≠==✗
          modsecurity !Invalid part header (colon missing); LF_LINE CRLF_LF_LINES INVALID_PART
          libhtp LF_LINE PART_UNKNOWN PART_HEADER_INVALID PART_INCOMPLETE
        boundary/too-long ct-boundary-71 ===========
          libhtp HBOUNDARY_INVALID
        boundary/unusual-chars ok-boundary-quoted-colon ===========
          modsecurity BOUNDARY_QUOTED
          libhtp HBOUNDARY_UNUSUAL
        boundary/single-quoted ct-boundary-single-quoted ✗✗✗✗∅✗∅−✗∅✗
          modsecurity !No boundaries found in payload; UNMATCHED_BOUNDARY DATA_BEFORE
          libhtp HAS_PREAMBLE INCOMPLETE HBOUNDARY_UNUSUAL -SEEN_LAST_BOUNDARY
        boundary/single-quoted ct-boundary-single-quoted-literal ===========
          libhtp HBOUNDARY_UNUSUAL
        boundary/trailing-space ct-boundary-trailing-space-quoted =======✗✗==
          modsecurity !Invalid boundary in C-T (characters); BOUNDARY_QUOTED
          libhtp HBOUNDARY_INVALID HBOUNDARY_UNUSUAL
        boundary/inner-space ok-boundary-inner-space-quoted ===========
          modsecurity BOUNDARY_QUOTED
          libhtp HBOUNDARY_INVALID HBOUNDARY_UNUSUAL
        boundary/header-includes-dashes bd-header-has-dashes-too ✗✗✗✗∅✗∅−✗∅✗
          modsecurity !No boundaries found in payload; UNMATCHED_BOUNDARY DATA_BEFORE
          libhtp HAS_PREAMBLE INCOMPLETE -SEEN_LAST_BOUNDARY
        boundary/nested-prefix bo-nested-prefix ✗✗==≠✗=−=✗✗
          modsecurity !Final boundary missing; INVALID_PART
          libhtp BBOUNDARY_NLWS_AFTER PART_UNKNOWN CD_SYNTAX_INVALID PART_INCOMPLETE
        boundary/prefix-in-content dl-prefix-line-in-content ✗✗==≠≠=≠=−✗
          modsecurity !Final boundary missing
          libhtp BBOUNDARY_NLWS_AFTER PART_UNKNOWN PART_HEADER_INVALID PART_INCOMPLETE
        boundary/occurs-in-content dl-boundary-line-in-content ✗✗✗✗≠✗≠≠≠≠✗
          modsecurity !Invalid part header (colon missing); INVALID_PART
          libhtp PART_UNKNOWN PART_HEADER_INVALID PART_INCOMPLETE
        """
}

extension ReceiverTestCase {
    /// What receivers did with bodies whose delimiters or lines are at fault; made by `Receivers/tables`.
    ///
    /// The notation is that of ``ReceiverTestCase/init(parsing:)``.
    static let linesText = """
        delimiter/no-final-crlf ok-no-final-crlf ===========
        delimiter/missing-close dl-missing-close ✗✗−✗=✗∅≠✗✗✗
          modsecurity !Final boundary missing
          libhtp INCOMPLETE -SEEN_LAST_BOUNDARY
        delimiter/missing-close dl-missing-close-no-crlf ✗✗−✗=✗∅=✗✗✗
          modsecurity !Final boundary missing
          libhtp INCOMPLETE -SEEN_LAST_BOUNDARY
        delimiter/malformed-close dl-close-one-dash ✗✗−✗=✗∅=✗=✗
          modsecurity !Final boundary missing
          libhtp BBOUNDARY_NLWS_AFTER -SEEN_LAST_BOUNDARY
        delimiter/malformed-close dl-close-space-dash ✗✗✗✗=✗∅=✗=✗
          modsecurity !Final boundary missing
          libhtp BBOUNDARY_LWS_AFTER BBOUNDARY_NLWS_AFTER -SEEN_LAST_BOUNDARY
        delimiter/malformed-close dl-close-three-dash ===✗=======
          modsecurity !Final boundary missing
          libhtp BBOUNDARY_NLWS_AFTER
        delimiter/padding dl-lwsp-pad-close ===========
          modsecurity !Final boundary missing
          libhtp BBOUNDARY_LWS_AFTER
        delimiter/padding dl-lwsp-pad ✗✗==−−==−−✗
          modsecurity !Final boundary missing
          libhtp BBOUNDARY_LWS_AFTER
        delimiter/padding dl-lwsp-pad-first ✗✗✗=−−===∅✗
          modsecurity !No boundaries found in payload
          libhtp BBOUNDARY_LWS_AFTER
        delimiter/junk-after-close dl-junk-after-close ===✗=======
          modsecurity !Final boundary missing
          libhtp BBOUNDARY_NLWS_AFTER
        delimiter/leading-whitespace dl-leading-ws −−−−−−−≠−−✗
        delimiter/missing-crlf-before-close dl-missing-crlf-before-close ✗✗−✗≠✗∅==✗✗
          modsecurity !Final boundary missing; UNMATCHED_BOUNDARY
          libhtp INCOMPLETE -SEEN_LAST_BOUNDARY
        delimiter/lf-before dl-lf-before-second −−−−=−==−−✗
          modsecurity LF_LINE CRLF_LF_LINES
          libhtp LF_LINE
        delimiter/lf-before dl-lf-before-close ✗✗−✗=✗==≠✗✗
          modsecurity LF_LINE CRLF_LF_LINES
          libhtp LF_LINE
        delimiter/cr-before dl-cr-before-second −−−−−−==−−✗
        delimiter/lf-after dl-lf-after-second ✗✗−✗=−==−=✗
          modsecurity LF_LINE CRLF_LF_LINES
          libhtp LF_LINE
        delimiter/lf-after dl-lf-after-first ✗✗✗✗=−====✗
          modsecurity LF_LINE CRLF_LF_LINES
          libhtp LF_LINE
        delimiter/zero-parts dl-first-is-close ∅∅∅∅∅∅∅∅∅∅∅
        delimiter/zero-parts dl-zero-parts-no-crlf ∅∅∅∅∅∅∅∅✗∅∅
          modsecurity !No boundaries found in payload
        delimiter/duplicate-close dl-double-close ===========
          modsecurity DATA_AFTER
        delimiter/part-after-close dl-part-after-close −−−−=−−=−−−
          modsecurity DATA_AFTER
          libhtp PART_AFTER_LAST_BOUNDARY PART_HEADER_INVALID
        delimiter/consecutive dl-consecutive-delims ✗✗✗✗======✗
          modsecurity !Invalid part header (colon missing); INVALID_PART
          libhtp PART_HEADER_INVALID
        delimiter/inside-headers dl-delim-in-headers ✗✗✗✗−−−−−−✗
          modsecurity !Invalid part header (colon missing); INVALID_PART
          libhtp PART_UNKNOWN PART_HEADER_REPEATED CD_SYNTAX_INVALID PART_INCOMPLETE
        delimiter/inside-headers ln-headers-end-at-delim ✗✗✗✗=✗∅−✗✗✗
          modsecurity !Final boundary missing; INVALID_PART
          libhtp PART_UNKNOWN PART_INCOMPLETE
        delimiter/leading-crlf pre-crlf ===========
          modsecurity DATA_BEFORE
        delimiter/leading-crlf pre-two-crlf ===========
          modsecurity DATA_BEFORE
          libhtp HAS_PREAMBLE
        delimiter/first-not-at-line-start pre-lf ✗✗===−=====
          modsecurity DATA_BEFORE LF_LINE CRLF_LF_LINES
          libhtp LF_LINE
        delimiter/first-not-at-line-start pre-text-no-crlf ✗✗✗−−−==−==
          modsecurity DATA_BEFORE
          libhtp HAS_PREAMBLE
        delimiter/first-not-at-line-start bo-bom ✗✗✗−−−==−==
          modsecurity DATA_BEFORE
          libhtp HAS_PREAMBLE
        delimiter/epilogue epi-text ===========
          modsecurity DATA_AFTER
          libhtp HAS_EPILOGUE
        delimiter/epilogue epi-nul ===========
          modsecurity DATA_AFTER
          libhtp HAS_EPILOGUE
        delimiter/lf-after-close epi-lf ===✗=======
          modsecurity LF_LINE CRLF_LF_LINES
          libhtp LF_LINE
        delimiter/junk-after dl-junk-after-boundary ✗✗−−−−−=−−✗
          modsecurity !Final boundary missing
          libhtp BBOUNDARY_NLWS_AFTER
        delimiter/missing-crlf-before dl-missing-crlf-before-second −−−−−−−=−−✗
        delimiter/no-line-break-after dl-no-crlf-after-first ✗✗✗−−−−=−∅✗
          modsecurity !No boundaries found in payload
          libhtp BBOUNDARY_LWS_AFTER BBOUNDARY_NLWS_AFTER PART_UNKNOWN
        delimiter/empty-body-without-crlf dl-empty-part-then −−−=−−=−−−✗
          modsecurity INVALID_PART
          libhtp PART_UNKNOWN PART_HEADER_REPEATED CD_SYNTAX_INVALID PART_INCOMPLETE
        delimiter/preamble pre-text ==✗========
          modsecurity DATA_BEFORE
          libhtp HAS_PREAMBLE
        delimiter/extra-trailing-crlf epi-extra-crlf ===========
          modsecurity DATA_AFTER
        delimiter/truncated-close bo-truncated-mid-close ✗✗−✗=✗∅=✗=✗
          modsecurity !Final boundary missing
          libhtp -SEEN_LAST_BOUNDARY
        delimiter/none-found bo-urlencoded-body ✗✗✗✗∅✗∅∅✗∅✗
          modsecurity !No boundaries found in payload
          libhtp HAS_PREAMBLE INCOMPLETE -SEEN_LAST_BOUNDARY
        line/text-value-lone-lf ok-bare-lf-content ===========
          libhtp LF_LINE
        line/lf-in-part-headers ln-lf-lf ✗✗✗==✗=−−−✗
          modsecurity LF_LINE CRLF_LF_LINES
          libhtp LF_LINE
        line/lf-in-part-headers ln-lf-header-end ✗✗✗==✗−−−−✗
          modsecurity LF_LINE CRLF_LF_LINES
          libhtp LF_LINE
        line/lf-in-part-headers ln-lf-blank ✗✗✗==✗=−−−✗
          modsecurity LF_LINE CRLF_LF_LINES
          libhtp LF_LINE
        line/cr-cr-lf ln-crcrlf ✗✗✗✗−✗≠−−−✗
          modsecurity !Invalid part header (colon missing); HEADER_FOLDING INVALID_PART INVALID_HEADER_FOLDING
          libhtp PART_HEADER_FOLDING PART_UNKNOWN PART_HEADER_INVALID PART_INCOMPLETE
        line/missing-blank-line ln-missing-blank ✗✗✗✗−✗−−−−✗
          modsecurity !Invalid part header (colon missing); INVALID_PART
          libhtp PART_UNKNOWN PART_HEADER_INVALID PART_INCOMPLETE
        line/blank-line-before-headers ln-extra-blank-before-headers ✗✗✗−−✗=−=−✗
          modsecurity !Part missing Content-Disposition header
          libhtp PART_UNKNOWN
        line/bare-cr-in-header ln-bare-cr-header ✗≠✗==✗====✗
          modsecurity !Final boundary missing; INVALID_PART
        line/bare-cr-in-header cd-filename-raw-cr ==✗−=✗≠≠==✗
        line/bare-lf-everywhere ln-all-lf ✗✗✗==✗=∅✗✗✗
          modsecurity LF_LINE
          libhtp LF_LINE
        line/bare-cr-everywhere ln-all-cr ✗✗✗✗∅✗=∅✗∅✗
          modsecurity !No boundaries found in payload
          libhtp BBOUNDARY_LWS_AFTER BBOUNDARY_NLWS_AFTER -SEEN_LAST_BOUNDARY
        line/utf16-body bo-double-encoded-utf16 ✗✗✗✗∅✗∅∅✗∅✗
          modsecurity !No boundaries found in payload; DATA_BEFORE
          libhtp LF_LINE HAS_PREAMBLE INCOMPLETE -SEEN_LAST_BOUNDARY
        line/leading-bom bo-bom ✗✗✗−−−==−==
          modsecurity DATA_BEFORE
          libhtp HAS_PREAMBLE
        line/mixed dl-lf-before-second −−−−=−==−−✗
          modsecurity LF_LINE CRLF_LF_LINES
          libhtp LF_LINE
        """
}

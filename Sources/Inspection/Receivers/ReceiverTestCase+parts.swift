extension ReceiverTestCase {
    /// What receivers did with bodies whose parts are at fault, or meet a limit; made by `Receivers/tables`.
    ///
    /// The notation is that of ``ReceiverTestCase/init(parsing:)``.
    static let partsText = """
        part-header/none ph-no-headers ✗✗✗−−✗−−−∅✗
          modsecurity !Invalid part header (colon missing); INVALID_PART
          libhtp PART_UNKNOWN
        part-header/missing-content-disposition ph-no-cd ✗✗✗−−−∅−≠−✗
          modsecurity !Invalid part header (colon missing); INVALID_PART
          libhtp PART_UNKNOWN
        part-header/empty-name ph-empty-name ✗✗✗==✗====✗
          modsecurity !Invalid part header (header name missing)
          libhtp PART_HEADER_INVALID
        part-header/leading-whitespace ph-leading-space ✗✗✗✗−✗=====
          modsecurity !Invalid part header (colon missing); HEADER_FOLDING INVALID_PART
          libhtp PART_UNKNOWN PART_HEADER_INVALID
        part-header/invalid-name-char ph-bad-name-char ✗✗✗==✗====✗
          libhtp PART_HEADER_INVALID
        part-header/empty-value ph-empty-value ===========
          libhtp PART_HEADER_INVALID
        part-header/fold-invalid-whitespace ph-obs-fold-vt ✗✗✗✗=✗≠−=−✗
          modsecurity HEADER_FOLDING INVALID_HEADER_FOLDING
          libhtp PART_HEADER_FOLDING
        part-header/duplicate ph-dup-cd ===≠≠≠≠=≠≠=
          libhtp PART_HEADER_REPEATED CD_SYNTAX_INVALID
        part-header/duplicate ph-dup-ct ===========
          libhtp PART_HEADER_REPEATED
        part-header/content-length-wrong ph-content-length-wrong ✗✗=========
          libhtp PART_HEADER_UNKNOWN
        part-header/cte-encoded ph-cte-qp ≠≠≠=≠≠≠≠≠≠≠
          libhtp PART_HEADER_UNKNOWN
        part-header/cte-encoded ph-cte-base64 ≠≠≠≠≠≠≠=≠≠=
          libhtp PART_HEADER_UNKNOWN
        part-header/cte-unknown ph-cte-unknown ===========
          libhtp PART_HEADER_UNKNOWN
        part-header/nul ph-nul-header ====≠✗=====
          modsecurity !Invalid part header (colon missing); INVALID_PART
          libhtp PART_UNKNOWN NUL_BYTE
        part-header/nul ph-nul-in-name-field ✗✗✗==✗====✗
          modsecurity !Nul byte in part headers
          libhtp NUL_BYTE
        part-header/content-type-malformed ph-ct-malformed ===========
        part-header/control-char ph-ctl-in-value ==≠−=✗=≠==✗
          modsecurity !Final boundary missing; INVALID_QUOTING INVALID_PART
          libhtp CD_SYNTAX_INVALID
        part-header/non-ascii-name ok-utf8-filename =====≠=====
        part-header/no-colon ph-no-colon ✗✗✗✗=✗====✗
          modsecurity !Invalid part header (colon missing)
          libhtp PART_HEADER_INVALID
        part-header/space-before-colon ph-space-before-colon ==✗−−✗=−≠==
          modsecurity !Invalid part header (colon missing); INVALID_PART
          libhtp PART_UNKNOWN PART_HEADER_INVALID
        part-header/obs-fold ph-obs-fold ✗=✗====−==✗
          modsecurity HEADER_FOLDING
          libhtp PART_HEADER_FOLDING
        part-header/other-field ph-unknown ===========
          libhtp PART_HEADER_UNKNOWN
        part-header/content-length-present ph-content-length-right ===========
          libhtp PART_HEADER_UNKNOWN
        part-header/content-transfer-encoding ph-cte-binary ===========
          libhtp PART_HEADER_UNKNOWN
        part-header/charset-unknown ph-ct-charset-bad ✗✗===≠==✗==
        part-header/file-without-content-type bo-file-no-ct ===========
        disposition/percent-ambiguous ok-whatwg-escape ≠≠====≠=≠=≠
        disposition/missing-name cd-missing-name ✗≠✗−∅≠≠−≠−✗
          modsecurity !Final boundary missing; INVALID_PART
          libhtp PART_UNKNOWN
        disposition/missing-name cd-missing-name-file ✗≠✗−≠≠≠−≠−✗
          modsecurity !Final boundary missing; INVALID_PART
        disposition/empty-name cd-empty-name ===−−≠==≠−=
          modsecurity !Final boundary missing; INVALID_PART
        disposition/empty-filename cd-empty-filename ========−==
        disposition/type-not-form-data cd-type-attachment ✗✗=−=−===−✗
          modsecurity !Final boundary missing; INVALID_PART
          libhtp PART_UNKNOWN CD_SYNTAX_INVALID
        disposition/type-case cd-type-upper ===========
          modsecurity !Final boundary missing; INVALID_PART
          libhtp PART_UNKNOWN CD_SYNTAX_INVALID
        disposition/unquoted-illegal cd-unquoted-space ≠≠=−≠−≠=≠=≠
          modsecurity !Final boundary missing; INVALID_PART
          libhtp PART_UNKNOWN CD_SYNTAX_INVALID
        disposition/unterminated-quote cd-unterminated ✗≠≠−=−≠≠≠≠✗
          modsecurity !Final boundary missing; INVALID_PART
          libhtp PART_UNKNOWN CD_SYNTAX_INVALID
        disposition/missing-semicolon cd-no-semicolon ✗✗✗−∅−≠−≠−=
          modsecurity !Final boundary missing; INVALID_PART
          libhtp PART_UNKNOWN CD_SYNTAX_INVALID
        disposition/junk-after-value cd-junk-after-quote ==≠−=−=≠=≠=
          modsecurity !Final boundary missing; INVALID_QUOTING INVALID_PART
          libhtp CD_SYNTAX_INVALID
        disposition/duplicate-filename-param cd-dup-filename-param ===−=≠=====
          modsecurity !Final boundary missing; INVALID_PART
          libhtp CD_PARAM_REPEATED
        disposition/unknown-param cd-unknown-param ===========
          modsecurity !Final boundary missing; INVALID_PART
          libhtp CD_SYNTAX_INVALID
        disposition/filename-star cd-filename-star-both ===≠=≠≠≠=≠≠
          libhtp CD_SYNTAX_INVALID
        disposition/filename-star cd-filename-star-only ≠≠≠=≠======
          modsecurity !Final boundary missing; INVALID_PART
          libhtp CD_SYNTAX_INVALID
        disposition/rfc2047-encoded-word cd-rfc2047 ≠≠≠≠≠≠≠≠≠=≠
        disposition/raw-lf-or-cr cd-filename-raw-lf ===✗≠✗≠≠≠=✗
          modsecurity !Final boundary missing; CRLF_LF_LINES INVALID_PART LF_LINE
          libhtp LF_LINE PART_HEADER_INVALID CD_SYNTAX_INVALID
        disposition/raw-lf-or-cr cd-filename-raw-cr ==✗−=✗≠≠==✗
        disposition/backslash-escape cd-filename-bs-quote ==========✗
        disposition/filename-path cd-filename-traversal ===≠≠≠=≠≠==
        disposition/filename-path cd-filename-winpath ===≠==≠==≠≠
        disposition/filename-nul cd-filename-nul ====≠✗=≠=✗=
          modsecurity !Invalid part header (colon missing); INVALID_PART
          libhtp PART_UNKNOWN NUL_BYTE
        disposition/name-not-utf8 cd-name-latin1 ✗✗=≠≠=∅−✗≠≠
        disposition/parameter-case cd-name-param-upper ===========
          modsecurity !Final boundary missing; INVALID_PART
          libhtp PART_UNKNOWN CD_PARAM_UNKNOWN
        disposition/unquoted-value cd-unquoted ===========
          libhtp PART_UNKNOWN CD_SYNTAX_INVALID
        disposition/single-quoted cd-single-quoted ≠≠≠≠=≠≠≠≠≠≠
          modsecurity INVALID_QUOTING
          libhtp PART_UNKNOWN CD_SYNTAX_INVALID
        disposition/trailing-semicolon cd-trailing-semicolon =====−=====
          libhtp CD_SYNTAX_INVALID
        disposition/space-around-equals cd-space-around-eq ====∅−≠=≠=✗
        disposition/duplicate-name-param cd-dup-name-param ===−=≠=====
          modsecurity !Final boundary missing; INVALID_PART
          libhtp CD_PARAM_REPEATED
        disposition/name-star cd-name-star ✗≠✗=∅≠==≠==
          modsecurity !Final boundary missing; INVALID_PART
          libhtp PART_UNKNOWN CD_SYNTAX_INVALID
        disposition/raw-crlf cd-filename-raw-crlf ✗✗✗✗≠✗≠≠≠≠✗
          modsecurity !Final boundary missing; INVALID_PART
          libhtp PART_HEADER_INVALID CD_SYNTAX_INVALID
        disposition/raw-quote cd-filename-raw-quote ≠≠=−≠−≠=≠=✗
          modsecurity !Final boundary missing; INVALID_QUOTING INVALID_PART
          libhtp CD_SYNTAX_INVALID
        disposition/backslash-before-closing-quote cd-filename-bs-end ===−≠−≠−≠≠=
          modsecurity !Final boundary missing; INVALID_PART
          libhtp CD_SYNTAX_INVALID
        disposition/filename-not-utf8 cd-filename-latin1 ✗✗=≠≠=∅−≠≠≠
        disposition/duplicate-field-name cd-dup-field-names ====−===−==
        part/nested-multipart bo-nested-mixed ≠≠≠≠≠≠≠≠≠✗≠
        part/nul-in-field bo-nul-content ===========
        part/charset-field cd-charset-field ===========
        body/empty bo-empty ✗✗∅✗∅✗∅∅✗∅✗
          libhtp -SEEN_LAST_BOUNDARY
        body/empty bo-only-crlf ✗✗∅✗∅✗∅∅✗∅✗
          modsecurity !No boundaries found in payload; DATA_BEFORE
          libhtp -SEEN_LAST_BOUNDARY
        body/truncated bo-truncated-mid-data ✗✗−✗=✗∅=✗✗✗
          modsecurity !Final boundary missing
          libhtp INCOMPLETE -SEEN_LAST_BOUNDARY
        body/truncated bo-truncated-mid-header ✗✗===✗∅=✗✗✗
          modsecurity !Final boundary missing
          libhtp INCOMPLETE PART_UNKNOWN PART_INCOMPLETE -SEEN_LAST_BOUNDARY
        body/format-is-other bo-urlencoded-body ✗✗✗✗∅✗∅∅✗∅✗
          modsecurity !No boundaries found in payload
          libhtp HAS_PREAMBLE INCOMPLETE -SEEN_LAST_BOUNDARY
        limits/part-header-count ph-many-20 ✗✗✗========
          libhtp PART_HEADER_UNKNOWN
        limits/part-header-line ph-long-5000 ✗✗✗====✗=✗=
          modsecurity !Final boundary missing
          libhtp PART_HEADER_UNKNOWN
        limits/part-header-line ph-long-20000 ✗✗✗==✗=✗=✗=
          modsecurity !Final boundary missing
          libhtp PART_HEADER_UNKNOWN
        limits/boundary-length-receiver ct-boundary-300 ==✗====✗===
          libhtp HBOUNDARY_INVALID
        compat/modsecurity-dash-lines ok-pem-content ===========
        """
}

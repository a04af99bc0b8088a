internal import COpenSSL

extension X509Certificate {
    /// What a certificate is for.
    package enum Purpose {
        /// To sign those of servers, and no other authorities.
        case authority
        /// To stand for hosts as a server.
        case server(Hosts)
    }

    /// The greatest length of a common name, in characters (RFC 5280, appendix A).
    private static let commonNameLimit = 64

    /// Makes a certificate; `nil` where the name is empty, or one of the hosts is not of ASCII.
    ///
    /// - Parameters:
    ///   - key: the key that it is for.
    ///   - name: its common name, of which the first 64 characters are taken.
    ///   - purpose: what it is for.
    ///   - validity: from when on, and until when, in seconds since 1970.
    ///   - issuer: the certificate of the authority, and its key; `nil` where it signs itself.
    package convenience init?(
        for key: SigningKey,
        name: String,
        purpose: Purpose,
        validity: Range<Int>,
        issuer: (certificate: X509Certificate, key: SigningKey)? = nil
    ) {
        let library = Libcrypto.x509
        guard let made = library.X509_new() else { preconditionFailure("OpenSSL lacks memory") }
        let subject = library.X509_get_subject_name(made)
        let text = Array(name.prefix(Self.commonNameLimit).utf8)
        let isNamed = library.X509_NAME_add_entry_by_txt(
            subject,
            "CN",
            MBSTRING_UTF8,
            text,
            Int32(text.count),
            -1,
            0
        )
        let issuerName = issuer.map { library.X509_get_subject_name($0.certificate.certificate) }
        var serial = [UInt8](repeating: 0, count: 20)
        let isRandom = library.RAND_bytes(&serial, Int32(serial.count))
        precondition(isRandom == 1, "OpenSSL has no random numbers")
        // It is positive, and has no byte too many (RFC 5280 §4.1.2.2).
        serial[0] = serial[0] & 0x7F | 0x40
        guard isNamed == 1,
            library.X509_set_version(made, 2) == 1,
            library.ASN1_STRING_set(library.X509_get_serialNumber(made), serial, Int32(serial.count)) == 1,
            library.ASN1_TIME_set(library.X509_getm_notBefore(made), validity.lowerBound) != nil,
            library.ASN1_TIME_set(library.X509_getm_notAfter(made), validity.upperBound) != nil,
            library.X509_set_issuer_name(made, issuerName ?? subject) == 1,
            library.X509_set_pubkey(made, key.key) == 1,
            Self.extend(made, for: purpose, issuer: issuer?.certificate.certificate),
            library.X509_sign(made, issuer?.key.key ?? key.key, Libcrypto.evp.sha256()) > 0
        else {
            library.ERR_clear_error()
            library.X509_free(made)
            return nil
        }
        self.init(made)
    }

    /// Adds the extensions of a purpose (RFC 5280 §4.2.1).
    private static func extend(
        _ certificate: OpaquePointer,
        for purpose: Purpose,
        issuer: OpaquePointer?
    ) -> Bool {
        let extensions: [(Int32, String)]
        switch purpose {
        case .authority:
            extensions = [
                (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
                (NID_key_usage, "critical,keyCertSign,cRLSign"),
                (NID_subject_key_identifier, "hash"),
            ]
        case .server(let hosts):
            // One that signs itself is an authority too, for those that trust it, and says nothing of its use.
            let uses = [
                (NID_key_usage, "critical,digitalSignature"), (NID_ext_key_usage, "serverAuth"),
                (NID_authority_key_identifier, "keyid"),
            ]
            extensions =
                [(NID_basic_constraints, "critical,CA:FALSE")] + (issuer == nil ? [] : uses)
            guard add(hosts, to: certificate) else { return false }
        }
        let library = Libcrypto.x509
        var context = X509V3_CTX()
        library.X509V3_set_ctx(&context, issuer ?? certificate, certificate, nil, nil, 0)
        return extensions.allSatisfy { identifier, value in
            let made = library.X509V3_EXT_conf_nid(nil, &context, identifier, value)
            defer { library.X509_EXTENSION_free(made) }
            return made != nil && library.X509_add_ext(certificate, made, -1) == 1
        }
    }

    /// Adds the names of hosts, each as it is: as text, one could hold the mark that ends it.
    private static func add(_ hosts: Hosts, to certificate: OpaquePointer) -> Bool {
        guard hosts.names.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else { return false }
        let library = Libcrypto.x509
        let list = library.OPENSSL_sk_new_null()
        defer { library.GENERAL_NAMES_free(list) }
        let values =
            hosts.names.map { (GEN_DNS, V_ASN1_IA5STRING, Array($0.utf8)) }
            + hosts.addresses.map { (GEN_IPADD, V_ASN1_OCTET_STRING, $0) }
        for (kind, type, bytes) in values {
            let value = library.ASN1_STRING_type_new(type)
            _ = library.ASN1_STRING_set(value, bytes, Int32(bytes.count))
            let name = library.GENERAL_NAME_new()
            library.GENERAL_NAME_set0_value(name, kind, value)
            _ = library.OPENSSL_sk_push(list, name)
        }
        return library.X509_add1_ext_i2d(
            certificate,
            NID_subject_alt_name,
            UnsafeMutableRawPointer(list),
            0,
            0
        )
            == 1
    }
}

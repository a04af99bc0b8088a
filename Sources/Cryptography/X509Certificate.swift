internal import COpenSSL

/// A certificate (RFC 5280).
package final class X509Certificate {
    /// The hosts that a certificate names (RFC 5280 §4.2.1.6).
    package struct Hosts: Equatable {
        /// The names of DNS.
        package var names: [String] = []
        /// The addresses: 4 or 16 bytes each, unless the certificate is wrong.
        package var addresses: [[UInt8]] = []

        /// Takes names of DNS and addresses.
        package init(names: [String] = [], addresses: [[UInt8]] = []) {
            self.names = names
            self.addresses = addresses
        }
    }

    let certificate: OpaquePointer
    /// When it begins to be valid, in seconds since 1970.
    package let notBefore: Int
    /// Until when it is valid, in seconds since 1970.
    package let notAfter: Int

    /// Takes a certificate, and frees it; `nil` where there is none, or one without times.
    init?(_ certificate: OpaquePointer?) {
        let library = Libcrypto.x509
        guard let certificate else { return nil }
        guard let notBefore = Self.seconds(library.X509_get0_notBefore(certificate)),
            let notAfter = Self.seconds(library.X509_get0_notAfter(certificate))
        else {
            library.X509_free(certificate)
            return nil
        }
        self.certificate = certificate
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    /// Reads a certificate from its text in PEM; `nil` where there is none.
    package convenience init?(pem: String) {
        var passphrase = CChar(0)
        self.init(
            MemoryFile.reading(Array(pem.utf8)) {
                Libcrypto.x509.PEM_read_bio_X509($0, nil, nil, &passphrase)
            }
        )
    }

    /// Reads a certificate from its bytes; `nil` where they are none.
    package convenience init?(der: [UInt8]) {
        let read = der.withUnsafeBufferPointer { bytes in
            var place = bytes.baseAddress
            return Libcrypto.x509.d2i_X509(nil, &place, bytes.count)
        }
        if read == nil { Libcrypto.x509.ERR_clear_error() }
        self.init(read)
    }

    deinit { Libcrypto.x509.X509_free(certificate) }

    /// The text of the certificate in PEM.
    package var pem: String {
        MemoryFile.written { Libcrypto.x509.PEM_write_bio_X509($0, certificate) }
    }

    /// Whether it names itself as its issuer.
    package var isSelfIssued: Bool {
        let library = Libcrypto.x509
        let issuer = library.X509_get_issuer_name(certificate)
        return library.X509_NAME_cmp(issuer, library.X509_get_subject_name(certificate)) == 0
    }

    /// The hosts that it names; `nil` where they cannot be read.
    package var hosts: Hosts? {
        let library = Libcrypto.x509
        var criticality: Int32 = 0
        let names = library.X509_get_ext_d2i(certificate, NID_subject_alt_name, &criticality, nil)
        guard let names = names.map({ OpaquePointer($0) }) else {
            library.ERR_clear_error()
            // That it has no such extension, rather than two, or one that is malformed.
            return criticality == -1 ? Hosts() : nil
        }
        defer { library.GENERAL_NAMES_free(names) }
        var hosts = Hosts()
        for index in 0..<library.OPENSSL_sk_num(names) {
            var kind: Int32 = 0
            let name = library.OPENSSL_sk_value(names, index)?.assumingMemoryBound(to: GENERAL_NAME.self)
            let value = library.GENERAL_NAME_get0_value(name, &kind)
            guard kind == GEN_DNS || kind == GEN_IPADD, let value else { continue }
            let string = value.assumingMemoryBound(to: ASN1_STRING.self)
            let bytes = UnsafeBufferPointer(
                start: library.ASN1_STRING_get0_data(string),
                count: Int(library.ASN1_STRING_length(string))
            )
            if kind == GEN_DNS {
                hosts.names.append(String(decoding: bytes, as: UTF8.self))
            } else {
                hosts.addresses.append(Array(bytes))
            }
        }
        return hosts
    }

    /// A time as seconds since 1970; `nil` where it is malformed.
    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int? {
        let library = Libcrypto.x509
        let origin = library.ASN1_TIME_set(nil, 0)
        defer { library.ASN1_TIME_free(origin) }
        var (days, seconds): (Int32, Int32) = (0, 0)
        guard library.ASN1_TIME_diff(&days, &seconds, origin, time) == 1 else {
            library.ERR_clear_error()
            return nil
        }
        return Int(days) * 86_400 + Int(seconds)
    }
}

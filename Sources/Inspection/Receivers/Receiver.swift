/// Software that accepts form uploads or inspects them on their way, and whose behaviour is known.
package enum Receiver: String, Hashable, CaseIterable, Sendable {
    /// PHP's own reader of forms.
    case php
    /// Go's package `mime/multipart`.
    case go
    /// busboy, which Multer and many others of Node.js use, with its own settings.
    case busboy
    /// Werkzeug, which Flask uses.
    case werkzeug
    /// Django.
    case django
    /// python-multipart, which Starlette and FastAPI use.
    case pythonMultipart = "python-multipart"
    /// The Python package `multipart`, where it passes errors on (`ignore_errors=False`).
    case defnull
    /// The same in its strict mode.
    case defnullStrict = "defnull-strict"
    /// ModSecurity, a firewall.
    case modSecurity = "modsecurity"
    /// libhtp, with which Suricata reads HTTP.
    case libhtp
    /// Rack, which Rails uses.
    case rack
    /// ASP.NET Core.
    case aspNet = "aspnet"
    /// Tomcat, which Spring Boot uses.
    case tomcat
    /// undici, whose `formData()` Node.js and Next.js use.
    case undici
    /// nginx, in front of any of the others.
    case nginx

    /// The name as its makers write it.
    package var name: String {
        switch self {
        case .php: "PHP"
        case .go: "Go"
        case .busboy: "busboy"
        case .werkzeug: "Werkzeug"
        case .django: "Django"
        case .pythonMultipart: "python-multipart"
        case .defnull: "multipart (Python)"
        case .defnullStrict: "multipart (Python, strict)"
        case .modSecurity: "ModSecurity"
        case .libhtp: "libhtp"
        case .rack: "Rack"
        case .aspNet: "ASP.NET Core"
        case .tomcat: "Tomcat"
        case .undici: "undici"
        case .nginx: "nginx"
        }
    }

    /// The version with which ``ReceiverTestCase`` was measured, `nil` where only limits are known.
    package var measuredVersion: String? { Self.measuredVersions[self] }
}

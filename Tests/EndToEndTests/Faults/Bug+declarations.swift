extension Bug {
    /// Content-Type says something that the body does not keep.
    static let declarations: [Bug] = [
        Bug(
            "AFNetworking/AFNetworking/issues/3374",
            "no Content-Disposition header within part, only sometimes",
            contentType: "multipart/form-data; boundary=Boundary+D87993F14D11D1AD",
            body: field("a", "1", boundary: "Boundary+6F1F86719876A27B") + "--Boundary+6F1F86719876A27B--⏎",
            rules: ["boundary/mismatch"],
            fix: "from the same builder"
        ),
        Bug(
            "Alamofire/Alamofire/issues/553",
            "the form is declared as urlencoded",
            contentType: "application/x-www-form-urlencoded",
            body: field("a", "1", boundary: "alamofire.boundary.4a1f3c2b9d8e7f60")
                + "--alamofire.boundary.4a1f3c2b9d8e7f60--⏎",
            rules: ["content-type/wrong-type"],
            fix: "Remove the line that sets Content-Type"
        ),
        Bug(
            "axios/axios/issues/4630",
            "Multipart: Boundary not found",
            contentType: "multipart/form-data",
            body: field("a", "1") + close,
            rules: ["content-type/boundary-overwritten"],
            fix: "Delete the line that sets Content-Type"
        ),
        Bug(
            "axios/axios/issues/6121",
            "a semicolon got lost in 1.6.0",
            contentType: "multipart/form-data boundary=77f7a4c2d9e80b1f",
            body: field("a", "1", boundary: "77f7a4c2d9e80b1f") + "--77f7a4c2d9e80b1f--⏎",
            rules: ["content-type/missing-semicolon"],
            fix: "Write a semicolon between the type and each parameter"
        ),
        Bug(
            "proyecto26/RestClient/issues/56",
            "Unity: Multipart: Boundary not found, because the type was set by hand",
            contentType: "multipart/form-data;",
            body: field("a", "1") + close,
            rules: ["content-type/boundary-overwritten"],
            fix: "Delete the line that sets Content-Type"
        ),
        Bug(
            "Http-Multipart-Data-Parser/HttpMultipartParser/issues/116",
            "Unity writes an empty line before the first delimiter",
            body: "⏎" + field("a", "1") + close,
            rules: ["delimiter/leading-crlf"],
            fix: "Leave out the CRLF before the first delimiter"
        ),
        Bug(
            "dotnet/runtime/issues/57056",
            "servers do not find the parts of .NET's HttpClient",
            contentType: "multipart/form-data; boundary=\"456a7b1c-5d2e-4f60-8a91-b2c3d4e5f607\"",
            body: "--456a7b1c-5d2e-4f60-8a91-b2c3d4e5f607⏎Content-Type: text/plain; charset=utf-8⏎"
                + "Content-Disposition: form-data; name=Account⏎⏎1⏎--456a7b1c-5d2e-4f60-8a91-b2c3d4e5f607--⏎",
            rules: ["boundary/quoted", "disposition/unquoted-value"],
            fix: "send the boundary without quotes"
        ),
        Bug(
            "cakephp/cakephp/issues/13673",
            "MalformedPOSTRequest: the body is not well-formed multipart/form-data",
            contentType: "multipart/form-data; boundary=\"\(boundary)\"",
            body: field("a", "1") + close + "⏎",
            rules: ["boundary/quoted", "delimiter/extra-trailing-crlf"],
            fix: "a single CRLF"
        ),
        Bug(
            "rack/rack/issues/761",
            "no parameters: the boundary's name was lost, and the close delimiter has one dash",
            contentType: "multipart/form-data; =-6f88d4c2e19a7b35",
            body: field("a", "1", boundary: "-6f88d4c2e19a7b35") + "--6f88d4c2e19a7b35-⏎",
            rules: ["content-type/boundary-overwritten", "boundary/lookalike-delimiter"],
            fix: "Content-Type"
        ),
        Bug(
            "Alamofire/Alamofire/pull/2705",
            "a server looks for four dashes at the beginning of a boundary",
            contentType: "multipart/form-data; boundary=alamofire.boundary.4a1f3c2b9d8e7f60",
            body: field("a", "1", boundary: "alamofire.boundary.4a1f3c2b9d8e7f60")
                + "--alamofire.boundary.4a1f3c2b9d8e7f60--⏎",
            rules: []
        ),
        Bug(
            "Sysix/lexoffice-php-api/pull/13",
            "a server refuses a boundary of 40 hexadecimal digits",
            contentType: "multipart/form-data; boundary=da39a3ee5e6b4b0d3255bfef95601890afd80709",
            body: field("a", "1", boundary: "da39a3ee5e6b4b0d3255bfef95601890afd80709")
                + "--da39a3ee5e6b4b0d3255bfef95601890afd80709--⏎",
            rules: []
        ),
        Bug(
            "postmanlabs/postman-app-support/issues/6737",
            "the last delimiter ends in two dashes that Content-Type does not have",
            contentType: "multipart/form-data; boundary=--------------------------879432118945495249",
            body: field("a", "1", boundary: "--------------------------879432118945495249")
                + "----------------------------879432118945495249--⏎",
            rules: []
        ),
        Bug(
            "react/react-native/issues/5308",
            "React Native: no part is found on Android, where the boundary was set by hand",
            contentType: "multipart/form-data; boundary=6ff46e0b6b5148d984f148b6542e5a5d",
            body: field("a", "1", boundary: "3f1b6a70-3b51-4a3c-9c5f-9d2a5e1c7b80")
                + "--3f1b6a70-3b51-4a3c-9c5f-9d2a5e1c7b80--⏎",
            rules: ["boundary/mismatch"],
            fix: "from the same builder"
        ),
        Bug(
            "AnWeber/httpyac/issues/57",
            "Required request part 'file' is not present: the header has the delimiter's dashes, and the end is missing",
            contentType: "multipart/form-data; boundary=--WebKitFormBoundary",
            body: file(boundary: "WebKitFormBoundary"),
            rules: ["boundary/header-includes-dashes"],
            fix: "Leave two dashes out of Content-Type"
        ),
        Bug(
            "jarrodek/ChromeRestClient/issues/26",
            "a slip of the finger in the body's boundary",
            contentType: "multipart/form-data; boundary=todoLALALA",
            body: field("a", "1", boundary: "totoLALALA") + "--totoLALALA--⏎",
            rules: ["boundary/mismatch"],
            fix: "totoLALALA"
        ),
    ]
}

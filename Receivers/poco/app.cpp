#include "part.hpp"
#include <Poco/Net/HTMLForm.h>
#include <Poco/Net/HTTPRequestHandler.h>
#include <Poco/Net/HTTPRequestHandlerFactory.h>
#include <Poco/Net/HTTPServer.h>
#include <Poco/Net/HTTPServerRequest.h>
#include <Poco/Net/HTTPServerResponse.h>
#include <Poco/Net/MessageHeader.h>
#include <Poco/Net/PartHandler.h>
#include <Poco/StreamCopier.h>
#include <unistd.h>

using namespace Poco::Net;

struct Files : PartHandler {
    Parts &parts;
    Files(Parts &parts) : parts(parts) {}
    void handlePart(const MessageHeader &header, std::istream &stream) override {
        std::string disposition, content;
        NameValueCollection parameters;
        MessageHeader::splitParameters(header.get("Content-Disposition", ""), disposition, parameters);
        Poco::StreamCopier::copyToString(stream, content);
        std::string filename = parameters.get("filename", "");
        parts.add(parameters.get("name", ""), &filename, content);
    }
};

struct Read : HTTPRequestHandler {
    void handleRequest(HTTPServerRequest &request, HTTPServerResponse &response) override {
        Parts parts;
        Files files(parts);
        try {
            HTMLForm form(request, request.stream(), files);
            for (auto &field : form) parts.add(field.first, nullptr, field.second);
        } catch (Poco::Exception &error) {
            response.setStatusAndReason(HTTPResponse::HTTP_BAD_REQUEST);
        }
        std::string text = parts.text();
        response.sendBuffer(text.data(), text.size());
    }
};

struct Factory : HTTPRequestHandlerFactory {
    HTTPRequestHandler *createRequestHandler(const HTTPServerRequest &) override { return new Read; }
};

int main() {
    ServerSocket socket(SocketAddress("127.0.0.1", atoi(getenv("PORT"))));
    HTTPServer server(new Factory, socket, new HTTPServerParams);
    server.start();
    pause();
}

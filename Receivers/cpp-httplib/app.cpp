#include "part.hpp"
#include <httplib.h>

int main() {
    httplib::Server server;
    server.Post("/", [](const httplib::Request &request, httplib::Response &response) {
        Parts parts;
        for (auto &[name, file] : request.files)
            parts.add(name, file.filename.empty() ? nullptr : &file.filename, file.content);
        response.set_content(parts.text(), "application/json");
    });
    server.listen("127.0.0.1", atoi(getenv("PORT")));
}

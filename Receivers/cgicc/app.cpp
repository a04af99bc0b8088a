#include "part.hpp"
#include <cgicc/Cgicc.h>
#include <iostream>

int main() {
    Parts parts;
    cgicc::Cgicc form;
    for (auto &field : form.getElements()) parts.add(field.getName(), nullptr, field.getValue());
    for (auto &file : form.getFiles()) {
        std::string filename = file.getFilename();
        parts.add(file.getName(), &filename, file.getData());
    }
    std::cout << "Content-Type: application/json\r\n\r\n" << parts.text();
}

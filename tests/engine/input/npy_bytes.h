#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

/// NPY files made for tests, good ones and bad ones.
namespace netsmith::test {

/// The bytes of a file with this dictionary, valid or not, and these elements.
inline std::string npyFile(const std::string& dictionary, const std::string& elements, int version = 1)
{
    std::string out = "\x93NUMPY";
    out += static_cast<char>(version);
    out += '\0';
    const std::size_t lengthBytes = version == 1 ? 2 : 4;
    std::string header = dictionary;
    while ((out.size() + lengthBytes + header.size() + 1) % 64 != 0)
        header += ' ';
    header += '\n';
    for (std::size_t i = 0; i < lengthBytes; ++i)
        out += static_cast<char>(header.size() >> 8 * i & 255);
    return out + header + elements;
}

inline std::string npyHeader(const std::string& type, const std::string& shape, bool fortran = false)
{
    return "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }";
}

template <class T>
std::string bytesOf(const std::vector<T>& values, bool reversed = false)
{
    std::string out;
    for (const T value : values) {
        char bytes[sizeof value];
        std::memcpy(bytes, &value, sizeof value);
        std::string text(bytes, sizeof value);
        out += reversed ? std::string(text.rbegin(), text.rend()) : text;
    }
    return out;
}

} // namespace netsmith::test

#pragma once

#include "engine/core/error.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>
#include <zlib.h>

/// IDX and gzip files made for tests, good ones and bad ones.
namespace netsmith::test {

inline std::string bigEndian(std::uint32_t value)
{
    std::string out;
    for (const int shift : {24, 16, 8, 0})
        out += static_cast<char>(value >> shift & 255);
    return out;
}

inline std::string idxHeader(int type, const std::vector<std::uint32_t>& sizes)
{
    std::string out{'\0', '\0', static_cast<char>(type), static_cast<char>(sizes.size())};
    for (const std::uint32_t size : sizes)
        out += bigEndian(size);
    return out;
}

/// An IDX file of u8 elements that count 0, 1, 2 … modulo `below`.
inline std::string idxBytes(const std::vector<std::uint32_t>& sizes, unsigned below = 251)
{
    std::size_t count = 1;
    for (const std::uint32_t size : sizes)
        count *= size;
    std::string out = idxHeader(0x08, sizes);
    for (std::size_t i = 0; i < count; ++i)
        out += static_cast<char>(i % below);
    return out;
}

/// One gzip member.
inline std::string gzipped(const std::string& content)
{
    z_stream stream{};
    if (deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        throw Error(ErrorKind::failed, NS_MESSAGE("test.gzip", "zlib can't compress"));
    std::string out(deflateBound(&stream, content.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = static_cast<uInt>(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

/// `content` with the bits of `mask` flipped in the byte at `at`, counted from the end if negative.
inline std::string flipped(std::string content, std::ptrdiff_t at, int mask)
{
    char& byte = content[static_cast<std::size_t>(at < 0 ? std::ssize(content) + at : at)];
    byte = static_cast<char>(byte ^ mask);
    return content;
}

} // namespace netsmith::test

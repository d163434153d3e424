#include "engine/input/byte_reader.h"

#include "engine/core/error.h"
#include "engine/core/system_reason.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <vector>
#include <zlib.h>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

constexpr std::byte gzipMagic[] = {std::byte{0x1f}, std::byte{0x8b}};

class MemoryReader final : public ByteReader {
public:
    explicit MemoryReader(std::span<const std::byte> content)
        : m_rest(content)
        , m_size(content.size())
    {
    }

    std::size_t read(std::span<std::byte> out) override
    {
        const std::size_t count = std::min(out.size(), m_rest.size());
        std::copy_n(m_rest.begin(), count, out.begin());
        m_rest = m_rest.subspan(count);
        return count;
    }
    std::uint64_t sizeAtMost() const override { return m_size; }

private:
    std::span<const std::byte> m_rest;
    std::uint64_t m_size;
};

class FileReader final : public ByteReader {
public:
    explicit FileReader(const fs::path& path)
        : m_name(path.string())
    {
        std::error_code code;
        // Checked first: opening a pipe would wait for its writer.
        if (fs::exists(path, code) && !fs::is_regular_file(path, code))
            throw Error(ErrorKind::input, NS_MESSAGE("data.kind", "{0} is not a regular file; name a file"), m_name);
        m_file.reset(std::fopen(path.c_str(), "rbe"));
        if (!m_file)
            fail();
        m_size = fs::file_size(path, code);
        if (code)
            fail();
    }

    std::size_t read(std::span<std::byte> out) override
    {
        const std::size_t count = std::fread(out.data(), 1, out.size(), m_file.get());
        if (count < out.size() && std::ferror(m_file.get()))
            fail();
        return count;
    }
    std::uint64_t sizeAtMost() const override { return m_size; }

    bool isGzip()
    {
        std::byte head[sizeof gzipMagic]{};
        const bool same = read(head) == sizeof head && std::ranges::equal(head, gzipMagic);
        std::rewind(m_file.get());
        return same;
    }

private:
    [[noreturn]] void fail() const
    {
        throw Error(ErrorKind::input, NS_MESSAGE("data.read", "can't read {0}: {1}"), m_name, systemReason(errno));
    }

    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::string m_name;
    std::unique_ptr<std::FILE, Close> m_file;
    std::uint64_t m_size = 0;
};

/// RFC 1952, with consecutive members; its checksums are verified by reading to the end.
class GzipReader final : public ByteReader {
public:
    GzipReader(std::unique_ptr<ByteReader> source, std::string name)
        : m_source(std::move(source))
        , m_name(std::move(name))
        , m_input(std::size_t{1} << 16)
    {
        constexpr int gzipOnly = 16 + MAX_WBITS;
        if (inflateInit2(&m_stream, gzipOnly) != Z_OK)
            throw Error(ErrorKind::resources,
                        NS_MESSAGE("data.gzip_memory", "not enough memory to decompress {0}; close other programs"), m_name);
    }
    ~GzipReader() override { inflateEnd(&m_stream); }
    GzipReader(const GzipReader&) = delete;
    GzipReader& operator=(const GzipReader&) = delete;

    std::size_t read(std::span<std::byte> out) override
    {
        std::size_t filled = 0;
        while (filled < out.size() && !m_ended) {
            const std::size_t step = std::min<std::size_t>(out.size() - filled, std::size_t{1} << 30); // zlib counts in 32 bits
            filled += inflateInto(out.subspan(filled, step));
        }
        return filled;
    }
    std::uint64_t sizeAtMost() const override
    {
        constexpr std::uint64_t densest = 1032; // zlib's technical details: 1032:1 is deflate's limit
        const std::uint64_t size = m_source->sizeAtMost();
        return size > UINT64_MAX / densest ? UINT64_MAX : size * densest;
    }

private:
    std::size_t inflateInto(std::span<std::byte> out)
    {
        if (m_stream.avail_in == 0)
            refill();
        const bool inputEnded = m_stream.avail_in == 0;
        m_stream.next_out = reinterpret_cast<Bytef*>(out.data());
        m_stream.avail_out = static_cast<uInt>(out.size());
        const int result = inflate(&m_stream, Z_NO_FLUSH);
        const std::size_t got = out.size() - m_stream.avail_out;
        if (result == Z_STREAM_END)
            nextMember();
        else if (result == Z_BUF_ERROR && inputEnded)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("data.gzip_short", "{0} ends in the middle of its compressed data; download or copy it again"),
                        m_name);
        else if (result != Z_OK && result != Z_BUF_ERROR)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("data.gzip", "{0} is damaged: its gzip data can't be decompressed; download or copy it again"),
                        m_name);
        return got;
    }

    void nextMember()
    {
        if (m_stream.avail_in == 0)
            refill();
        m_ended = m_stream.avail_in == 0;
        if (!m_ended && inflateReset(&m_stream) != Z_OK)
            throw Error(ErrorKind::failed, NS_MESSAGE("data.gzip_reset", "zlib failed in {0}"), m_name);
    }

    void refill()
    {
        m_stream.next_in = reinterpret_cast<Bytef*>(m_input.data());
        m_stream.avail_in = static_cast<uInt>(m_source->read(m_input));
    }

    std::unique_ptr<ByteReader> m_source;
    std::string m_name;
    std::vector<std::byte> m_input;
    z_stream m_stream{};
    bool m_ended = false;
};

} // namespace

std::unique_ptr<ByteReader> openBytes(const fs::path& path)
{
    auto file = std::make_unique<FileReader>(path);
    if (file->isGzip())
        return std::make_unique<GzipReader>(std::move(file), path.string());
    return file;
}

std::unique_ptr<ByteReader> openBytes(std::span<const std::byte> content, std::string name)
{
    const bool gzip = content.size() >= sizeof gzipMagic && std::ranges::equal(content.first(sizeof gzipMagic), gzipMagic);
    auto memory = std::make_unique<MemoryReader>(content);
    if (gzip)
        return std::make_unique<GzipReader>(std::move(memory), std::move(name));
    return memory;
}

} // namespace netsmith::data

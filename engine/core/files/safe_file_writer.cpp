#include "engine/core/files/safe_file_writer.h"

#include "engine/core/checksum.h"
#include "engine/core/files/replacement.h"
#include "engine/core/sha256.h"

namespace netsmith {

namespace fs = std::filesystem;

class SafeFileWriter::Content {
public:
    explicit Content(const fs::path& path)
        : m_file(path)
    {
    }
    Content(const OpenFolder& folder, const std::string& name, PageCache cache)
        : m_file(folder, name, cache)
    {
    }

    void append(std::span<const std::byte> piece)
    {
        m_file.append(piece);
        m_hash.add(piece);
        m_written.add(piece);
        m_size += piece.size();
    }
    void clear()
    {
        m_file.clear();
        m_hash.clear();
        m_written = {};
        m_size = 0;
    }
    std::uint64_t size() const { return m_size; }
    std::string sha256() const { return m_hash.text(); }
    void commit()
    {
        Checksum found;
        m_file.commit([&](std::span<const std::byte> block) { found.add(block); },
                      [&] { return found.take() == m_written.take(); });
    }

private:
    Replacement m_file;
    Sha256 m_hash;
    Checksum m_written;
    std::uint64_t m_size = 0;
};

SafeFileWriter::SafeFileWriter(std::unique_ptr<Content> content)
    : m_content(std::move(content))
{
}
SafeFileWriter::SafeFileWriter(SafeFileWriter&&) noexcept = default;
SafeFileWriter& SafeFileWriter::operator=(SafeFileWriter&&) noexcept = default;
SafeFileWriter::~SafeFileWriter() = default;

Expected<SafeFileWriter> SafeFileWriter::open(const fs::path& path)
try {
    return SafeFileWriter(std::make_unique<Content>(path));
} catch (const Error& error) {
    return error;
}

Expected<SafeFileWriter> SafeFileWriter::open(const OpenFolder& folder, const std::string& name, PageCache cache)
try {
    return SafeFileWriter(std::make_unique<Content>(folder, name, cache));
} catch (const Error& error) {
    return error;
}

Expected<void> SafeFileWriter::append(std::span<const std::byte> piece)
try {
    m_content->append(piece);
    return {};
} catch (const Error& error) {
    return error;
}

Expected<void> SafeFileWriter::clear()
try {
    m_content->clear();
    return {};
} catch (const Error& error) {
    return error;
}

std::uint64_t SafeFileWriter::size() const
{
    return m_content->size();
}

std::string SafeFileWriter::sha256() const
{
    return m_content->sha256();
}

Expected<void> SafeFileWriter::commit()
try {
    m_content->commit();
    return {};
} catch (const Error& error) {
    return error;
}

} // namespace netsmith

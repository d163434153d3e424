#pragma once

#include "engine/core/files/safe_file_writer.h"

#include <optional>
#include <string>

namespace netsmith::cli {

/// A file that a command writes at its end. Its location is checked at once, so that nothing is computed in vain; an existing file
/// stays until the new one is complete.
class OutputFile {
public:
    /// An empty path: none was requested. Throws what `SafeFileWriter::open` says.
    explicit OutputFile(std::string path);

    explicit operator bool() const { return m_writer.has_value(); }
    const std::string& path() const { return m_path; }
    /// All of its content; once.
    void write(std::span<const std::byte> content);
    void write(std::string_view content);

private:
    std::string m_path;
    std::optional<SafeFileWriter> m_writer;
};

/// Makes the folder that a command writes files to, and those above it. Throws `cli.folder`.
void makeFolder(const std::string& folder);

} // namespace netsmith::cli

#include "engine/cli/terminal/output_file.h"

namespace netsmith::cli {

OutputFile::OutputFile(std::string path)
    : m_path(std::move(path))
{
    if (!m_path.empty())
        m_writer.emplace(SafeFileWriter::open(m_path).take());
}

void OutputFile::write(std::span<const std::byte> content)
{
    m_writer->append(content).take();
    m_writer->commit().take();
}

void OutputFile::write(std::string_view content)
{
    write(std::as_bytes(std::span(content)));
}

} // namespace netsmith::cli

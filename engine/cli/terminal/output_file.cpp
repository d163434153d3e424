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

void makeFolder(const std::string& folder)
{
    std::error_code code;
    std::filesystem::create_directories(folder, code);
    if (code)
        throw Error(ErrorKind::resources, NS_MESSAGE("cli.folder", "{0}: the folder can't be created: {1}"), folder,
                    code.message());
}

} // namespace netsmith::cli

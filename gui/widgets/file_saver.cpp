#include "gui/widgets/file_saver.h"

#include "engine/core/files/safe_file.h"

#include <utility>

namespace netsmith::gui {

FileSaver::~FileSaver()
{
    m_thread.finish();
}

void FileSaver::save(const std::filesystem::path& path, std::function<std::string()> bytes, Done done)
{
    m_thread.run([this, path, bytes = std::move(bytes), done = std::move(done)] {
        m_thread.answer([done, written = writeFileSafely(path, bytes())] { done(written); });
    });
}

} // namespace netsmith::gui

#include "engine/store/temporary_folder.h"

#include "engine/core/error.h"
#include "engine/core/system_reason.h"
#include "engine/store/folder_move.h"

#include <cerrno>
#include <cstdlib>

namespace netsmith {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(std::string_view name, const fs::path& parent)
{
    if (!parent.empty())
        makeFolder(parent).take();
    std::error_code code;
    const fs::path within = parent.empty() ? fs::temp_directory_path(code) : parent;
    std::string made = (within / (std::string(name) + "-XXXXXX")).string();
    if (code || !::mkdtemp(made.data()))
        throw Error(ErrorKind::resources, NS_MESSAGE("folder.make", "can't make the folder {0}: {1}; choose another one"), made,
                    systemReason(code ? code.value() : errno));
    m_path = made;
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

} // namespace netsmith

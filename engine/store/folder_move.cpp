#include "engine/store/folder_move.h"

#include "engine/core/system_reason.h"

#include <cerrno>
#include <cstdio>

namespace netsmith {
namespace {

namespace fs = std::filesystem;

OpenFolder emptyFolder(const OpenFolder& parent, const std::string& name)
{
    (void)parent.remove(name).hasValue();
    return parent.make(name).take();
}

} // namespace

Expected<void> makeFolder(const fs::path& path)
{
    std::error_code code;
    fs::create_directories(path, code);
    if (code || !fs::is_directory(path, code))
        return Error(systemErrorKind(code ? code.value() : ENOTDIR),
                     NS_MESSAGE("folder.make", "can't make the folder {0}: {1}; choose another one"), path.string(),
                     systemReason(code ? code.value() : ENOTDIR));
    return {};
}

NewFolder::NewFolder(OpenFolder parent, std::string name)
    : m_parent(std::move(parent))
    , m_name(std::move(name))
    , m_folder(emptyFolder(m_parent, m_name))
{
}

NewFolder::~NewFolder()
{
    (void)m_parent.remove(m_name).hasValue();
}

Expected<void> NewFolder::moveTo(const std::string& name) const
{
    const int parent = m_parent.descriptor();
    bool moved = false;
    if (m_parent.holds(name)) {
        moved = ::renameat2(parent, m_name.c_str(), parent, name.c_str(), RENAME_EXCHANGE) == 0;
        if (moved || errno == EINVAL || errno == ENOSYS) // a file system without exchange leaves a moment without either
            (void)m_parent.remove(moved ? m_name : name).hasValue();
    }
    if (!moved && ::renameat(parent, m_name.c_str(), parent, name.c_str()) != 0)
        return Error(systemErrorKind(errno), NS_MESSAGE("folder.move", "can't put {0} in its place: {1}"),
                     (m_parent.path() / name).string(), systemReason(errno));
    (void)m_parent.sync(); // a file system that can't is accepted as it is
    return {};
}

} // namespace netsmith

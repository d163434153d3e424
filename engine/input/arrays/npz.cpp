#include "engine/input/arrays/npz.h"

#include "engine/core/error.h"
#include "engine/input/archive_members.h"

#include <set>

namespace netsmith::data {

void eachNpzArray(const std::filesystem::path& path,
                  const std::function<void(const std::string&, ByteReader&, const std::string&)>& visit)
{
    static constexpr MessageTemplate unreadable =
        NS_MESSAGE("data.npz", "{0} can't be read as an NPZ file, a ZIP archive of arrays: {1}; download or copy it again");
    constexpr std::string_view ending = ".npy";
    std::set<std::string> seen;
    eachArchiveMember(path, ArchiveForm::zip, unreadable, [&](const std::string& member, ByteReader& content) {
        if (!member.ends_with(ending))
            return;
        const std::string name = member.substr(0, member.size() - ending.size());
        if (!seen.insert(name).second)
            throw Error(ErrorKind::input, NS_MESSAGE("data.npz_twice", "{0} holds two arrays \"{1}\"; save it again"),
                        path.string(), name);
        visit(name, content, path.string() + ":" + member);
    });
}

} // namespace netsmith::data

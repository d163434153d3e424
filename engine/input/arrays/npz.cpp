#include "engine/input/arrays/npz.h"

#include "engine/core/error.h"
#include "engine/core/files/mapped_file.h"
#include "engine/input/zip_archive.h"

namespace netsmith::data {

void eachNpzArray(const std::filesystem::path& path,
                  const std::function<void(const std::string&, ByteReader&, const std::string&)>& visit)
{
    constexpr std::string_view ending = ".npy";
    const MappedFile file = mapFile(path).take();
    const ZipArchive archive(file.all(), path.string());
    if (archive.entries().empty())
        throw Error(ErrorKind::input, NS_MESSAGE("data.npz_empty", "{0} contains no arrays; save it again with numpy.savez"),
                    path.string());
    for (const ZipArchive::Entry& entry : archive.entries())
        if (entry.name.ends_with(ending))
            visit(entry.name.substr(0, entry.name.size() - ending.size()), *archive.open(entry), path.string() + ":" + entry.name);
}

} // namespace netsmith::data

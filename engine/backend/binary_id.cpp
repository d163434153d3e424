#include "engine/backend/binary_id.h"

#include <elf.h>
#include <filesystem>
#include <link.h>
#include <map>

namespace netsmith {
namespace {

/// The engine's libraries that this process has loaded, and one backend's module; by name.
struct Search {
    std::string module;
    std::string_view libraries; ///< what their names begin with
    std::map<std::string, std::string> ids{};
};

/// The note among those of one segment: name and content are each padded to four bytes.
std::string idIn(const unsigned char* notes, std::size_t size)
{
    const auto padded = [](std::size_t length) { return (length + 3) / 4 * 4; };
    for (std::size_t at = 0; at + sizeof(ElfW(Nhdr)) <= size;) {
        const auto* note = reinterpret_cast<const ElfW(Nhdr)*>(notes + at);
        const std::size_t content = at + sizeof *note + padded(note->n_namesz);
        if (content + note->n_descsz > size)
            break;
        if (note->n_type == NT_GNU_BUILD_ID) {
            constexpr char digits[] = "0123456789abcdef";
            std::string id;
            for (std::size_t i = 0; i < note->n_descsz; ++i) {
                id += digits[notes[content + i] >> 4];
                id += digits[notes[content + i] & 15];
            }
            return id;
        }
        at = content + padded(note->n_descsz);
    }
    return {};
}

int look(dl_phdr_info* object, std::size_t, void* data)
{
    auto& search = *static_cast<Search*>(data);
    const std::string name = std::filesystem::path(object->dlpi_name ? object->dlpi_name : "").stem().string();
    if (name != search.module && !name.starts_with(search.libraries))
        return 0;
    std::string& id = search.ids[name];
    for (int i = 0; i < object->dlpi_phnum && id.empty(); ++i)
        if (object->dlpi_phdr[i].p_type == PT_NOTE)
            id = idIn(reinterpret_cast<const unsigned char*>(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr),
                      object->dlpi_phdr[i].p_memsz);
    return 0;
}

} // namespace

std::string binaryId(std::string_view backend, Binaries binaries)
{
    Search search{.module = "netsmith_" + std::string(backend),
                  .libraries = binaries == Binaries::all ? "libnetsmith-" : "libnetsmith-core"};
    dl_iterate_phdr(look, &search);
    std::string text;
    for (const auto& [name, id] : search.ids)
        if (!id.empty())
            text += (text.empty() ? "" : " ") + name + ' ' + id;
    return text;
}

} // namespace netsmith

#include "engine/backend/binary_id.h"

#include <elf.h>
#include <filesystem>
#include <link.h>

namespace netsmith {
namespace {

struct Search {
    std::string engine;
    std::string module;
    std::string engineId;
    std::string moduleId;
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
    const std::string name = std::filesystem::path(object->dlpi_name ? object->dlpi_name : "").filename().string();
    std::string* id = name == search.module ? &search.moduleId : name.starts_with(search.engine) ? &search.engineId : nullptr;
    if (!id || !id->empty())
        return 0;
    for (int i = 0; i < object->dlpi_phnum && id->empty(); ++i)
        if (object->dlpi_phdr[i].p_type == PT_NOTE)
            *id = idIn(reinterpret_cast<const unsigned char*>(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr),
                       object->dlpi_phdr[i].p_memsz);
    return 0;
}

} // namespace

std::string binaryId(std::string_view backend)
{
    const std::string module = "netsmith_" + std::string(backend);
    Search search{.engine = "libnetsmith.so", .module = module + ".so", .engineId = {}, .moduleId = {}};
    dl_iterate_phdr(look, &search);
    std::string text;
    if (!search.engineId.empty())
        text = "libnetsmith " + search.engineId;
    if (!search.moduleId.empty())
        text += (text.empty() ? "" : " ") + module + ' ' + search.moduleId;
    return text;
}

} // namespace netsmith

#include "engine/core/error.h"
#include "engine/input/archive_members.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

/// ZIP and TAR archives: any bytes give members whose content ends, or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    using namespace netsmith;
    static const int file = ::memfd_create("archive", 0); // archives are only read from files
    if (file < 0 || ::ftruncate(file, 0) != 0 || ::pwrite(file, bytes, size, 0) != static_cast<::ssize_t>(size))
        std::abort();
    const std::string path = "/proc/self/fd/" + std::to_string(file);
    for (const data::ArchiveForm form : {data::ArchiveForm::zip, data::ArchiveForm::tarGz})
        try {
            std::uint64_t left = 64 << 20; // a part of a member that unpacks to much is enough
            data::eachArchiveMember(path, form, NS_MESSAGE("fuzz", "{0}: {1}"),
                                    [&](const std::string& name, data::ByteReader& content) {
                                        if (name.find('\0') != std::string::npos)
                                            std::abort();
                                        std::array<std::byte, 4096> part;
                                        for (std::size_t read = part.size(); read == part.size() && left > read; left -= read)
                                            read = content.read(part);
                                    });
        } catch (const Error&) {
        }
    return 0;
}

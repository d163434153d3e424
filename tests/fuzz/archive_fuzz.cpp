#include "engine/core/error.h"
#include "engine/core/files/mapped_file.h"
#include "engine/data/archive_members.h"
#include "engine/input/zip_archive.h"

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
    std::uint64_t left = 0;
    const auto readSome = [&left](data::ByteReader& content) {
        std::array<std::byte, 4096> part;
        for (std::size_t read = part.size(); read == part.size() && left > read; left -= read)
            read = content.read(part);
    };
    constexpr std::uint64_t enough = 64 << 20; // of a member that unpacks to much
    try {
        left = enough;
        data::eachArchiveMember(path, NS_MESSAGE("fuzz", "{0}: {1}"), [&](const std::string& name, data::ByteReader& content) {
            if (name.find('\0') != std::string::npos)
                std::abort();
            readSome(content);
        });
    } catch (const Error&) {
    }
    try {
        left = enough;
        const MappedFile mapped = mapFile(path).take();
        const data::ZipArchive archive(mapped.all(), path);
        for (const data::ZipArchive::Entry& entry : archive.entries())
            readSome(*archive.open(entry));
    } catch (const Error&) {
    }
    return 0;
}

#include "engine/data/content_hash.h"

#include "engine/core/files/safe_file.h"
#include "engine/core/parallel.h"

#include <algorithm>

namespace netsmith::data {
namespace {

constexpr std::size_t hashedBytes = std::size_t{4} << 20;

/// The hash of the concatenated hashes of blocks, so that all cores share the work.
std::string blockHashes(std::span<const std::byte> bytes)
{
    std::vector<std::string> hashes((bytes.size() + hashedBytes - 1) / hashedBytes);
    parallelFor(std::ssize(hashes), 1, [&](std::int64_t begin, std::int64_t end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
            hashes[i] = sha256(bytes.subspan(i * hashedBytes, std::min(hashedBytes, bytes.size() - i * hashedBytes)));
    });
    std::string out;
    for (const std::string& hash : hashes)
        out += hash;
    return out;
}

} // namespace

std::string contentHash(const DataSet& set)
{
    std::string text = set.id + '\n' + set.fingerprint + '\n';
    for (const DataSplit* split : {&set.train, &set.test})
        for (const Field& field : split->fields) {
            text += field.spec.name + ' ' + std::string(nameOf(field.spec.type)) + ' ' + std::to_string(field.count);
            for (const std::int64_t size : field.spec.shape.sizes())
                text += ' ' + std::to_string(size);
            if (field.spec.stride > 0)
                text += " every " + std::to_string(field.spec.stride);
            text += '\n';
            if (set.fingerprint.empty())
                text += blockHashes(field.all()) + '\n';
        }
    return sha256(std::as_bytes(std::span(text)));
}

} // namespace netsmith::data

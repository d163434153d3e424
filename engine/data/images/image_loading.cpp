#include "engine/data/images/image_loading.h"

#include "engine/core/checked.h"
#include "engine/core/error.h"
#include "engine/core/host_memory.h"
#include "engine/core/parallel.h"
#include "engine/core/safe_file.h"
#include "engine/data/images/picture_file.h"

#include <zlib.h>

#include <cstring>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t slice = 256; // pictures between two looks at the watch
constexpr std::uint64_t fileBytesAtMost = std::uint64_t{1} << 30;

/// How one picture's reading went.
struct Outcome {
    std::optional<Error> problem;
    std::uint32_t checksum = 0; ///< of the file's bytes
};

/// Throws where the pictures would take more than the share of memory that is theirs.
void checkMemory(std::int64_t count, std::int64_t sampleBytes)
{
    constexpr std::int64_t share = 2; // the other half is for the network, its gradients and the rest of the machine
    const std::int64_t most = hostMemory().available / share;
    const std::optional<std::int64_t> bytes = checkedMultiply(count, sampleBytes);
    if (most == 0 || (bytes && *bytes <= most))
        return;
    constexpr double mebi = 1024.0 * 1024.0;
    const auto mebibytes = [&](double value) { return static_cast<std::int64_t>(value / mebi + 0.5); };
    throw Error(
        ErrorKind::resources,
        NS_MESSAGE("images.memory",
                   "{0:picture|pictures} of this size take {1} MiB of memory, and at most half of what is free, {2} MiB, is for "
                   "them; make height and width smaller, use fewer pictures or close other programs"),
        count, mebibytes(static_cast<double>(count) * static_cast<double>(sampleBytes)), mebibytes(static_cast<double>(most)));
}

/// Reads the listed pictures into `out`, one behind the other.
std::vector<Outcome> readAll(const fs::path& root, const std::vector<ListedImage>& images, const ImageFormat& format,
                             std::int64_t sampleBytes, std::byte* out, const Watch& watch)
{
    const auto count = static_cast<std::int64_t>(images.size());
    std::vector<Outcome> outcomes(images.size());
    for (std::int64_t done = 0; done < count; done += slice) {
        watch.throwIfStopped();
        watch.tell(root.string(), done, count);
        parallelFor(std::min(slice, count - done), 1, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = done + begin; i < done + end; ++i) {
                Outcome& outcome = outcomes[static_cast<std::size_t>(i)];
                const fs::path path = root / images[static_cast<std::size_t>(i)].path;
                const Expected<std::vector<std::byte>> file = readFile(path, fileBytesAtMost);
                if (!file) {
                    outcome.problem = file.error();
                    continue;
                }
                outcome.checksum =
                    static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(file->data()), file->size()));
                if (const auto read = readImage(*file, path.string(), format, out + i * sampleBytes); !read)
                    outcome.problem = read.error();
            }
        });
    }
    watch.tell(root.string(), count, count);
    return outcomes;
}

void writeLabel(const FieldSpec& spec, int label, std::byte* out)
{
    if (spec.type == DataType::u8) {
        *out = static_cast<std::byte>(label);
        return;
    }
    const auto value = static_cast<std::int32_t>(label);
    std::memcpy(out, &value, sizeof value);
}

/// What both parts have in common while they are read.
struct Reading {
    const fs::path& root;
    const ImageFormat& format;
    const std::vector<FieldSpec>& fields;
    const Watch& watch;
    std::string hashed{}; ///< of each picture its path and checksum
    std::int64_t broken = 0;
    std::optional<Error> firstBroken{};
};

/// One split, its pictures moved together over those that can't be read.
DataSplit readSplit(Reading& reading, const std::vector<ListedImage>& images)
{
    if (images.empty())
        return {};
    const auto listed = static_cast<std::int64_t>(images.size());
    const std::int64_t sampleBytes = reading.fields[0].sampleBytes(), labelBytes = reading.fields[1].sampleBytes();
    NewField pictures = makeField(reading.fields[0], listed), labels = makeField(reading.fields[1], listed);
    const std::vector<Outcome> outcomes = readAll(reading.root, images, reading.format, sampleBytes, pictures.bytes, reading.watch);
    std::int64_t kept = 0;
    std::vector<std::string> names;
    for (std::int64_t i = 0; i < listed; ++i) {
        const ListedImage& image = images[static_cast<std::size_t>(i)];
        const Outcome& outcome = outcomes[static_cast<std::size_t>(i)];
        reading.hashed += image.path + '\0' + std::to_string(outcome.checksum) + '\n';
        if (outcome.problem) {
            if (++reading.broken == 1)
                reading.firstBroken = outcome.problem;
            continue;
        }
        if (kept != i)
            std::memmove(pictures.bytes + kept * sampleBytes, pictures.bytes + i * sampleBytes,
                         static_cast<std::size_t>(sampleBytes));
        names.push_back(image.path);
        writeLabel(reading.fields[1], image.label, labels.bytes + kept * labelBytes);
        ++kept;
    }
    pictures.field.count = labels.field.count = kept;
    return {{std::move(pictures.field), std::move(labels.field)}, std::move(names)};
}

} // namespace

std::vector<FieldSpec> imageFields(const ImageFormat& format, const std::vector<std::string>& classes)
{
    constexpr std::size_t countedByBytes = 256;
    return {{.name = "image", .type = DataType::u8, .shape = {format.height, format.width, format.channels}},
            {.name = "label",
             .type = classes.size() <= countedByBytes ? DataType::u8 : DataType::i32,
             .classes = static_cast<int>(classes.size()),
             .classNames = classes}};
}

Expected<void> readImage(std::span<const std::byte> file, const std::string& name, const ImageFormat& format, std::byte* out)
{
    // All of a picture is seen where it is put into a frame: its longer side alone must be large enough then, but a JPEG that
    // comes larger than needed costs time alone.
    Expected<DecodedPicture> decoded = decodePicture(file, name, {format.channels, format.width, format.height});
    if (!decoded)
        return decoded.error();
    const Picture upright = turned(std::move(decoded->picture), decoded->orientation);
    const bool fits = upright.width == format.width && upright.height == format.height;
    const Picture scaled = fits ? Picture{} : fitted(upright, format.width, format.height, format.fit);
    const Picture& made = fits ? upright : scaled;
    std::memcpy(out, made.pixels.get(), made.bytes());
    return {};
}

LoadedImages loadImages(const fs::path& root, const ImageListing& listing, const ImageIndex& index, const ImageFormat& format,
                        const Watch& watch)
{
    const std::vector<FieldSpec> fields = imageFields(format, listing.classes);
    const auto count = static_cast<std::int64_t>(index.images.size());
    checkMemory(count, fields[0].sampleBytes());
    Reading reading{root, format, fields, watch};
    LoadedImages out;
    out.train = readSplit(reading, listing.train);
    out.test = readSplit(reading, listing.test);
    if (reading.broken * 10 > count)
        throw Error(ErrorKind::input, NS_MESSAGE("images.broken", "{0} of {1:picture|pictures} can't be read, the first: {2}"),
                    reading.broken, count, reading.firstBroken->message());
    if (reading.broken > 0)
        out.warnings.emplace_back(
            NS_MESSAGE("images.left_out", "{0} of {1:picture|pictures} can't be read and are left out, the first: {2}"),
            reading.broken, count, reading.firstBroken->message());
    if (listing.others > 0)
        out.warnings.emplace_back(
            NS_MESSAGE("images.others", "{0:file|files} in {1} are neither PNG nor JPEG by name and are left out, such as {2}"),
            listing.others, root.string(), listing.firstOther);
    const std::string hash = sha256(std::as_bytes(std::span(reading.hashed)));
    out.fingerprint = std::to_string(count) + " files " + hash.substr(0, 16);
    return out;
}

} // namespace netsmith::data

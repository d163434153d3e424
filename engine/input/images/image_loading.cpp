#include "engine/input/images/image_loading.h"

#include "engine/core/checked.h"
#include "engine/core/error.h"
#include "engine/core/files/safe_file.h"
#include "engine/core/host_memory.h"
#include "engine/core/parallel.h"
#include "engine/input/images/picture_codecs.h"
#include "engine/input/images/pixel_file.h"
#include "engine/input/images/pixel_room.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <unordered_map>
#include <utility>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t picturesAtOnce = 256; // pictures between two checks of the watch
constexpr std::int64_t sliceBytes = std::int64_t{256} << 20; // at most this many bytes, except for a single one

/// Whether all pictures fit into this many bytes of memory.
bool fits(std::int64_t count, std::int64_t sampleBytes, std::int64_t memory)
{
    const std::optional<std::int64_t> bytes = checkedMultiply(count, sampleBytes);
    return bytes && *bytes <= memory;
}

Error tooMany(std::int64_t count, std::int64_t sampleBytes, std::int64_t memory)
{
    constexpr double mebi = 1024.0 * 1024.0;
    const auto mebibytes = [&](double value) { return static_cast<std::int64_t>(value / mebi + 0.5); };
    return Error(ErrorKind::resources,
                 NS_MESSAGE("images.memory",
                            "{0:picture|pictures} of this size take {1} MiB of memory, and at most half of the free memory, {2} "
                            "MiB, may be used for them; make height and width smaller, use fewer pictures or close other programs"),
                 count, mebibytes(static_cast<double>(count) * static_cast<double>(sampleBytes)),
                 mebibytes(static_cast<double>(memory)));
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

/// Reads one folder: uses what is cached, decodes the rest, and caches it.
class FolderReading {
public:
    FolderReading(const fs::path& root, const ImageListing& listing, std::vector<IndexedImage> images, const ImageFormat& format,
                  const fs::path& file, const Watch& watch, std::int64_t memory)
        : m_root(root)
        , m_listing(listing)
        , m_format(format)
        , m_file(file)
        , m_watch(watch)
        , m_memory(memory)
        , m_fields(imageFields(format, listing.classes))
        , m_sampleBytes(m_fields[0].sampleBytes())
        , m_images(std::move(images))
    {
    }

    LoadedImages run()
    {
        LoadedImages out;
        if (openKept() && isUnchanged()) {
            markOpened(m_file);
            takeKept(out);
        } else {
            findKnown();
            decodeAll(out);
        }
        describe(out);
        return out;
    }

private:
    std::int64_t count() const { return std::ssize(m_images); }

    bool openKept()
    {
        if (m_file.empty())
            return false;
        auto kept = openPixelFile(m_file, m_sampleBytes);
        if (kept)
            m_kept = std::move(kept).take();
        return m_kept.has_value();
    }

    /// Whether the cached pictures match the current files. Unreadable ones may have been fixed, so they are tried again.
    bool isUnchanged()
    {
        const std::vector<IndexedImage>& before = m_kept->table.images;
        if (m_kept->table.trainCount != std::ssize(m_listing.train)
            || !std::ranges::equal(m_images, before,
                                   [](const IndexedImage& now, const IndexedImage& then) { return now.same(then); }))
            return false;
        std::vector<std::byte> pixels(static_cast<std::size_t>(m_sampleBytes));
        for (const IndexedImage& image : before)
            if (!image.readable) {
                IndexedImage again = image;
                const std::optional<Error> problem = decode(again, pixels.data());
                if (!problem)
                    return false;
                countBroken(*problem);
            }
        return true;
    }

    void takeKept(LoadedImages& out)
    {
        m_images = m_kept->table.images;
        const PixelTable& table = m_kept->table;
        const auto split = [&](const std::vector<ListedImage>& listed, std::int64_t first, std::int64_t offset,
                               std::int64_t readable) {
            if (listed.empty())
                return DataSplit();
            Field pictures{m_fields[0], readable, {m_kept->bytes, m_kept->bytes.get() + offset}};
            DataSplit part = labelled(listed, first, std::move(pictures));
            part.mapped = true;
            return part;
        };
        out.train = split(m_listing.train, 0, 0, table.trainReadable);
        out.test = split(m_listing.test, table.trainCount, table.testOffset(), table.testReadable);
    }

    /// The positions of the pixels of unchanged pictures.
    void findKnown()
    {
        m_broken = 0;
        m_firstBroken.reset();
        m_known.assign(m_images.size(), nullptr);
        if (!m_kept)
            return;
        const PixelTable& table = m_kept->table;
        std::unordered_map<std::string_view, std::pair<const IndexedImage*, const std::byte*>> before;
        const std::byte* pixels = m_kept->bytes.get();
        for (std::size_t i = 0; i < table.images.size(); ++i) {
            if (static_cast<std::int64_t>(i) == table.trainCount)
                pixels = m_kept->bytes.get() + table.testOffset();
            if (!table.images[i].readable)
                continue;
            before.emplace(table.images[i].path, std::pair(&table.images[i], pixels));
            pixels += m_sampleBytes;
        }
        for (std::size_t i = 0; i < m_images.size(); ++i)
            if (const auto found = before.find(m_images[i].path); found != before.end() && m_images[i].same(*found->second.first)) {
                m_images[i] = *found->second.first;
                m_known[i] = found->second.second;
            }
    }

    void decodeAll(LoadedImages& out)
    {
        m_fits = fits(count(), m_sampleBytes, m_memory);
        startKeeping();
        if (!m_fits && !m_writer)
            throw tooMany(count(), m_sampleBytes, m_memory);
        const auto trainCount = std::ssize(m_listing.train);
        out.train = readPart(m_listing.train, 0);
        keep(&PixelWriter::endTraining);
        out.test = readPart(m_listing.test, trainCount);
        m_watch.tell(m_root.string(), count(), count());
        checkBroken();
        keep(&PixelWriter::commit, m_images, trainCount);
        if (!m_fits) {
            m_kept = openPixelFile(m_file, m_sampleBytes).take();
            takeKept(out);
        } else if (m_notKept) {
            out.warnings.emplace_back(
                NS_MESSAGE("images.not_kept",
                           "the decoded pictures can't be cached, so opening them will take as long next time: {0}"),
                m_notKept->message());
        }
    }

    static std::optional<Error> problemOf(const Expected<void>& done) { return done ? std::nullopt : std::optional(done.error()); }

    /// Starts writing the file if there is a place for it.
    void startKeeping()
    {
        const auto bytes = checkedMultiply(count(), m_sampleBytes);
        if (m_file.empty() || !bytes)
            return;
        std::error_code code;
        fs::create_directories(m_file.parent_path(), code);
        m_notKept = problemOf(makePixelRoom(m_file, *bytes));
        if (m_notKept)
            return;
        auto writer = PixelWriter::open(m_file, m_sampleBytes);
        if (writer)
            m_writer.emplace(std::move(writer).take());
        else
            m_notKept = writer.error();
    }

    /// Continues writing; a failure is thrown only if the pictures are stored nowhere else.
    template <class Call, class... Arguments>
    void keep(Call call, Arguments&&... arguments)
    {
        if (m_writer && !m_notKept)
            m_notKept = problemOf((*m_writer.*call)(std::forward<Arguments>(arguments)...));
        if (m_notKept && !m_fits)
            throw *m_notKept;
    }

    /// One part, with its pictures compacted over unreadable ones; without them if they don't fit into memory.
    DataSplit readPart(const std::vector<ListedImage>& listed, std::int64_t first)
    {
        if (listed.empty())
            return {};
        const auto total = std::ssize(listed);
        const std::int64_t atOnce = std::min(total, std::clamp<std::int64_t>(sliceBytes / m_sampleBytes, 1, picturesAtOnce));
        NewField pictures = makeField(m_fields[0], m_fits ? total : atOnce);
        std::int64_t kept = 0;
        for (std::int64_t done = 0; done < total; done += atOnce) {
            m_watch.throwIfStopped();
            m_watch.tell(m_root.string(), first + done, count());
            std::byte* out = pictures.bytes + (m_fits ? kept * m_sampleBytes : 0);
            const std::int64_t readable = readSlice(first + done, std::min(atOnce, total - done), out);
            keep(&PixelWriter::append, std::span<const std::byte>(out, static_cast<std::size_t>(readable * m_sampleBytes)));
            kept += readable;
        }
        if (!m_fits)
            return {};
        pictures.field.count = kept;
        return labelled(listed, first, std::move(pictures.field));
    }

    /// Reads `pictures` pictures consecutively into `out`; returns how many could be read.
    std::int64_t readSlice(std::int64_t first, std::int64_t pictures, std::byte* out)
    {
        std::vector<std::optional<Error>> problems(static_cast<std::size_t>(pictures));
        parallelFor(pictures, 1, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                const auto at = static_cast<std::size_t>(first + i);
                if (m_known[at])
                    std::memcpy(out + i * m_sampleBytes, m_known[at], static_cast<std::size_t>(m_sampleBytes));
                else
                    problems[static_cast<std::size_t>(i)] = decode(m_images[at], out + i * m_sampleBytes);
            }
        });
        std::int64_t readable = 0;
        for (std::int64_t i = 0; i < pictures; ++i) {
            if (const auto& problem = problems[static_cast<std::size_t>(i)]) {
                countBroken(*problem);
                continue;
            }
            if (readable != i)
                std::memmove(out + readable * m_sampleBytes, out + i * m_sampleBytes, static_cast<std::size_t>(m_sampleBytes));
            ++readable;
        }
        return readable;
    }

    /// Reads one picture and records its file's state; returns why it can't be read.
    std::optional<Error> decode(IndexedImage& image, std::byte* out) const
    {
        image.readable = false;
        image.checksum = 0;
        const fs::path path = m_root / image.path;
        const Expected<std::vector<std::byte>> file = readFile(path, pictureFileBytesAtMost);
        if (!file)
            return file.error();
        image.checksum = static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(file->data()), file->size()));
        const Expected<void> read = readImage(*file, path.string(), m_format, out);
        image.readable = read.hasValue();
        return problemOf(read);
    }

    void countBroken(const Error& problem)
    {
        if (++m_broken == 1)
            m_firstBroken = problem;
    }

    void checkBroken() const
    {
        if (m_broken * 10 > count())
            throw Error(
                ErrorKind::input,
                NS_MESSAGE("images.broken",
                           "{0} of {1:picture|pictures} can't be read, and at most one in ten may be left out; repair or remove "
                           "them, the first: {2}"),
                m_broken, count(), m_firstBroken->message());
    }

    /// A part's readable pictures with their classes and names.
    DataSplit labelled(const std::vector<ListedImage>& listed, std::int64_t first, Field pictures) const
    {
        const std::int64_t labelBytes = m_fields[1].sampleBytes();
        NewField labels = makeField(m_fields[1], std::ssize(listed));
        std::vector<std::string> names;
        for (std::size_t i = 0; i < listed.size(); ++i)
            if (m_images[static_cast<std::size_t>(first) + i].readable) {
                writeLabel(m_fields[1], listed[i].label, labels.bytes + std::ssize(names) * labelBytes);
                names.push_back(listed[i].path);
            }
        labels.field.count = std::ssize(names);
        return {{std::move(pictures), std::move(labels.field)}, std::move(names)};
    }

    void describe(LoadedImages& out) const
    {
        if (m_broken > 0)
            out.warnings.emplace(
                out.warnings.begin(),
                NS_MESSAGE("images.left_out", "{0} of {1:picture|pictures} can't be read and are left out, the first: {2}"),
                m_broken, count(), m_firstBroken->message());
        if (m_listing.others > 0)
            out.warnings.emplace_back(
                NS_MESSAGE("images.others",
                           "{0:file|files} in {1} are not PNG, JPEG, WebP or BMP by extension and are left out, such as {2}"),
                m_listing.others, m_root.string(), m_listing.firstOther);
        std::string hashed;
        for (const IndexedImage& image : m_images)
            hashed += image.path + '\0' + std::to_string(image.checksum) + '\n';
        out.fingerprint = std::to_string(count()) + " files " + sha256(std::as_bytes(std::span(hashed))).substr(0, 16);
    }

    const fs::path& m_root;
    const ImageListing& m_listing;
    const ImageFormat& m_format;
    const fs::path& m_file;
    const Watch& m_watch;
    std::int64_t m_memory;
    std::vector<FieldSpec> m_fields;
    std::int64_t m_sampleBytes;
    std::vector<IndexedImage> m_images;
    std::optional<PixelFile> m_kept; ///< from before
    std::vector<const std::byte*> m_known; ///< in it, the pixels of each unchanged picture
    bool m_fits = true; ///< into memory
    std::optional<PixelWriter> m_writer;
    std::optional<Error> m_notKept; ///< why it could not be written
    std::int64_t m_broken = 0;
    std::optional<Error> m_firstBroken;
};

} // namespace

Fit fitNamed(std::string_view name)
{
    return name == "crop" ? Fit::crop : name == "pad" ? Fit::pad : Fit::stretch;
}

std::optional<ImageFormat> imageFormatOf(const FieldSpec& field, const DataSettings& settings)
{
    constexpr std::int64_t sideAtMost = 4096; // as a project may choose
    const Shape& shape = field.shape;
    const bool pictures = field.type == DataType::u8 && field.classes == 0 && field.columns.empty() && shape.rank() == 3
        && shape[0] <= sideAtMost && shape[1] <= sideAtMost && (shape[2] == 1 || shape[2] == 3 || shape[2] == 4);
    if (!pictures)
        return std::nullopt;
    const auto given = settings.source == "image_folder" ? settings.parameters.find("fit") : settings.parameters.end();
    const std::string* fit = given == settings.parameters.end() ? nullptr : std::get_if<std::string>(&given->second);
    return ImageFormat{static_cast<int>(shape[0]), static_cast<int>(shape[1]), static_cast<int>(shape[2]),
                       fit ? fitNamed(*fit) : Fit::stretch};
}

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
    // Letterboxing shows the whole picture: only its longer side must then be large enough, but a JPEG decoded larger than needed
    // only costs time.
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

std::int64_t memoryForImages()
{
    const std::int64_t available = hostMemory().available;
    return available > 0 ? available / 2 : std::numeric_limits<std::int64_t>::max(); // not told
}

LoadedImages loadImages(const fs::path& root, const ImageListing& listing, std::vector<IndexedImage> images,
                        const ImageFormat& format, const fs::path& file, const Watch& watch, std::int64_t memory)
{
    return FolderReading(root, listing, std::move(images), format, file, watch, memory).run();
}

std::string pixelsKey(const fs::path& root, const ImageFormat& format)
{
    constexpr int recipe = 1; // incremented with every change to the result of decoding, rotating and scaling
    std::string key = root.string();
    for (const int number :
         {format.height, format.width, format.channels, static_cast<int>(format.fit), recipe, jpegLibrary(), webpLibrary()})
        key += '\n' + std::to_string(number);
    return key;
}

} // namespace netsmith::data

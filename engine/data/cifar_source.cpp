#include "engine/data/cifar_source.h"

#include "engine/core/parallel.h"
#include "engine/core/safe_file.h"

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t pixels = 32 * 32;
constexpr std::int64_t pictureBytes = 3 * pixels;
constexpr std::uint64_t fileBytesAtMost = std::uint64_t{1} << 30; // the largest that was published has 154 million

/// How many records a file has; an error where it has none or a part of one.
Expected<std::int64_t> recordsIn(std::size_t fileBytes, const std::string& name, int labels)
{
    const std::int64_t record = labels + pictureBytes;
    const auto size = static_cast<std::int64_t>(fileBytes);
    if (size > 0 && size % record == 0)
        return size / record;
    return Error(
        ErrorKind::input,
        NS_MESSAGE("data.cifar.size",
                   "{0} has {1:byte|bytes}, expected a multiple of the {2} that a picture takes: it is truncated or another "
                   "file; unpack the archive again"),
        name, size, record);
}

} // namespace

Expected<void> parseCifar(std::span<const std::byte> file, const std::string& name, int labels, std::byte* images,
                          std::byte* classes)
{
    const Expected<std::int64_t> records = recordsIn(file.size(), name, labels);
    if (!records)
        return records.error();
    parallelFor(*records, 64, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const std::byte* in = file.data() + i * (labels + pictureBytes) + labels;
            classes[i] = in[-1];
            std::byte* out = images + i * pictureBytes;
            for (std::int64_t pixel = 0; pixel < pixels; ++pixel)
                for (std::int64_t channel = 0; channel < 3; ++channel)
                    *out++ = in[channel * pixels + pixel];
        }
    });
    return {};
}

CifarSource::CifarSource(SourceInfo info, std::vector<FieldSpec> fields, std::vector<fs::path> subfolders, CifarLayout layout)
    : m_info(std::move(info))
    , m_fields(std::move(fields))
    , m_subfolders(std::move(subfolders))
    , m_layout(std::move(layout))
{
    m_subfolders.emplace_back(); // the folder itself, last
}

Search CifarSource::locate(const DataPaths& paths) const
{
    std::vector<std::string> names = m_layout.train;
    names.insert(names.end(), m_layout.test.begin(), m_layout.test.end());
    return locateFiles(paths, m_subfolders, names);
}

Availability CifarSource::find(const DataPaths& paths) const
{
    return availabilityOf(m_info, paths, locate(paths));
}

DataSplit CifarSource::readSplit(std::span<const fs::path> files, const Watch& watch) const
{
    std::int64_t count = 0;
    for (const fs::path& file : files) {
        std::error_code code;
        const std::uintmax_t size = fs::file_size(file, code);
        count += recordsIn(code ? 0 : size, file.string(), m_layout.labels).take();
    }
    NewField image = makeField(m_fields[0], count), label = makeField(m_fields[1], count);
    std::int64_t done = 0;
    for (const fs::path& file : files) {
        watch.throwIfStopped();
        watch.tell(m_info.title, done, count);
        const std::vector<std::byte> content = readFile(file, fileBytesAtMost).take();
        const std::int64_t records = recordsIn(content.size(), file.string(), m_layout.labels).take();
        if (records > count - done)
            throw Error(ErrorKind::input, NS_MESSAGE("data.cifar.changed", "{0} has changed while it was read; read it again"),
                        file.string());
        parseCifar(content, file.string(), m_layout.labels, image.bytes + done * pictureBytes, label.bytes + done).take();
        done += records;
    }
    image.field.count = label.field.count = done;
    checkClasses(label.field, files.front().parent_path().string());
    return {{std::move(image.field), std::move(label.field)}};
}

Expected<DataSet> CifarSource::load(const DataPaths& paths, const Watch& watch) const
try {
    const std::optional<LocatedFiles> files = locate(paths).files;
    if (!files)
        return Error(ErrorKind::input, find(paths).where);
    const std::span<const fs::path> all(files->paths);
    DataSplit train = readSplit(all.first(m_layout.train.size()), watch);
    DataSplit test = readSplit(all.subspan(m_layout.train.size()), watch);
    return DataSet{m_info.id, m_info.title, find(paths).where, std::move(train), std::move(test)};
} catch (const Error& error) {
    return error;
}

} // namespace netsmith::data

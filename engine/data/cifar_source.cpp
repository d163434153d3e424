#include "engine/data/cifar_source.h"

#include "engine/core/files/safe_file.h"
#include "engine/core/parallel.h"
#include "engine/data/archive_members.h"

#include <map>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t pixels = 32 * 32;
constexpr std::int64_t pictureBytes = 3 * pixels;
constexpr std::uint64_t fileBytesAtMost = std::uint64_t{1} << 30; // the largest published one has 154 million

/// The number of records in a file; an error if it has none or a partial one.
Expected<std::int64_t> recordsIn(std::size_t fileBytes, const std::string& name, int labels)
{
    const std::int64_t record = labels + pictureBytes;
    const auto size = static_cast<std::int64_t>(fileBytes);
    if (size > 0 && size % record == 0)
        return size / record;
    return Error(ErrorKind::input,
                 NS_MESSAGE("data.cifar.size",
                            "{0} has {1:byte|bytes}, expected a multiple of the {2} that a picture takes: it is truncated or the "
                            "wrong file; unpack the archive again"),
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
    Search search = locateFiles(paths, m_subfolders, names);
    if (!search.files)
        search.files = locateFiles(paths, m_subfolders, std::span(&m_layout.archive, 1)).files;
    return search;
}

Availability CifarSource::find(const DataPaths& paths) const
{
    return availabilityOf(m_info, paths, locate(paths));
}

std::vector<CifarSource::Part> CifarSource::unpacked(const fs::path& archive, const Watch& watch) const
{
    static constexpr MessageTemplate unreadable =
        NS_MESSAGE("data.cifar.archive", "{0} can't be unpacked: {1}; delete it and download it again");
    std::map<std::string, std::shared_ptr<std::vector<std::byte>>> members;
    eachArchiveMember(archive, unreadable, [&](const std::string& path, ByteReader& content) {
        watch.throwIfStopped();
        if (!path.ends_with(".bin") || content.sizeAtMost() > fileBytesAtMost)
            return;
        auto bytes = std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(content.sizeAtMost()));
        bytes->resize(content.read(*bytes));
        members[fs::path(path).filename().string()] = std::move(bytes);
    });
    std::vector<Part> parts;
    for (const std::vector<std::string>* names : {&m_layout.train, &m_layout.test})
        for (const std::string& name : *names) {
            const auto found = members.find(name);
            if (found == members.end())
                throw Error(ErrorKind::input, unreadable, archive.string(),
                            Message(NS_MESSAGE("data.cifar.member", "{0} is not in it"), name));
            parts.push_back(
                {archive.string() + ":" + name, found->second->size(), [bytes = found->second] { return std::move(*bytes); }});
        }
    return parts;
}

std::vector<CifarSource::Part> CifarSource::partsOf(const LocatedFiles& files, const Watch& watch) const
{
    if (files.paths.size() == 1)
        return unpacked(files.paths.front(), watch);
    std::vector<Part> parts;
    for (const fs::path& file : files.paths) {
        std::error_code code;
        const std::uintmax_t size = fs::file_size(file, code);
        parts.push_back({file.string(), code ? 0 : size, [file] { return readFile(file, fileBytesAtMost).take(); }});
    }
    return parts;
}

std::int64_t CifarSource::countSplit(std::span<const Part> parts) const
{
    std::int64_t count = 0;
    for (const Part& part : parts)
        count += recordsIn(part.size, part.name, m_layout.labels).take();
    return count;
}

DataSplit CifarSource::readSplit(std::span<const Part> parts, const std::string& folder, const Watch& watch) const
{
    const std::int64_t count = countSplit(parts);
    NewField image = makeField(m_fields[0], count), label = makeField(m_fields[1], count);
    std::int64_t done = 0;
    for (const Part& part : parts) {
        watch.throwIfStopped();
        watch.tell(m_info.title, done, count);
        const std::vector<std::byte> content = part.read();
        const std::int64_t records = recordsIn(content.size(), part.name, m_layout.labels).take();
        if (records > count - done)
            throw Error(ErrorKind::input, NS_MESSAGE("data.cifar.changed", "{0} changed while it was read; read it again"),
                        part.name);
        parseCifar(content, part.name, m_layout.labels, image.bytes + done * pictureBytes, label.bytes + done).take();
        done += records;
    }
    image.field.count = label.field.count = done;
    checkClasses(label.field, folder);
    return {{std::move(image.field), std::move(label.field)}};
}

Expected<std::shared_ptr<const Source>> CifarSource::counted(const DataPaths& paths) const
try {
    const std::optional<LocatedFiles> files = locate(paths).files;
    if (!files || files->paths.size() == 1)
        return std::shared_ptr<const Source>();
    const std::vector<Part> parts = partsOf(*files, {});
    auto here = std::make_shared<CifarSource>(*this);
    here->m_info.trainCount = countSplit(std::span(parts).first(m_layout.train.size()));
    here->m_info.testCount = countSplit(std::span(parts).subspan(m_layout.train.size()));
    return std::shared_ptr<const Source>(std::move(here));
} catch (const Error& error) {
    return error;
}

Expected<DataSet> CifarSource::load(const DataPaths& paths, const Watch& watch) const
try {
    const std::optional<LocatedFiles> files = locate(paths).files;
    if (!files)
        return Error(ErrorKind::input, find(paths).where);
    const std::vector<Part> parts = partsOf(*files, watch);
    const std::span<const Part> all(parts);
    DataSplit train = readSplit(all.first(m_layout.train.size()), files->folder.string(), watch);
    DataSplit test = readSplit(all.subspan(m_layout.train.size()), files->folder.string(), watch);
    return DataSet{m_info.id, m_info.title, find(paths).where, std::move(train), std::move(test)};
} catch (const Error& error) {
    return error;
}

} // namespace netsmith::data

#include "engine/data/idx_source.h"

#include "engine/input/arrays/idx.h"

#include <utility>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

/// Swaps rows and columns, for images that are stored transposed.
void transpose(Field& image, std::byte* pixels)
{
    const std::int64_t side = image.spec.shape[0];
    for (std::int64_t i = 0; i < image.count; ++i, pixels += side * side)
        for (std::int64_t y = 0; y < side; ++y)
            for (std::int64_t x = y + 1; x < side; ++x)
                std::swap(pixels[y * side + x], pixels[x * side + y]);
}

/// IDX has no axis for the single channel of a grey image.
IdxWanted wantedFor(const FieldSpec& spec)
{
    const auto sizes = spec.shape.sizes();
    return {spec.type, spec.shape.rank() == 3 ? Shape(sizes.first(2)) : spec.shape};
}

void checkCounts(const fs::path& images, std::int64_t imageCount, const fs::path& labels, std::int64_t labelCount)
{
    if (imageCount != labelCount)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.count",
                               "{0} has {1:image|images} but {2} has {3:label|labels}; the two files don't belong together: "
                               "download or copy both again"),
                    images.string(), imageCount, labels.string(), labelCount);
}

} // namespace

IdxSource::IdxSource(SourceInfo info, std::vector<FieldSpec> fields, std::vector<fs::path> subfolders, IdxLayout layout)
    : m_info(std::move(info))
    , m_fields(std::move(fields))
    , m_subfolders(std::move(subfolders))
    , m_layout(std::move(layout))
{
    m_subfolders.emplace_back(); // the folder itself, last
}

Search IdxSource::locate(const DataPaths& paths) const
{
    return locateFiles(paths, m_subfolders, m_layout.names);
}

Availability IdxSource::find(const DataPaths& paths) const
{
    return availabilityOf(m_info, paths, locate(paths));
}

Field IdxSource::readField(const FieldSpec& spec, const fs::path& path) const
{
    IdxArray array = readIdx(path, wantedFor(spec)).take();
    std::byte* bytes = array.bytes.get();
    Field field{spec, array.shape[0], std::move(array.bytes)};
    if (spec.shape.rank() == 3 && m_layout.transposed)
        transpose(field, bytes);
    if (spec.classes > 0 && m_layout.firstLabel > 0)
        for (std::int64_t i = 0; i < field.count; ++i)
            bytes[i] = static_cast<std::byte>(std::to_integer<int>(bytes[i]) - m_layout.firstLabel); // 0 becomes 255: no class
    return field;
}

Field IdxSource::readLabels(const fs::path& path) const
{
    Field label = readField(m_fields[1], path);
    checkClasses(label, path.string());
    return label;
}

std::int64_t IdxSource::countSplit(const fs::path& images, const fs::path& labels) const
{
    const std::int64_t labelCount = readLabels(labels).count;
    checkCounts(images, countIdx(images, wantedFor(m_fields[0])).take(), labels, labelCount);
    return labelCount;
}

Expected<std::shared_ptr<const Source>> IdxSource::counted(const DataPaths& paths) const
try {
    const std::vector<fs::path> files = locate(paths).paths();
    if (files.empty())
        return std::shared_ptr<const Source>();
    auto here = std::make_shared<IdxSource>(*this);
    here->m_info.trainCount = countSplit(files[0], files[1]);
    here->m_info.testCount = countSplit(files[2], files[3]);
    return std::shared_ptr<const Source>(std::move(here));
} catch (const Error& error) {
    return error;
}

DataSplit IdxSource::readSplit(const fs::path& images, const fs::path& labels) const
{
    // Labels first: they are small, so a mismatched pair is detected from the images' header before most of the work.
    Field label = readLabels(labels);
    Field image = readField(m_fields[0], images);
    checkCounts(images, image.count, labels, label.count);
    return {{std::move(image), std::move(label)}};
}

Expected<DataSet> IdxSource::load(const DataPaths& paths, const Watch& watch) const
try {
    const std::optional<LocatedFiles> files = locate(paths).files;
    if (!files)
        return Error(ErrorKind::input, find(paths).where);
    const auto read = [&](std::size_t first) {
        watch.throwIfStopped();
        watch.tell(m_info.title, static_cast<std::int64_t>(first), std::ssize(files->paths));
        return readSplit(files->paths[first], files->paths[first + 1]);
    };
    DataSplit train = read(0);
    DataSplit test = read(2);
    watch.tell(m_info.title, std::ssize(files->paths), std::ssize(files->paths));
    return DataSet{m_info.id, m_info.title, find(paths).where, std::move(train), std::move(test)};
} catch (const Error& error) {
    return error;
}

std::vector<RemoteFile> remoteFiles(const std::vector<FilePin>& pins, const std::vector<std::string>& mirrors)
{
    std::vector<RemoteFile> files;
    for (const FilePin& pin : pins) {
        std::vector<std::string> urls;
        for (const std::string& mirror : mirrors)
            urls.push_back(mirror + pin.name);
        files.push_back({pin.name, pin.size, pin.sha256, std::move(urls)});
    }
    return files;
}

} // namespace netsmith::data

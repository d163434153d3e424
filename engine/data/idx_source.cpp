#include "engine/data/idx_source.h"

#include "engine/data/idx.h"

#include <algorithm>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

constexpr const char* names[] = {"train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte",
                                 "t10k-labels-idx1-ubyte"};

/// The file as it was published or unpacked; empty where it is neither.
fs::path variant(const fs::path& folder, const std::string& name)
{
    std::error_code code;
    for (const fs::path& path : {folder / (name + ".gz"), folder / name})
        if (fs::is_regular_file(path, code))
            return path;
    return {};
}

} // namespace

struct IdxSource::Files {
    fs::path folder;
    std::vector<fs::path> paths; ///< in the order of `names`
};

IdxSource::IdxSource(SourceInfo info, std::vector<FieldSpec> fields, std::vector<fs::path> subfolders)
    : m_info(std::move(info))
    , m_fields(std::move(fields))
    , m_subfolders(std::move(subfolders))
{
    m_subfolders.emplace_back(); // the folder itself, last
}

/// The first folder with all four files; `incomplete` says where some are and one is missing.
std::optional<IdxSource::Files> IdxSource::locate(const DataPaths& paths, std::string& incomplete) const
{
    for (const fs::path& folder : paths.folders()) {
        for (const fs::path& subfolder : m_subfolders) {
            Files files{subfolder.empty() ? folder : folder / subfolder, {}};
            std::string missing;
            for (const char* name : names) {
                files.paths.push_back(variant(files.folder, name));
                if (files.paths.back().empty() && missing.empty())
                    missing = name;
            }
            if (missing.empty())
                return files;
            const bool some = std::ranges::any_of(files.paths, [](const fs::path& path) { return !path.empty(); });
            if (some && incomplete.empty())
                incomplete = (files.folder / (missing + ".gz")).string();
        }
    }
    return std::nullopt;
}

Availability IdxSource::find(const DataPaths& paths) const
{
    std::string incomplete;
    if (const auto files = locate(paths, incomplete))
        return {true, Message(NS_MESSAGE("data.origin.folder", "{0} from {1}"), titleOf(m_info), files->folder.string())};
    // The last argument stands in none of the sentences: it is for who can say how to get the data.
    if (!incomplete.empty())
        return {false,
                Message(NS_MESSAGE("data.missing_file", "{0} is not complete: {1} is missing"), titleOf(m_info), incomplete,
                        m_info.id)};
    std::string looked;
    for (const fs::path& folder : paths.folders())
        looked += (looked.empty() ? "" : ", ") + folder.string();
    constexpr auto nowhere = NS_MESSAGE("data.missing_anywhere", "{0} is not here, and there is no folder to look in");
    return {
        false,
        Message(looked.empty() ? nowhere : NS_MESSAGE("data.missing", "{0} is not in {1}"), titleOf(m_info), looked, m_info.id)};
}

Field IdxSource::readField(const FieldSpec& spec, const fs::path& path) const
{
    // IDX has no axis for the one channel of a grey image.
    const auto sizes = spec.shape.sizes();
    const Shape stored = spec.shape.rank() == 3 ? Shape(sizes.first(2)) : spec.shape;
    IdxArray array = readIdx(path, IdxWanted{spec.type, stored}).take();
    return {spec, array.shape[0], std::move(array.bytes)};
}

DataSplit IdxSource::readSplit(const fs::path& images, const fs::path& labels) const
{
    // Labels first: they are small, so a wrong pair is told from the images' header before most of the work.
    Field label = readField(m_fields[1], labels);
    checkClasses(label, labels.string());
    Field image = readField(m_fields[0], images);
    if (image.count != label.count)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.count",
                               "{0} has {1:image|images} but {2} has {3:label|labels}; the two files don't belong together: "
                               "download or copy both again"),
                    images.string(), image.count, labels.string(), label.count);
    return {{std::move(image), std::move(label)}};
}

Expected<DataSet> IdxSource::load(const DataPaths& paths, const Watch& watch) const
try {
    std::string incomplete;
    const auto files = locate(paths, incomplete);
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

#include "engine/data/source.h"

#include <algorithm>
#include <deque>
#include <mutex>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

/// What tells without reading whether a file, or the names in a folder and in the folders in it, are those that were there before.
struct Stamp {
    std::vector<std::pair<fs::path, fs::file_time_type>> times;
    std::uintmax_t size = 0;
    bool operator==(const Stamp&) const = default;
};

Stamp stampOf(const fs::path& place)
{
    constexpr std::size_t most = 10000; // folders of folders: enough for any number of classes
    Stamp stamp;
    std::error_code code;
    if (place.empty())
        return stamp;
    stamp.times.emplace_back(place, fs::last_write_time(place, code));
    if (!fs::is_directory(place, code)) {
        stamp.size = fs::file_size(place, code);
        return stamp;
    }
    fs::directory_iterator entries(place, code);
    for (; !code && entries != fs::directory_iterator() && stamp.times.size() < most; entries.increment(code))
        if (std::error_code ignored; entries->is_directory(ignored))
            stamp.times.emplace_back(entries->path(), entries->last_write_time(ignored));
    std::ranges::sort(stamp.times);
    return stamp;
}

/// The sources set up last, so that an editor that asks after each change has the answer at once.
class Kept {
public:
    std::shared_ptr<const Source> find(const Source& mould, const fs::path& place, const ParameterMap& parameters,
                                       const Stamp& stamp)
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = std::ranges::find_if(m_entries, [&](const Entry& entry) {
            return entry.mould == &mould && entry.place == place && entry.parameters == parameters && entry.stamp == stamp;
        });
        return found == m_entries.end() ? nullptr : found->source;
    }
    void put(const Source& mould, fs::path place, ParameterMap parameters, Stamp stamp, std::shared_ptr<const Source> source)
    {
        constexpr std::size_t most = 4;
        const std::scoped_lock lock(m_mutex);
        if (m_entries.size() == most)
            m_entries.pop_front();
        m_entries.push_back({&mould, std::move(place), std::move(parameters), std::move(stamp), std::move(source)});
    }

private:
    struct Entry {
        const Source* mould;
        fs::path place;
        ParameterMap parameters;
        Stamp stamp;
        std::shared_ptr<const Source> source;
    };
    std::mutex m_mutex;
    std::deque<Entry> m_entries;
};

/// Where `path` lies: as it is if absolute, else in the first data folder that has it.
fs::path placeOf(const SourceInfo& info, const std::string& path, const DataPaths& paths)
{
    if (info.place == SourcePlace::own)
        return {};
    const bool isFolder = info.place == SourcePlace::folder;
    if (path.empty())
        throw Error(ErrorKind::input, placeWanted(info));
    const fs::path given(path);
    std::vector<fs::path> candidates;
    if (given.is_absolute())
        candidates.push_back(given);
    else
        for (const fs::path& folder : paths.folders())
            candidates.push_back(fs::absolute(folder) / given);
    std::error_code code;
    for (const fs::path& candidate : candidates) {
        if (!fs::exists(candidate, code))
            continue;
        if (fs::is_directory(candidate, code) != isFolder)
            throw Error(ErrorKind::input,
                        isFolder ? NS_MESSAGE("data.place_no_folder", "{0} is a file, expected a folder; correct data.path")
                                 : NS_MESSAGE("data.place_no_file", "{0} is a folder, expected a file; correct data.path"),
                        candidate.string());
        return candidate.lexically_normal();
    }
    throw Error(ErrorKind::input,
                given.is_absolute()
                    ? NS_MESSAGE("data.place_missing", "{0} is not there; correct data.path, or bring the data back")
                    : NS_MESSAGE("data.place_nowhere",
                                 "{0} is neither beside the project nor in a data folder; correct data.path or name the folder "
                                 "with --data-dir"),
                path);
}

/// No file's name has a NUL, at which the system would take the name to end.
void refuseNul(const std::string& text, std::string_view setting)
{
    if (text.find('\0') != std::string::npos)
        throw Error(ErrorKind::input, NS_MESSAGE("data.nul", "{0} holds a NUL character, which no name has; remove it"),
                    std::string(setting));
}

/// Throws on the first parameter that the source has not, or whose value does not fit.
void checkParameters(const SourceInfo& info, const ParameterMap& parameters)
{
    for (const auto& [name, value] : parameters) {
        const auto spec = std::ranges::find(info.parameters, name, &ParameterSpec::name);
        if (spec != info.parameters.end()) {
            if (const auto problem = problemOf(*spec, value))
                throw Error(ErrorKind::input, NS_MESSAGE("data.parameter_value", "data set \"{0}\": {1}"), info.id, *problem);
            if (const auto* text = std::get_if<std::string>(&value))
                refuseNul(*text, "data.source." + name);
            continue;
        }
        std::string names;
        for (const ParameterSpec& known : info.parameters)
            names += (names.empty() ? "" : ", ") + known.name;
        if (names.empty())
            throw Error(ErrorKind::input, NS_MESSAGE("data.parameter_none", "data set \"{0}\" has no parameters, so no \"{1}\""),
                        info.id, name);
        throw Error(ErrorKind::input, NS_MESSAGE("data.parameter", "data set \"{0}\" has no parameter \"{1}\"; it has: {2}"),
                    info.id, name, names);
    }
}

} // namespace

Message placeWanted(const SourceInfo& info)
{
    return Message(info.place == SourcePlace::folder
                       ? NS_MESSAGE("data.place_folder", "{0} are read from a folder of yours: set data.path to it")
                       : NS_MESSAGE("data.place_file", "{0} are read from a file of yours: set data.path to it"),
                   titleOf(info));
}

std::shared_ptr<const Source> sourceFor(const DataSettings& settings, const DataPaths& paths)
{
    static Kept kept;
    const Source& mould = source(settings.source);
    refuseNul(settings.path, "data.path");
    refuseNul(settings.validationFile, "data.validation_file");
    checkParameters(mould.info(), settings.parameters);
    const fs::path place = placeOf(mould.info(), settings.path, paths);
    Stamp stamp = stampOf(place);
    if (auto found = kept.find(mould, place, settings.parameters, stamp))
        return found;
    std::shared_ptr<const Source> made = mould.setUp(place, settings.parameters).take();
    if (!made)
        return std::shared_ptr<const Source>(&mould, [](const Source*) {}); // one of those there are: it outlives everything
    kept.put(mould, place, settings.parameters, std::move(stamp), made);
    return made;
}

} // namespace netsmith::data

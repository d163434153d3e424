#include "engine/data/file_stamps.h"
#include "engine/data/source.h"
#include "engine/graph/nearest_name.h"

#include <algorithm>
#include <deque>
#include <mutex>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

/// The sources set up last, so that an editor that asks after each change has the answer at once.
class Kept {
public:
    std::shared_ptr<const Source> find(const Source& factory, const fs::path& place, const ParameterMap& parameters,
                                       const FileStamps& stamps, const DataPaths& paths)
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = std::ranges::find_if(m_entries, [&](const Entry& entry) {
            return entry.factory == &factory && entry.place == place && entry.parameters == parameters && entry.before == stamps
                && entry.after == FileStamps(entry.source->files(paths));
        });
        return found == m_entries.end() ? nullptr : found->source;
    }
    void put(const Source& factory, fs::path place, ParameterMap parameters, FileStamps before, FileStamps after,
             std::shared_ptr<const Source> source)
    {
        constexpr std::size_t most = 4;
        const std::scoped_lock lock(m_mutex);
        if (m_entries.size() == most)
            m_entries.pop_front();
        m_entries.push_back(
            {&factory, std::move(place), std::move(parameters), std::move(before), std::move(after), std::move(source)});
    }

private:
    struct Entry {
        const Source* factory;
        fs::path place;
        ParameterMap parameters;
        FileStamps before; ///< of the place, before it was read
        FileStamps after; ///< of everything that was read, known then
        std::shared_ptr<const Source> source;
    };
    std::mutex m_mutex;
    std::deque<Entry> m_entries;
};

Kept& kept()
{
    static Kept sources;
    return sources;
}

/// Where what a project calls `path` may lie.
std::vector<fs::path> candidatesFor(const fs::path& path, const DataPaths& paths)
{
    if (path.is_absolute())
        return {path};
    std::vector<fs::path> candidates;
    for (const fs::path& folder : paths.folders())
        candidates.push_back(fs::absolute(folder) / path);
    return candidates;
}

/// The location of `path`: as it is if absolute, else in the first data folder that has it.
fs::path placeOf(const SourceInfo& info, const std::string& path, const DataPaths& paths)
{
    if (info.place == SourcePlace::own)
        return {};
    const bool isFolder = info.place == SourcePlace::folder;
    if (path.empty())
        throw Error(ErrorKind::input, placeWanted(info));
    std::error_code code;
    for (const fs::path& candidate : candidatesFor(path, paths)) {
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
                fs::path(path).is_absolute()
                    ? NS_MESSAGE("data.place_missing", "{0} does not exist; correct data.path, or restore the data")
                    : NS_MESSAGE("data.place_nowhere",
                                 "{0} is neither next to the project nor in a data folder; correct data.path or name the folder "
                                 "with --data-dir"),
                path);
}

/// File names contain no NUL, at which the system would end the name.
void refuseNul(const std::string& text, std::string_view setting)
{
    if (text.find('\0') != std::string::npos)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.nul", "{0} contains a NUL character, which is not allowed in a file name; remove it"),
                    std::string(setting));
}

/// Throws on the first parameter that the source does not have, or whose value is invalid.
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
        if (const std::string nearest = nearestParameter(name, info.parameters); !nearest.empty())
            throw Error(ErrorKind::input,
                        NS_MESSAGE("data.parameter_meant", "data set \"{0}\" has no parameter \"{1}\"; did you mean \"{2}\"?"),
                        info.id, name, nearest);
        throw Error(ErrorKind::input, NS_MESSAGE("data.parameter", "data set \"{0}\" has no parameter \"{1}\"; it has: {2}"),
                    info.id, name, names);
    }
}

/// What settings ask for: which source, at which place.
struct Asked {
    const Source& factory;
    fs::path place;
    FileStamps stamps;
    std::shared_ptr<const Source> known; ///< null if it has to be set up
};

Asked asked(const DataSettings& settings, const DataPaths& paths)
{
    const Source& factory = source(settings.source);
    refuseNul(settings.path, "data.path");
    refuseNul(settings.validationFile, "data.validation_file");
    checkParameters(factory.info(), settings.parameters);
    const fs::path place = placeOf(factory.info(), settings.path, paths);
    FileStamps stamps = place.empty() ? FileStamps() : FileStamps({place});
    std::shared_ptr<const Source> known = kept().find(factory, place, settings.parameters, stamps, paths);
    return {factory, place, std::move(stamps), std::move(known)};
}

std::shared_ptr<const Source> setUp(Asked asked, const DataSettings& settings, const DataPaths& paths)
{
    std::shared_ptr<const Source> made = asked.factory.setUp(asked.place, settings.parameters).take();
    if (!made)
        return std::shared_ptr<const Source>(&asked.factory,
                                             [](const Source*) {}); // one of those there are: it outlives everything
    kept().put(asked.factory, asked.place, settings.parameters, std::move(asked.stamps), FileStamps(made->files(paths)), made);
    return made;
}

} // namespace

Message placeWanted(const SourceInfo& info)
{
    return Message(info.place == SourcePlace::folder
                       ? NS_MESSAGE("data.place_folder", "{0} are read from your own folder: set data.path to it")
                       : NS_MESSAGE("data.place_file", "{0} are read from your own file: set data.path to it"),
                   titleOf(info));
}

std::shared_ptr<const Source> sourceFor(const DataSettings& settings, const DataPaths& paths)
{
    if (Asked wanted = asked(settings, paths); wanted.known)
        return wanted.known;
    static std::mutex settingUp; // several threads that ask for the same file read it once
    const std::scoped_lock lock(settingUp);
    Asked wanted = asked(settings, paths);
    return wanted.known ? wanted.known : setUp(std::move(wanted), settings, paths);
}

std::shared_ptr<const Source> sourceAtHand(const DataSettings& settings, const DataPaths& paths)
{
    Asked wanted = asked(settings, paths);
    if (wanted.known || !wanted.place.empty())
        return wanted.known;
    return setUp(std::move(wanted), settings, paths); // of a source with a place of its own all is declared
}

std::vector<fs::path> placesMeant(const DataSettings& settings, const DataPaths& paths)
{
    const std::vector<const Source*>& all = sources();
    const auto factory = std::ranges::find(all, settings.source, [](const Source* known) { return known->info().id; });
    if (settings.path.empty() || factory == all.end() || (*factory)->info().place == SourcePlace::own)
        return {};
    return candidatesFor(settings.path, paths);
}

std::vector<std::string> partNames(const DataSettings& settings, const DataPaths& paths)
try {
    const Source& factory = source(settings.source);
    return factory.info().partParameters.empty()
        ? std::vector<std::string>()
        : factory.partNames(placeOf(factory.info(), settings.path, paths), settings.parameters);
} catch (const Error&) { // that it can't be read is reported when it is set up
    return {};
}

} // namespace netsmith::data

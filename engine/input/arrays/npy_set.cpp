#include "engine/input/arrays/npy_set.h"

#include "engine/core/ascii_case.h"
#include "engine/core/files/safe_file.h"
#include "engine/input/arrays/npz.h"

#include <algorithm>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

/// In the folder of one of them, by name.
std::vector<fs::path> npyFilesBeside(const fs::path& path)
{
    std::vector<fs::path> out;
    std::error_code code;
    for (fs::directory_iterator entry(path.parent_path(), code), end; !code && entry != end; entry.increment(code))
        if (isNpyFile(entry->path()))
            out.push_back(entry->path());
    std::ranges::sort(out);
    return out;
}

} // namespace

bool isNpyFile(const fs::path& path)
{
    return lowerAscii(path.extension().string()) == ".npy";
}

std::string withoutTrainEnding(std::string name)
{
    if (lowerAscii(name).ends_with(trainEnding))
        name.resize(name.size() - trainEnding.size());
    return name;
}

NpySet::NpySet(fs::path path, std::vector<ArrayWanted> wanted)
    : m_path(std::move(path))
    , m_wanted(std::move(wanted))
{
}

std::optional<NpySet::Role> NpySet::roleOf(const std::string& name) const
{
    const std::string given = lowerAscii(name);
    for (std::size_t i = 0; i < m_wanted.size(); ++i) {
        const std::string wanted = lowerAscii(m_wanted[i].name);
        if (given == wanted || given == wanted + std::string(trainEnding))
            return Role{i, false};
        if (given == wanted + std::string(testEnding))
            return Role{i, true};
    }
    return std::nullopt;
}

std::string NpySet::nameOf(const Role& role) const
{
    return m_wanted[role.wanted].name + std::string(role.test ? testEnding : trainEnding);
}

std::vector<fs::path> NpySet::files() const
{
    if (!isFolder())
        return {m_path};
    std::vector<fs::path> out = npyFilesBeside(m_path);
    std::erase_if(out, [this](const fs::path& file) { return !roleOf(file.stem().string()); });
    return out;
}

std::vector<std::string> NpySet::names() const
{
    std::vector<std::string> out;
    const auto add = [&out](std::string name) {
        for (const std::string_view part : {trainEnding, testEnding})
            if (lowerAscii(name).ends_with(part))
                name.resize(name.size() - part.size());
        if (std::ranges::find(out, name) == out.end())
            out.push_back(std::move(name));
    };
    if (isFolder())
        for (const fs::path& file : npyFilesBeside(m_path))
            add(file.stem().string());
    else
        eachNpzArray(m_path, [&add](const std::string& name, ByteReader&, const std::string&) { add(name); });
    return out;
}

void NpySet::each(const Visit& visit, const VisitOther& other) const
{
    constexpr std::int64_t absent = -1;
    std::vector<std::array<std::int64_t, 2>> counts(m_wanted.size(), {absent, absent});
    std::string there;
    const auto take = [&](const Array& array) {
        there += (there.empty() ? "" : ", ") + array.name;
        const std::optional<Role> role = roleOf(array.name);
        if (!role) {
            if (other)
                other(array.name, array.header.words());
            return;
        }
        std::int64_t& count = counts[role->wanted][role->test ? 1 : 0];
        if (count != absent)
            throw Error(ErrorKind::input, NS_MESSAGE("data.npy.twice", "{0}: there is another array for {1}; remove one"),
                        array.place, nameOf(*role));
        count = array.header.shape[0];
        visit(role->wanted, role->test, array);
    };
    if (isFolder())
        for (const fs::path& file : files()) {
            const std::string place = file.string();
            take({file.stem().string(), place, readNpyHeader(*openBytes(file), place), [&] { return readNpyFile(file); },
                  [&](const TextVisit& each) {
                      const auto reader = openBytes(file);
                      const NpyHeader header = readNpyHeader(*reader, place);
                      readNpyTexts(header, *reader, place, each);
                  }});
        }
    else
        eachNpzArray(m_path, [&](const std::string& name, ByteReader& reader, const std::string& place) {
            NpyHeader header;
            try {
                header = readNpyHeader(reader, place);
            } catch (const Error&) {
                if (roleOf(name))
                    throw;
                // Objects, times, a single number: not wanted, and no field could hold them.
                there += (there.empty() ? "" : ", ") + name;
                if (other)
                    other(name, "can't be read");
                return;
            }
            take({name, place, header, [&] { return readNpyElements(header, reader, place); },
                  [&](const TextVisit& each) { readNpyTexts(header, reader, place, each); }});
        });

    const bool tested = std::ranges::any_of(counts, [](const auto& both) { return both[1] != absent; });
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i][0] == absent && (m_wanted[i].required || counts[i][1] != absent))
            throw Error(ErrorKind::input,
                        NS_MESSAGE("data.npy.missing",
                                   "{0} has no array {1}; it has: {2}; save it with numpy.savez(file, {1}=…), or name the "
                                   "arrays in data.source.inputs and data.source.target"),
                        m_path.string(), nameOf({i, false}), there);
        if (tested && counts[i][0] != absent && counts[i][1] == absent)
            throw Error(ErrorKind::input, NS_MESSAGE("data.npy.half_test", "{0} has test arrays, but no {1}; add it"),
                        m_path.string(), nameOf({i, true}));
    }
    for (const bool test : {false, true}) {
        const std::size_t part = test ? 1 : 0;
        for (std::size_t i = 1; i < counts.size(); ++i)
            if (counts[i][part] != absent && counts[i][part] != counts[0][part])
                throw Error(
                    ErrorKind::input,
                    NS_MESSAGE("data.npy.count", "{0}: {1} has {2:sample|samples} but {3} has {4}; they don't belong together"),
                    m_path.string(), nameOf({0, test}), counts[0][part], nameOf({i, test}), counts[i][part]);
    }
}

std::string NpySet::fingerprint() const
{
    std::string out;
    for (const fs::path& file : files())
        out += (out.empty() ? "" : " ") + sha256OfFile(file).take();
    return out;
}

} // namespace netsmith::data

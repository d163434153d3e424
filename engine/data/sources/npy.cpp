#include "engine/core/safe_file.h"
#include "engine/data/npz.h"
#include "engine/data/source.h"
#include "engine/data/source_mould.h"
#include "engine/data/sources/sources.h"
#include "engine/graph/spec.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

struct Settings {
    std::string task = "auto";
};

const ParameterBuilder<Settings>& declared()
{
    static const auto all = [] {
        ParameterBuilder<Settings> settings;
        settings.choice("task", &Settings::task, NS_TEXT("data.npy", "Task"),
                        NS_TEXT("data.npy", "Whether y tells classes or numbers; by itself, one integer a sample is a class."),
                        {{"auto", NS_TEXT("data.npy", "By itself")}, {"numbers", NS_TEXT("data.npy", "Numbers")}});
        return settings;
    }();
    return all;
}

const SourceInfo& mouldInfo()
{
    static const SourceInfo info{
        .id = "npy",
        .title = NS_TEXT("data.npy", "NumPy arrays"),
        .doc =
            NS_TEXT("data.npy",
                    "The arrays x_train, y_train and, where they are there, x_test and y_test (or x and y) of an NPZ file, or of "
                    "NPY files of these names beside the one named. Bytes of height and width are pictures, field \"image\", other "
                    "arrays \"features\"; y is the field \"label\" where it tells classes, else \"target\"."),
        .licence = NS_TEXT("data.npy", "that of your arrays"),
        .place = SourcePlace::file,
        .parameters = declared().specs(),
        .mayMap = true,
    };
    return info;
}

constexpr std::string_view arrayNames[] = {"x_train", "y_train", "x_test", "y_test"};

/// The array that a file's name or a member's stands for: "X.npy" is x_train; −1 where it is none of them.
int roleOf(std::string name)
{
    std::ranges::transform(name, name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (name == "x" || name == "y")
        name += "_train";
    const auto found = std::ranges::find(arrayNames, name);
    return found == std::end(arrayNames) ? -1 : static_cast<int>(found - std::begin(arrayNames));
}

/// The arrays of one file or of files side by side.
class Arrays {
public:
    /// Gets to each array its header or all of it, whichever it asks for.
    struct Array {
        std::string name; ///< for errors
        std::function<NpyHeader()> header;
        std::function<NpyArray()> whole;
    };
    using Visit = std::function<void(int role, const Array& array)>;

    explicit Arrays(fs::path path)
        : m_path(std::move(path))
    {
    }

    /// Calls `visit` for each array that there is, once a role.
    void each(const Visit& visit) const
    {
        std::array<bool, 4> seen{};
        const auto take = [&](const std::string& name, const Array& array) {
            const int role = roleOf(name);
            if (role < 0)
                return;
            if (std::exchange(seen[static_cast<std::size_t>(role)], true))
                throw Error(ErrorKind::input, NS_MESSAGE("data.npy.twice", "{0}: there is another array for {1}; remove one"),
                            array.name, std::string(arrayNames[static_cast<std::size_t>(role)]));
            visit(role, array);
        };
        if (m_path.extension() == ".npy")
            for (const fs::path& file : files())
                take(file.stem().string(),
                     {file.string(), [&] { return readNpyHeader(*openBytes(file), file.string()); },
                      [&] { return readNpyFile(file); }});
        else
            eachNpzArray(m_path, [&](const std::string& name, ByteReader& reader, const std::string& place) {
                take(name, {place, [&] { return readNpyHeader(reader, place); }, [&] { return readNpy(reader, place); }});
            });
        for (const int role : {0, 1})
            if (!seen[static_cast<std::size_t>(role)])
                throw Error(
                    ErrorKind::input,
                    NS_MESSAGE("data.npy.missing", "{0} has no array {1}; save it with numpy.savez(file, x_train=…, y_train=…)"),
                    m_path.string(), std::string(arrayNames[static_cast<std::size_t>(role)]));
        if (seen[2] != seen[3])
            throw Error(ErrorKind::input, NS_MESSAGE("data.npy.half_test", "{0} has only one of x_test and y_test; add the other"),
                        m_path.string());
    }

    std::string fingerprint() const
    {
        std::string out;
        if (m_path.extension() != ".npy")
            return sha256OfFile(m_path).take();
        for (const fs::path& file : files())
            out += (out.empty() ? "" : " ") + sha256OfFile(file).take();
        return out;
    }

private:
    std::vector<fs::path> files() const
    {
        std::vector<fs::path> out;
        std::error_code code;
        for (fs::directory_iterator entry(m_path.parent_path(), code), end; !code && entry != end; entry.increment(code))
            if (entry->path().extension() == ".npy" && roleOf(entry->path().stem().string()) >= 0)
                out.push_back(entry->path());
        std::ranges::sort(out);
        return out;
    }

    fs::path m_path;
};

template <class T>
T elementOf(const NpyArray& array, std::int64_t index)
{
    T value{};
    std::memcpy(&value, array.bytes.get() + index * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    return value;
}

/// Every element as a double.
template <class Visit>
void eachNumber(const NpyArray& array, Visit visit)
{
    for (std::int64_t i = 0; i < array.shape.elements(); ++i)
        switch (array.type) {
        case DataType::u8: visit(i, static_cast<double>(elementOf<std::uint8_t>(array, i))); break;
        case DataType::i32: visit(i, static_cast<double>(elementOf<std::int32_t>(array, i))); break;
        case DataType::i64: visit(i, static_cast<double>(elementOf<std::int64_t>(array, i))); break;
        case DataType::f32: visit(i, static_cast<double>(elementOf<float>(array, i))); break;
        default: visit(i, elementOf<double>(array, i));
        }
}

/// Refuses what single precision has no number for.
void checkFinite(const NpyArray& array, const std::string& name)
{
    eachNumber(array, [&](std::int64_t i, double number) {
        if (!std::isfinite(static_cast<float>(number)))
            throw Error(ErrorKind::input,
                        NS_MESSAGE("data.npy.finite",
                                   "{0}: sample {1} holds a NaN, an infinity or a number past 3.4e38; fill or remove it"),
                        name, i / array.shape.withoutBatch().elements());
    });
}

bool isInteger(DataType type)
{
    return type == DataType::u8 || type == DataType::i32 || type == DataType::i64;
}

FieldSpec inputField(DataType type, const Shape& shape)
{
    const Shape sample = shape.rank() > 1 ? shape.withoutBatch() : Shape{1};
    if (type != DataType::u8 || sample.rank() < 2 || sample.rank() > 3)
        return {.name = "features", .type = type == DataType::u8 ? DataType::u8 : DataType::f32, .shape = sample};
    // Grey pictures are saved without an axis of channels.
    return {.name = "image", .type = DataType::u8, .shape = sample.rank() == 3 ? sample : Shape{sample[0], sample[1], 1}};
}

FieldSpec targetField(const NpyArray& array, const std::string& name, bool numbers)
{
    const bool one = array.shape.rank() == 1 || (array.shape.rank() == 2 && array.shape[1] == 1);
    if (numbers || !one || !isInteger(array.type))
        return {.name = "target", .type = DataType::f32, .shape = array.shape.rank() > 1 ? array.shape.withoutBatch() : Shape{1}};
    constexpr double classesAtMost = 100'000;
    double most = 0.0;
    eachNumber(array, [&](std::int64_t i, double number) {
        most = std::max(most, number);
        if (number < 0 || number >= classesAtMost)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("data.npy.class",
                                   "{0}: sample {1} has the class {2}, expected 0 to {3}; correct it, or set "
                                   "data.source.task to numbers"),
                        name, i, number, classesAtMost - 1);
    });
    return {.name = "label",
            .type = array.type == DataType::i64 ? DataType::i32 : array.type,
            .classes = std::max(2, static_cast<int>(most) + 1)};
}

/// A field, and whether it is read from the disk where it is touched.
struct ReadField {
    Field field;
    bool mapped = false;
};

/// The array's elements as numbers of another type.
template <class T>
ReadField fieldConverted(const FieldSpec& spec, const NpyArray& array, double least, double most)
{
    const std::int64_t count = array.shape[0];
    const SampleRoom room({spec}, count);
    NewField made = room.makeField(spec, count);
    eachNumber(array, [&](std::int64_t i, double number) {
        const auto value = static_cast<T>(std::clamp(number, least, most));
        std::memcpy(made.bytes + i * std::int64_t{sizeof value}, &value, sizeof value);
    });
    room.settle(made.field.all());
    return {std::move(made.field), room.isOnDisk()};
}

ReadField fieldOf(const FieldSpec& spec, const NpyArray& array, const std::string& name)
{
    const Shape sample = array.shape.rank() > 1 ? array.shape.withoutBatch() : Shape();
    if (sample.elements() != spec.shape.elements() || (spec.type == DataType::u8 && array.type != DataType::u8))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.npy.other", "{0} has samples of {1} {2}, expected {3} {4} as in the training arrays"), name,
                    sample.text(), std::string(nameOf(array.type)), spec.shape.text(), std::string(nameOf(spec.type)));
    if (spec.type == DataType::f32)
        checkFinite(array, name);
    if (spec.type == array.type)
        return {{spec, array.shape[0], array.bytes}, array.mapped};
    if (spec.type == DataType::f32)
        return fieldConverted<float>(spec, array, -INFINITY, INFINITY);
    return fieldConverted<std::int32_t>(spec, array, -1.0, 2147483647.0); // classes
}

/// The arrays of one place.
class NpyArrays final : public Source {
public:
    NpyArrays(fs::path path, const Settings& settings)
        : m_path(std::move(path))
        , m_arrays(m_path)
        , m_info(mouldInfo())
        , m_fields(2)
    {
        m_arrays.each([&](int role, const Arrays::Array& array) {
            std::int64_t count = 0;
            if (role == 1) {
                const NpyArray labels = array.whole();
                m_fields[1] = targetField(labels, array.name, settings.task == "numbers");
                count = labels.shape[0];
            } else {
                const NpyHeader header = array.header();
                count = header.shape[0];
                if (role == 0)
                    m_fields[0] = inputField(header.type(), header.shape);
            }
            (role < 2 ? m_info.trainCount : m_info.testCount) = count;
        });
    }

    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    Availability find(const DataPaths&) const override
    {
        return {true, Message(NS_MESSAGE("data.origin.folder", "{0} from {1}"), titleOf(m_info), m_path.string())};
    }
    Expected<DataSet> load(const DataPaths& paths, const Watch& watch) const override
    try {
        DataSet set;
        set.id = m_info.id;
        set.title = m_info.title;
        set.origin = find(paths).where;
        set.fingerprint = m_arrays.fingerprint();
        std::map<int, Field> read;
        m_arrays.each([&](int role, const Arrays::Array& array) {
            watch.throwIfStopped();
            watch.tell(m_info.title, role, 4);
            ReadField made = fieldOf(m_fields[static_cast<std::size_t>(role % 2)], array.whole(), array.name);
            checkClasses(made.field, array.name);
            DataSplit& split = role < 2 ? set.train : set.test;
            split.mapped = split.mapped || made.mapped;
            read.emplace(role, std::move(made.field));
        });
        for (const int role : {0, 2})
            if (read.contains(role) && read.at(role).count != read.at(role + 1).count)
                throw Error(
                    ErrorKind::input,
                    NS_MESSAGE("data.npy.count", "{0}: {1} has {2:sample|samples} but {3} has {4}; they don't belong together"),
                    m_path.string(), std::string(arrayNames[static_cast<std::size_t>(role)]), read.at(role).count,
                    std::string(arrayNames[static_cast<std::size_t>(role + 1)]), read.at(role + 1).count);
        for (auto& [role, field] : read)
            (role < 2 ? set.train : set.test).fields.push_back(std::move(field));
        return set;
    } catch (const Error& error) {
        return error;
    }

private:
    fs::path m_path;
    Arrays m_arrays;
    SourceInfo m_info;
    std::vector<FieldSpec> m_fields;
};

std::shared_ptr<const Source> make(const fs::path& place, const ParameterMap& parameters)
{
    return std::make_shared<NpyArrays>(place, declared().bind(parameters));
}

} // namespace

const Source& npy()
{
    static const SourceMould source(mouldInfo(), make);
    return source;
}

} // namespace netsmith::data

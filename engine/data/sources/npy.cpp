#include "engine/core/files/mapped_file.h"
#include "engine/data/source.h"
#include "engine/data/source_factory.h"
#include "engine/data/sources/sources.h"
#include "engine/fields/text/token_rows.h"
#include "engine/graph/specs/spec.h"
#include "engine/input/arrays/npy_set.h"
#include "engine/input/names_in.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <set>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

struct Settings {
    std::string inputs;
    std::string target;
    std::string weights;
    std::string task = "auto";
    bool standardiseTarget = false;
};

const ParameterBuilder<Settings>& declared()
{
    using S = Settings;
    static const auto all = [] {
        ParameterBuilder<S> settings;
        settings
            .text("inputs", &S::inputs, NS_TEXT("data.npy", "Inputs"),
                  NS_TEXT("data.npy",
                          "The input arrays, separated by commas, each a field of that name: left reads left_train or left, and "
                          "left_test; empty: only x."))
            .text("target", &S::target, NS_TEXT("data.npy", "Target"), NS_TEXT("data.npy", "The target array; empty: y."))
            .text("weights", &S::weights, NS_TEXT("data.npy", "Sample weights"),
                  NS_TEXT("data.npy",
                          "The array of sample weights, one number per sample that its loss is multiplied by: the field "
                          "\"sample_weight\"; empty: sample_weight, if there is one."))
            .choice(
                "task", &S::task, NS_TEXT("data.npy", "Task"),
                NS_TEXT(
                    "data.npy",
                    "Whether y holds classes, numbers or boxes; automatically, one integer or text per sample is a class. Boxes "
                    "are rows of left, top, right and bottom in pixels, and any further values; they move with the picture."),
                {{"auto", NS_TEXT("data.npy", "Automatic")},
                 {"boxes", NS_TEXT("data.npy", "Boxes")},
                 {"numbers", NS_TEXT("data.npy", "Numbers")}})
            .boolean("standardise_target", &S::standardiseTarget, NS_TEXT("data.npy", "Standardize the target"),
                     NS_TEXT("data.npy",
                             "Whether the target is standardized to mean 0 and standard deviation 1 for training, each of up to 16 "
                             "numbers per sample separately; predictions and metrics stay in the array's own units."));
        return settings;
    }();
    return all;
}

const SourceInfo& factoryInfo()
{
    static const SourceInfo info{
        .id = "npy",
        .title = NS_TEXT("data.npy", "NumPy arrays"),
        .doc = NS_TEXT("data.npy",
                       "The arrays x_train, y_train and, if present, x_test and y_test (or x and y) of an NPZ file, or of NPY "
                       "files with these names next to the one named. Bytes of height and width are pictures, field \"image\", "
                       "other arrays \"features\"; y is the field \"label\" if it holds classes, as numbers or texts, else "
                       "\"target\". sample_weight_train is the field \"sample_weight\". If samples differ in length, "
                       "x_length_train (or y_length_train) holds the number of valid rows of each."),
        .licence = NS_TEXT("data.npy", "that of your arrays"),
        .place = SourcePlace::file,
        .parameters = declared().specs(),
        .mayMap = true,
        .partParameters = {{"inputs", true}, {"target"}, {"weights"}},
    };
    return info;
}

/// The roles of the wanted arrays, in order: inputs, then the target, then the weights; an input or a target is followed by the
/// lengths of its samples.
enum class Use { input, target, weights, lengths };

/// Rejects numbers that single precision can't represent.
void checkFinite(const NpyArray& array, const std::string& name)
{
    eachNumber(array, [&](std::int64_t i, double number) {
        if (!std::isfinite(static_cast<float>(number)))
            throw Error(ErrorKind::input,
                        NS_MESSAGE("data.npy.finite",
                                   "{0}: sample {1} holds a NaN, an infinity or a number beyond 3.4e38; fill or remove it"),
                        name, i / array.shape.withoutBatch().elements());
    });
}

bool isInteger(DataType type)
{
    return type == DataType::u8 || type == DataType::i32 || type == DataType::i64;
}

/// Of the name that was given to it, if any.
FieldSpec inputField(const NpySet::Array& array, const std::string& name)
{
    if (array.header.isText())
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("data.npy.text_input", "{0} holds texts, which can only be read as target classes; give numbers as inputs"),
            array.place);
    const Shape& shape = array.header.shape;
    const DataType type = array.header.type();
    const Shape sample = shape.rank() > 1 ? shape.withoutBatch() : Shape{1};
    const auto named = [&](const char* byItself) { return name.empty() ? std::string(byItself) : name; };
    if (type != DataType::u8 || sample.rank() < 2 || sample.rank() > 3)
        return {.name = named("features"), .type = type == DataType::u8 ? DataType::u8 : DataType::f32, .shape = sample};
    // Grey pictures are saved without an axis of channels.
    const Shape picture = sample.rank() == 3 ? sample : Shape{sample[0], sample[1], 1};
    return {.name = named("image"), .type = DataType::u8, .shape = picture};
}

bool isOneASample(const Shape& shape)
{
    return shape.rank() == 1 || (shape.rank() == 2 && shape[1] == 1);
}

FieldSpec weightField(const NpySet::Array& array)
{
    if (array.header.isText() || !isOneASample(array.header.shape))
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("data.npy.weights", "{0} holds {1}, expected one number per sample as its weight; choose another array"),
            array.place, array.header.words());
    return {.name = "sample_weight", .type = DataType::f32};
}

FieldSpec lengthField(const NpySet::Array& array, const std::string& name)
{
    if (array.header.isText() || !isOneASample(array.header.shape) || !isInteger(array.header.type()))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.npy.lengths", "{0} holds {1}, expected one integer per sample, the number of its valid rows"),
                    array.place, array.header.words());
    return {.name = name, .type = DataType::i32};
}

constexpr int classesAtMost = 100'000;

/// The distinct texts, by their bytes, are the classes.
FieldSpec namedClasses(const NpySet::Array& array)
{
    if (!isOneASample(array.header.shape))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.npy.label_texts", "{0} holds {1}, expected one text per sample, the name of its class"),
                    array.place, array.header.words());
    std::set<std::string, std::less<>> names;
    array.texts([&](std::int64_t i, std::string_view text) {
        if (text.empty())
            throw Error(ErrorKind::input, NS_MESSAGE("data.npy.no_class", "{0}: sample {1} has an empty text as its class"),
                        array.place, i);
        if (!names.contains(text))
            names.emplace(text);
        if (names.size() > classesAtMost)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("data.npy.many_classes", "{0} holds more than {1} different texts, too many for classes"),
                        array.place, classesAtMost);
    });
    if (names.size() < 2)
        throw Error(ErrorKind::input, NS_MESSAGE("data.npy.one_class", "{0} has the same class for all samples"), array.place);
    const int classes = static_cast<int>(names.size());
    return {.name = "label",
            .type = classes <= 256 ? DataType::u8 : DataType::i32,
            .classes = classes,
            .classNames = {names.begin(), names.end()}};
}

FieldSpec boxField(const NpySet::Array& array)
{
    const Shape& shape = array.header.shape;
    if (array.header.isText() || shape.rank() != 3 || shape[2] < 4)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.npy.boxes",
                               "{0} holds {1}, expected boxes: for each sample, rows of left, top, right and bottom in pixels, and "
                               "any further values"),
                    array.place, array.header.words());
    return {.name = "boxes", .type = DataType::f32, .shape = shape.withoutBatch(), .kind = FieldKind::boxes};
}

FieldSpec targetField(const NpySet::Array& array, const Settings& settings)
{
    if (settings.task == "boxes")
        return boxField(array);
    if (array.header.isText())
        return namedClasses(array);
    const Shape& shape = array.header.shape;
    if (settings.task == "numbers" || !isOneASample(shape) || !isInteger(array.header.type())) {
        FieldSpec field{.name = "target", .type = DataType::f32, .shape = shape.rank() > 1 ? shape.withoutBatch() : Shape{1}};
        if (settings.standardiseTarget)
            field.scaledColumns = field.shape[-1] <= scaledColumnsAtMost ? static_cast<int>(field.shape[-1]) : 1;
        return field;
    }
    double most = 0.0;
    eachNumber(array.numbers(), [&](std::int64_t i, double number) {
        most = std::max(most, number);
        if (number < 0 || number >= classesAtMost)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("data.npy.class",
                                   "{0}: sample {1} has the class {2}, expected 0 to {3}; correct it, or set "
                                   "data.source.task to numbers"),
                        array.place, i, number, classesAtMost - 1);
    });
    const DataType type = array.header.type();
    return {
        .name = "label", .type = type == DataType::i64 ? DataType::i32 : type, .classes = std::max(2, static_cast<int>(most) + 1)};
}

/// A field, and whether it is read from the disk on demand.
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

/// The numbers of the classes that texts name.
ReadField fieldOfTexts(const FieldSpec& spec, const NpySet::Array& array)
{
    const std::int64_t count = array.header.shape[0];
    if (!isOneASample(array.header.shape) || !array.header.isText() || spec.classNames.empty())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.npy.other_classes", "{0} holds {1}, expected classes as in the training arrays"), array.place,
                    array.header.words());
    const SampleRoom room({spec}, count);
    NewField made = room.makeField(spec, count);
    array.texts([&](std::int64_t i, std::string_view text) {
        const auto found = std::ranges::lower_bound(spec.classNames, text);
        if (found == spec.classNames.end() || *found != text)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("data.npy.unknown_class", "{0}: sample {1} has the class \"{2}\", which no training sample has"),
                        array.place, i, std::string(text));
        writeClass(static_cast<int>(found - spec.classNames.begin()), spec, made.bytes + i * spec.sampleBytes());
    });
    room.settle(made.field.all());
    return {std::move(made.field), room.isOnDisk()};
}

/// The arrays of one place.
class NpyArrays final : public Source {
public:
    NpyArrays(fs::path path, const Settings& settings)
        : m_path(std::move(path))
        , m_info(factoryInfo())
    {
        const std::vector<std::string> inputs = namesIn(settings.inputs);
        std::vector<ArrayWanted> wanted;
        const auto want = [&](Use use, const std::string& name, bool required = true) {
            wanted.push_back({withoutTrainEnding(name), required});
            m_uses.push_back(use);
            if (use == Use::weights)
                return;
            wanted.push_back({wanted.back().name + std::string(lengthEnding), false});
            m_uses.push_back(Use::lengths);
        };
        for (const std::string& input : inputs)
            want(Use::input, input);
        if (inputs.empty())
            want(Use::input, "x");
        want(Use::target, settings.target.empty() ? "y" : settings.target);
        want(Use::weights, settings.weights.empty() ? "sample_weight" : settings.weights, !settings.weights.empty());
        m_specs.resize(wanted.size());
        m_arrays.emplace(m_path, wanted);

        std::string unread;
        std::vector<std::size_t> partOf; // what was wanted, in terms of what was read
        m_arrays->each(
            [&](std::size_t i, bool test, const NpySet::Array& array) {
                if (!test)
                    m_specs[i] =
                        specOf(i, array, inputs.empty() && m_uses[i] == Use::input ? std::string() : wanted[i].name, settings);
                (test ? m_info.testCount : m_info.trainCount) = array.header.shape[0];
                partOf.push_back(i);
                m_info.parts.push_back({array.name, array.header.words(), {}});
            },
            [&](const std::string& name, const std::string& holds) {
                unread += (unread.empty() ? "" : ", ") + name;
                partOf.push_back(wanted.size());
                m_info.parts.push_back({name, holds, {}});
            });
        tellLengths();
        for (std::size_t part = 0; part < partOf.size(); ++part) // the array that names the field may come after another of it
            if (partOf[part] < m_specs.size())
                m_info.parts[part].field = m_specs[partOf[part]].name;
        if (!unread.empty())
            m_info.warnings.emplace_back(
                NS_MESSAGE("data.npy.unread",
                           "{0} holds arrays that are not read: {1}; name them in data.source.inputs, data.source.target or "
                           "data.source.weights, or remove them"),
                m_path.string(), unread);
        listFields();
    }

    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    Availability find(const DataPaths&) const override
    {
        return {true, Message(NS_MESSAGE("data.origin.folder", "{0} from {1}"), titleOf(m_info), m_path.string())};
    }
    std::vector<fs::path> files(const DataPaths&) const override { return m_arrays->files(); }
    Expected<DataSet> load(const DataPaths& paths, const Watch& watch) const override
    try {
        DataSet set;
        set.id = m_info.id;
        set.title = m_info.title;
        set.origin = find(paths).where;
        set.fingerprint = m_arrays->fingerprint();
        set.warnings = m_info.warnings;
        std::array<std::map<std::size_t, Field>, 2> read;
        const auto parts = static_cast<std::int64_t>(m_fields.size()) * (m_info.testCount > 0 ? 2 : 1);
        std::int64_t done = 0;
        m_arrays->each([&](std::size_t i, bool test, const NpySet::Array& array) {
            watch.throwIfStopped();
            watch.tell(m_info.title, done++, parts);
            ReadField made =
                m_specs[i].classNames.empty() ? fieldOf(m_specs[i], array.numbers(), array.place) : fieldOfTexts(m_specs[i], array);
            checkClasses(made.field, array.place);
            if (m_uses[i] == Use::weights)
                checkWeights(made.field, array.place);
            checkMapped(made.field.all());
            DataSplit& split = test ? set.test : set.train;
            split.mapped = split.mapped || made.mapped;
            read[test ? 1 : 0].emplace(i, std::move(made.field));
        });
        for (const auto& part : read)
            for (const auto& [i, field] : part)
                if (m_uses[i] == Use::lengths)
                    checkLengths(field, m_specs[i - 1], m_path.string() + ":" + m_specs[i].name);
        for (const bool test : {false, true})
            for (auto& [i, field] : read[test ? 1 : 0])
                (test ? set.test : set.train).fields.push_back(std::move(field));
        return set;
    } catch (const Error& error) {
        return error;
    }

private:
    FieldSpec specOf(std::size_t i, const NpySet::Array& array, const std::string& name, const Settings& settings) const
    {
        switch (m_uses[i]) {
        case Use::input: return inputField(array, name);
        case Use::target: return targetField(array, settings);
        case Use::lengths: return lengthField(array, name);
        case Use::weights: break;
        }
        return weightField(array);
    }

    /// For each input and target, whether its samples differ in length.
    void tellLengths()
    {
        for (std::size_t i = 0; i + 1 < m_specs.size(); ++i) {
            FieldSpec& spec = m_specs[i];
            const bool told = m_uses[i + 1] == Use::lengths && !m_specs[i + 1].name.empty();
            if (told && spec.shape.rank() == 0)
                throw Error(
                    ErrorKind::input,
                    NS_MESSAGE("data.npy.no_rows", "{0}: \"{1}\" holds numbers of valid rows, but the samples have no rows"),
                    m_path.string(), m_specs[i + 1].name);
            if (told)
                spec.lengths = m_specs[i + 1].name;
            else if (spec.kind == FieldKind::boxes)
                throw Error(ErrorKind::input,
                            NS_MESSAGE("data.npy.box_counts",
                                       "{0} has no array that tells how many boxes each sample has; save it as y_length, or as the "
                                       "target's name with _length appended"),
                            m_path.string());
        }
    }

    void listFields()
    {
        for (const FieldSpec& spec : m_specs) {
            if (spec.name.empty())
                continue;
            if (std::ranges::find(m_fields, spec.name, &FieldSpec::name) != m_fields.end())
                throw Error(
                    ErrorKind::input,
                    NS_MESSAGE("data.npy.same",
                               "{0}: each array becomes a field of its own, and two of those named in data.source would both be "
                               "\"{1}\"; name each array once there, or save one of them under another name"),
                    m_path.string(), spec.name);
            m_fields.push_back(spec);
        }
    }

    fs::path m_path;
    SourceInfo m_info;
    std::vector<Use> m_uses; ///< by wanted array, like the next
    std::vector<FieldSpec> m_specs; ///< without a name: there is no such array
    std::vector<FieldSpec> m_fields;
    std::optional<NpySet> m_arrays;
};

std::shared_ptr<const Source> make(const fs::path& place, const ParameterMap& parameters)
{
    return std::make_shared<NpyArrays>(place, declared().bind(parameters));
}

std::vector<std::string> names(const fs::path& place, const ParameterMap&)
{
    return NpySet(place, {}).names();
}

} // namespace

const Source& npy()
{
    static const SourceFactory source(factoryInfo(), make, names);
    return source;
}

} // namespace netsmith::data

#include "engine/input/arrays/npy_samples.h"

#include "engine/core/ascii_case.h"
#include "engine/fields/field_fit.h"
#include "engine/input/arrays/npy_set.h"
#include "engine/input/arrays/npz.h"
#include "engine/input/class_lookup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <map>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

/// The possible suffixes of an array's name, the most likely for prediction first.
constexpr std::string_view endings[] = {"", testEnding, trainEnding};

/// The arrays of one file, or of its sibling files, by name.
class ArrayFile {
public:
    explicit ArrayFile(const fs::path& path)
        : m_path(path)
        , m_isArchive(lowerAscii(path.extension().string()) == ".npz")
    {
        if (m_isArchive) {
            eachNpzArray(path,
                         [&](const std::string& name, ByteReader&, const std::string&) { m_names.push_back(lowerAscii(name)); });
            return;
        }
        m_names.push_back(lowerAscii(path.stem().string()));
        std::error_code code;
        for (fs::directory_iterator entry(path.has_parent_path() ? path.parent_path() : fs::path("."), code), end;
             !code && entry != end; entry.increment(code))
            if (isNpyFile(entry->path())) {
                m_beside.emplace(lowerAscii(entry->path().stem().string()), entry->path());
                if (entry->path().filename() != path.filename())
                    m_names.push_back(lowerAscii(entry->path().stem().string()));
            }
    }

    bool isArchive() const { return m_isArchive; }
    const std::vector<std::string>& names() const { return m_names; }
    bool has(const std::string& name) const { return std::ranges::find(m_names, lowerAscii(name)) != m_names.end(); }
    std::string placeOf(const std::string& name) const
    {
        return m_isArchive ? m_path.string() + ":" + name : name == m_names.front() ? m_path.string() : m_beside.at(name).string();
    }

    NpyArray read(const std::string& wanted) const
    {
        const std::string name = lowerAscii(wanted);
        if (!m_isArchive)
            return readNpyFile(name == m_names.front() ? m_path : m_beside.at(name));
        NpyArray found;
        eachNpzArray(m_path, [&](const std::string& member, ByteReader& reader, const std::string& place) {
            if (lowerAscii(member) == name)
                found = readNpy(reader, place);
        });
        return found;
    }

    /// The texts of an array, one per element; none if it holds numbers.
    std::vector<std::string> texts(const std::string& wanted) const
    {
        std::vector<std::string> texts;
        const auto take = [&](ByteReader& reader, const std::string& place) {
            const NpyHeader header = readNpyHeader(reader, place);
            if (header.isText())
                readNpyTexts(header, reader, place, [&](std::int64_t, std::string_view text) { texts.emplace_back(text); });
        };
        const std::string name = lowerAscii(wanted);
        if (!m_isArchive) {
            take(*openBytes(name == m_names.front() ? m_path : m_beside.at(name)), placeOf(name));
            return texts;
        }
        eachNpzArray(m_path, [&](const std::string& member, ByteReader& reader, const std::string& place) {
            if (lowerAscii(member) == name)
                take(reader, place);
        });
        return texts;
    }

private:
    fs::path m_path;
    bool m_isArchive;
    std::vector<std::string> m_names; ///< in lowercase, of an .npy file its own first
    std::map<std::string, fs::path> m_beside;
};

/// Throws if a field can't hold an array's number: bytes and integers take non-negative integers, floats finite numbers, and
/// columns also a NaN for a missing value.
void requireFits(double number, DataType given, const FieldSpec& spec, const std::string& place)
{
    const bool integers = spec.type == DataType::u8 || spec.type == DataType::i32;
    const double most = spec.type == DataType::u8 ? 255.0 : 2147483647.0;
    const bool whole = given != DataType::f32 && given != DataType::f64;
    const bool gap = std::isnan(number) && !spec.columns.empty();
    if (integers ? whole && number >= 0.0 && number <= most : gap || std::abs(number) <= double{FLT_MAX})
        return;
    throw Error(ErrorKind::input,
                NS_MESSAGE("sample.array_number",
                           "{0} holds {1} {2}, and the field \"{3}\" takes {4}; save the array as what the network was trained on"),
                place, std::string(nameOf(given)), number, spec.name, std::string(nameOf(spec.type)));
}

/// The settings' name for an array, without its suffix; `byItself` if they name none.
std::string arrayNamed(const DataSettings& settings, const std::string& parameter, const char* byItself)
{
    const auto given = settings.source == "npy" ? settings.parameters.find(parameter) : settings.parameters.end();
    const std::string* name = given == settings.parameters.end() ? nullptr : std::get_if<std::string>(&given->second);
    return !name || name->empty() ? byItself : withoutTrainEnding(*name);
}

/// The names of the arrays that the inputs are read from, and their suffix.
struct Chosen {
    std::vector<std::string> inputs;
    std::string ending;
};

Chosen choose(const ArrayFile& file, const std::string& path, const SampleReading& reading)
{
    const auto tellsLengths = [&](const FieldSpec& input) {
        const auto isOf = [&](const FieldSpec& field) { return field.lengths == input.name; };
        return std::ranges::any_of(reading.inputs, isOf) || std::ranges::any_of(reading.targets, isOf);
    };
    const auto targetArray = [&](const FieldSpec& input) { // of a field that is learned as well
        const bool isTarget = std::ranges::find(reading.targets, input.name, &FieldSpec::name) != reading.targets.end();
        return isTarget ? arrayNamed(reading.settings, "target", "y") : std::string();
    };
    const bool single = std::ranges::count_if(reading.inputs, tellsLengths) + 1 == std::ssize(reading.inputs);
    const std::string& first = file.names().empty() ? path : file.names().front();
    if (reading.inputs.size() == 1 && !file.isArchive()) {
        for (const std::string_view ending : endings)
            if (!ending.empty() && first.ends_with(ending))
                return {{first}, std::string(ending)};
        return {{first}, {}};
    }
    for (const std::string_view ending : endings) {
        Chosen chosen{{}, std::string(ending)};
        for (const FieldSpec& input : reading.inputs)
            for (const std::string& base : {input.name, std::string(single && !tellsLengths(input) ? "x" : ""), targetArray(input)})
                if (!base.empty() && file.has(base + chosen.ending)) {
                    chosen.inputs.push_back(base + chosen.ending);
                    break;
                }
        if (chosen.inputs.size() == reading.inputs.size())
            return chosen;
    }
    if (reading.inputs.size() == 1 && file.names().size() == 1)
        return {{first}, {}};
    std::string names;
    for (const FieldSpec& input : reading.inputs)
        names += (names.empty() ? "\"" : ", \"") + input.name + '"';
    throw Error(ErrorKind::input,
                NS_MESSAGE("sample.arrays",
                           "{0} has no array for the network's {1:input|inputs} {2}; save it with numpy.savez(file, "
                           "NAME=array) under these names"),
                path, reading.inputs.size(), names);
}

/// The class numbers of an array of class names.
Truth namedTruth(std::vector<std::string> names, const FieldSpec& target)
{
    Truth truth;
    const ClassLookup classes(target);
    for (const std::string& name : names)
        truth.numbers.push_back(classes.named(name));
    truth.classes = std::move(names);
    return truth;
}

/// The number of valid rows of each sample; none if the file does not have it.
std::vector<std::int64_t> lengthsIn(const ArrayFile& file, const std::string& name, std::int64_t count)
{
    std::vector<std::int64_t> lengths;
    if (!file.has(name))
        return lengths;
    eachNumber(file.read(name), [&](std::int64_t, double number) { lengths.push_back(static_cast<std::int64_t>(number)); });
    return std::ssize(lengths) == count ? lengths : std::vector<std::int64_t>();
}

/// The labels from the target's array; nothing if there is none with as many samples.
Truth truthIn(const ArrayFile& file, const FieldSpec& target, const std::string& called, const std::string& ending,
              std::int64_t count)
{
    for (const std::string& base : {target.name, called}) {
        if (!file.has(base + ending))
            continue;
        if (std::vector<std::string> names = file.texts(base + ending); !names.empty()) {
            if (target.classes > 0 && std::ssize(names) == count)
                return namedTruth(std::move(names), target);
            continue;
        }
        const NpyArray array = file.read(base + ending);
        const std::int64_t elements = target.classes > 0 && target.shape.rank() == 0 ? 1 : target.shape.elements();
        if (array.shape.elements() != count * elements)
            continue;
        Truth truth;
        const ClassLookup classes(target);
        eachNumber(array, [&](std::int64_t, double number) {
            if (target.classes > 0) {
                truth.numbers.push_back(classes.numbered(number));
                truth.classes.push_back(fmt::format("{:.9g}", number));
                return;
            }
            if (!std::isnan(number))
                requireFits(number, array.type, target, file.placeOf(lowerAscii(base + ending)));
            truth.numbers.push_back(number);
        });
        return truth;
    }
    return {};
}

} // namespace

Field samplesOfArray(const NpyArray& array, const FieldSpec& spec, const std::string& place)
{
    const std::int64_t elements = spec.shape.elements();
    const bool one = array.shape.elements() == elements && array.shape.rank() <= spec.shape.rank();
    const std::int64_t count = one ? 1 : array.shape.rank() > 0 ? array.shape[0] : 0;
    if (count * elements != array.shape.elements() || count == 0)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("sample.array_shape", "{0} holds an array of {1}, expected samples of {2}, one or N of them"), place,
                    array.shape.text(), spec.shape.text());
    if (array.type == spec.type && spec.type != DataType::f32)
        return {spec, count, array.bytes};
    NewField made = makeField(spec, count);
    std::byte* out = made.bytes;
    eachNumber(array, [&](std::int64_t, double number) {
        requireFits(number, array.type, spec, place);
        const auto put = [&](auto value) {
            std::memcpy(out, &value, sizeof value);
            out += sizeof value;
        };
        if (spec.type == DataType::u8)
            put(static_cast<std::uint8_t>(number));
        else if (spec.type == DataType::i32)
            put(static_cast<std::int32_t>(number));
        else
            put(static_cast<float>(number));
    });
    return std::move(made.field);
}

Samples readNpySamples(const fs::path& path, const SampleReading& reading)
{
    const ArrayFile file(path);
    const Chosen chosen = choose(file, path.string(), reading);
    Samples samples;
    const auto requireCount = [&](std::int64_t count, const std::string& place) {
        if (count != samples.count())
            throw Error(ErrorKind::input,
                        NS_MESSAGE("sample.array_count", "{0} has {1:sample|samples}, and {2} has {3}; save as many of each"),
                        file.placeOf(lowerAscii(chosen.inputs[0])), samples.count(), place, count);
    };
    for (std::size_t i = 0; i < reading.inputs.size(); ++i) {
        const std::string place = file.placeOf(lowerAscii(chosen.inputs[i]));
        samples.inputs.push_back(samplesOfArray(file.read(chosen.inputs[i]), unfitted(reading.inputs[i]), place));
        requireCount(samples.inputs[i].count, place);
        for (const std::vector<FieldSpec>& fields : {reading.inputs, reading.targets})
            if (const auto counted = std::ranges::find(fields, reading.inputs[i].name, &FieldSpec::lengths);
                counted != fields.end())
                checkLengths(samples.inputs[i], *counted, place);
    }
    for (const FieldSpec& target : reading.targets) {
        samples.truths.emplace_back();
        if (reading.isInput(target))
            continue;
        try {
            data::Truth& truth = samples.truths.back();
            truth = truthIn(file, target, arrayNamed(reading.settings, "target", "y"), chosen.ending, samples.count());
            // For evaluation the lengths are passed as they are.
            if (!reading.toJudge && !target.lengths.empty() && !truth.numbers.empty())
                forgetRows(truth, target, lengthsIn(file, target.lengths + chosen.ending, samples.count()));
        } catch (const Error& error) {
            if (reading.toJudge)
                throw;
            samples.warnings.push_back(error.message()); // labels are not needed for prediction
        }
    }
    const std::string weights = arrayNamed(reading.settings, "weights", "sample_weight") + chosen.ending;
    if (reading.weights && file.has(weights)) {
        const std::string place = file.placeOf(lowerAscii(weights));
        samples.weights = samplesOfArray(file.read(weights), *reading.weights, place);
        requireCount(samples.weights->count, place);
        checkWeights(*samples.weights, place);
    }
    return samples;
}

} // namespace netsmith::data

#include "engine/train/generation/given_samples.h"

#include "engine/catalog/catalog.h"
#include "engine/core/files/mapped_file.h"
#include "engine/fields/field_fit.h"
#include "engine/fields/sample_room.h"
#include "engine/fields/text/token_rows.h"
#include "engine/input/sample_files.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace netsmith::train {
namespace {

/// The input, target and weight fields of a run's network; each once.
struct UsedFields {
    std::vector<data::FieldSpec> inputs;
    std::vector<data::FieldSpec> targets;
    std::vector<data::FieldSpec> weights;
};

UsedFields usedFields(const SavedRun& saved)
{
    UsedFields used;
    const auto add = [&](std::vector<data::FieldSpec>& to, const std::string& name) {
        const auto found = std::ranges::find(saved.record.fields, name, &data::FieldSpec::name);
        if (found == saved.record.fields.end())
            throw Error(
                ErrorKind::input,
                NS_MESSAGE("evaluate.fields", "the run has not kept the field \"{0}\"; train it again to evaluate it on files"),
                name);
        if (std::ranges::find(to, name, &data::FieldSpec::name) == to.end()) {
            to.push_back(*found);
            to.back().stride = 0;
        }
    };
    for (const Node& node : saved.project.graph.nodes)
        if (const LayerSpec* spec = catalog().layers->find(node.layer); spec && readsField(*spec))
            add(used.inputs, inputField(node, *spec));
    for (const Objective& objective : saved.project.training.objectives) {
        if (objective.learnsField())
            add(used.targets, objective.target);
        if (!objective.sampleWeight.empty())
            add(used.weights, objective.sampleWeight);
    }
    // The field with the lengths of others is read like them.
    std::vector<std::string> lengths;
    for (const std::vector<data::FieldSpec>* fields : {&used.inputs, &used.targets})
        for (const data::FieldSpec& field : *fields)
            if (!field.lengths.empty())
                lengths.push_back(field.lengths);
    for (const std::string& name : lengths)
        add(used.inputs, name);
    return used;
}

void writeNumber(const data::FieldSpec& spec, double number, std::byte* out)
{
    if (spec.classes > 0) {
        data::writeClass(static_cast<int>(number), spec, out);
    } else if (spec.type == DataType::u8) {
        *out = static_cast<std::byte>(static_cast<std::uint8_t>(number));
    } else {
        const auto value = static_cast<float>(number);
        std::memcpy(out, &value, sizeof value);
    }
}

bool isKnown(const data::FieldSpec& spec, double number)
{
    return std::isfinite(number) && (spec.classes == 0 || number >= 0.0);
}

/// The numbers of a target, with unknown ones as 0.
data::Field fieldOf(const data::FieldSpec& spec, const std::vector<double>& numbers)
{
    const std::int64_t elements = spec.shape.elements();
    data::NewField made = data::makeField(spec, std::ssize(numbers) / elements);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        writeNumber(spec, isKnown(spec, numbers[i]) ? numbers[i] : 0.0,
                    made.bytes + static_cast<std::int64_t>(i) * spec.sampleBytes() / elements);
    return std::move(made.field);
}

/// The samples of one file or folder.
struct Part {
    std::vector<data::Field> fields{}; ///< the inputs, as the network reads them, then the targets that are not inputs
    std::optional<data::Field> weights{};
    std::optional<data::Field> before{}; ///< see `DataSplit::known`
    std::vector<std::int32_t> known{}; ///< the samples whose targets are all known
    std::int64_t count = 0;
};

/// The same samples, each in separate memory.
data::Field apart(const data::Field& field)
{
    data::FieldSpec spec = field.spec;
    spec.stride = 0;
    data::NewField made = data::makeField(std::move(spec), field.count);
    std::byte* out = made.bytes;
    for (std::int64_t i = 0; i < field.count; ++i)
        out = std::ranges::copy(field.sample(i), out).out;
    return std::move(made.field);
}

/// The positions of several parts' samples in one split. If those of a part overlap in memory, its last ones would reach into the
/// next part: that many sample numbers are left unused.
class Places {
public:
    explicit Places(std::span<const Part> parts)
    {
        std::int64_t covered = 1;
        for (const Part& part : parts)
            for (const data::Field& field : part.fields)
                covered = std::max(covered, field.spec.stridesCovered());
        std::int64_t next = 0;
        for (const Part& part : parts) {
            m_first.push_back(next);
            next += part.count - 1 + covered;
        }
        m_count = next - covered + 1;
    }

    std::int64_t first(std::size_t part) const { return m_first[part]; }
    std::int64_t count() const { return m_count; }

    /// Joins the fields returned by `get(part)` into one; sets `mapped` if that is on the disk.
    template <class Get>
    data::Field joined(std::span<const Part> parts, Get get, bool& mapped) const
    {
        const data::Field& first = get(parts.front());
        if (parts.size() == 1)
            return first;
        const data::SampleRoom room({first.spec}, m_count);
        data::NewField made = room.makeField(first.spec, m_count);
        std::memset(made.bytes, 0, made.field.all().size());
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const data::Field& field = get(parts[i]);
            std::ranges::copy(field.all(), made.bytes + m_first[i] * field.spec.strideBytes());
            checkMapped(field.all());
        }
        room.settle(made.field.all());
        mapped = mapped || room.isOnDisk();
        return std::move(made.field);
    }

private:
    std::vector<std::int64_t> m_first;
    std::int64_t m_count = 0;
};

/// Samples of files, part by part.
class GivenParts {
public:
    explicit GivenParts(const SavedRun& saved)
        : m_used(usedFields(saved))
        , m_reading{.inputs = m_used.inputs, .targets = m_used.targets, .settings = saved.project.data, .toJudge = true}
    {
        for (const data::FieldSpec& target : m_used.targets)
            if (!m_reading.isInput(target))
                m_told.push_back(target);
        // The only weight field of sources; other weight fields are not in sample files.
        const auto weights = std::ranges::find(m_used.weights, std::string("sample_weight"), &data::FieldSpec::name);
        if (weights != m_used.weights.end())
            m_reading.weights = *weights;
    }

    void read(const std::filesystem::path& path)
    {
        data::Samples samples = data::readSamples(path, m_reading);
        m_warnings.insert(m_warnings.end(), samples.warnings.begin(), samples.warnings.end());
        m_mapped = m_mapped || samples.mapped;
        Part part{.weights = std::move(samples.weights), .before = std::move(samples.known), .count = samples.count()};
        for (std::size_t i = 0; i < m_used.inputs.size(); ++i) {
            data::Field field = data::applyFit(samples.inputs[i], m_used.inputs[i]);
            samples.inputs[i] = {}; // which may be as large
            const std::int64_t stride = field.spec.stride;
            field.spec = m_used.inputs[i];
            field.spec.stride = stride;
            data::checkClasses(field, path.string());
            part.fields.push_back(std::move(field));
        }
        addTold(path, samples, part);
        m_paths += (m_paths.empty() ? "" : ", ") + path.string();
        m_parts.push_back(std::move(part));
    }

    /// A target that is also an input is the field of that input.
    GivenSamples all()
    {
        keepApart();
        const Places places(m_parts);
        GivenSamples given;
        given.warnings = std::move(m_warnings);
        given.split.mapped = m_mapped;
        for (std::size_t i = 0; i < m_parts.front().fields.size(); ++i)
            given.split.fields.push_back(places.joined(
                m_parts, [i](const Part& part) -> const data::Field& { return part.fields[i]; }, given.split.mapped));
        addWeights(places, given);
        if (std::ranges::all_of(m_parts, [](const Part& part) { return part.before.has_value(); }))
            given.split.known = places.joined(
                m_parts, [](const Part& part) -> const data::Field& { return *part.before; }, given.split.mapped);
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            for (const std::int32_t sample : m_parts[i].known)
                given.known.push_back(static_cast<std::int32_t>(places.first(i)) + sample);
        tellLeftOut(given);
        return given;
    }

private:
    /// The targets that are not inputs, and the samples for which they are known.
    void addTold(const std::filesystem::path& path, data::Samples& samples, Part& part) const
    {
        std::vector<char> known(static_cast<std::size_t>(part.count), 1);
        for (const data::FieldSpec& spec : m_told) {
            const auto t = std::ranges::find(m_used.targets, spec.name, &data::FieldSpec::name) - m_used.targets.begin();
            data::Truth& truth = samples.truths[static_cast<std::size_t>(t)];
            if (truth.next) {
                part.fields.push_back(std::move(*truth.next));
                continue;
            }
            const std::int64_t elements = spec.shape.elements();
            if (std::ssize(truth.numbers) != part.count * elements)
                throw Error(ErrorKind::input,
                            NS_MESSAGE("evaluate.no_truth",
                                       "{0} has no labels for its samples (\"{1}\"), so it can't be used for evaluation; name "
                                       "classes by folders, or include the target column or array"),
                            path.string(), spec.name);
            for (std::int64_t i = 0; i < std::ssize(truth.numbers); ++i)
                if (!isKnown(spec, truth.numbers[static_cast<std::size_t>(i)]))
                    known[static_cast<std::size_t>(i / elements)] = 0;
            part.fields.push_back(fieldOf(spec, truth.numbers));
        }
        for (std::int64_t i = 0; i < part.count; ++i)
            if (known[static_cast<std::size_t>(i)])
                part.known.push_back(static_cast<std::int32_t>(i));
    }

    /// If only some parts have windows that overlap in memory, as from a table's rows.
    void keepApart()
    {
        const auto strides = [](const Part& part) {
            std::vector<std::int64_t> all;
            for (const data::Field& field : part.fields)
                all.push_back(field.spec.stride);
            return all;
        };
        if (std::ranges::all_of(m_parts, [&](const Part& part) { return strides(part) == strides(m_parts.front()); }))
            return;
        for (Part& part : m_parts) {
            for (data::Field& field : part.fields)
                field = apart(field);
            if (part.before)
                part.before = apart(*part.before);
        }
    }

    void addWeights(const Places& places, GivenSamples& given) const
    {
        const bool told = std::ranges::all_of(m_parts, [](const Part& part) { return part.weights.has_value(); });
        for (const data::FieldSpec& spec : m_used.weights) {
            if (told && m_reading.weights && spec.name == m_reading.weights->name) {
                given.split.fields.push_back(places.joined(
                    m_parts, [](const Part& part) -> const data::Field& { return *part.weights; }, given.split.mapped));
                continue;
            }
            given.split.fields.push_back(fieldOf(spec, std::vector<double>(static_cast<std::size_t>(places.count()), 1.0)));
            given.warnings.emplace_back(NS_MESSAGE("evaluate.unweighted",
                                                   "{0} has no sample weights (\"{1}\"), with which the run was trained: in the "
                                                   "loss all samples count the same here"),
                                        m_paths, spec.name);
        }
    }

    void tellLeftOut(GivenSamples& given) const
    {
        std::int64_t count = 0;
        for (const Part& part : m_parts)
            count += part.count;
        const auto left = count - std::ssize(given.known);
        const bool classes = std::ranges::any_of(m_told, [](const data::FieldSpec& spec) { return spec.classes > 0; });
        if (given.known.empty())
            throw Error(ErrorKind::input,
                        classes
                            ? NS_MESSAGE("evaluate.none_known",
                                         "no sample of {0} has a class that the run was trained on; give samples of its classes")
                            : NS_MESSAGE("evaluate.none_told",
                                         "no sample of {0} has all the target numbers, which evaluation needs; fill them in"),
                        m_paths);
        if (left > 0)
            given.warnings.emplace_back(
                classes ? NS_MESSAGE("evaluate.left_out",
                                     "{0} of {1:sample|samples} were left out: their class is missing, or training never saw it")
                        : NS_MESSAGE("evaluate.left_out_numbers",
                                     "{0} of {1:sample|samples} were left out: a target number is missing in them"),
                left, count);
    }

    UsedFields m_used;
    data::SampleReading m_reading;
    std::vector<data::FieldSpec> m_told; ///< the targets that are not inputs
    std::vector<Part> m_parts;
    std::vector<Message> m_warnings;
    std::string m_paths;
    bool m_mapped = false;
};

} // namespace

GivenSamples readGiven(const SavedRun& saved, std::span<const std::filesystem::path> paths)
{
    GivenParts parts(saved);
    for (const std::filesystem::path& path : paths)
        parts.read(path);
    return parts.all();
}

} // namespace netsmith::train

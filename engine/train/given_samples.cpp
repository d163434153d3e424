#include "engine/train/given_samples.h"

#include "engine/core/mapped_file.h"
#include "engine/data/field_fit.h"
#include "engine/data/sample_files.h"
#include "engine/data/text/token_rows.h"
#include "engine/train/catalog.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace netsmith::train {
namespace {

/// The fields that a run's network takes, tells and weights its samples by; each once.
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
                NS_MESSAGE("evaluate.fields", "the run has not kept the field \"{0}\"; train it again to judge it by files"), name);
        if (std::ranges::find(to, name, &data::FieldSpec::name) == to.end()) {
            to.push_back(*found);
            to.back().stride = 0;
        }
    };
    for (const Node& node : saved.project.graph.nodes)
        if (const LayerSpec* spec = catalog().layers->find(node.layer); spec && spec->category == Category::input)
            add(used.inputs, inputField(node, *spec));
    for (const Objective& objective : saved.project.training.objectives) {
        add(used.targets, objective.target);
        if (!objective.sampleWeight.empty())
            add(used.weights, objective.sampleWeight);
    }
    return used;
}

/// Fields of one specification as one.
data::Field joined(const std::vector<data::Field>& parts)
{
    std::int64_t count = 0;
    for (const data::Field& part : parts)
        count += part.count;
    data::NewField made = data::makeField(parts.front().spec, count);
    std::byte* out = made.bytes;
    for (const data::Field& part : parts) {
        out = std::ranges::copy(part.all(), out).out;
        checkMapped(part.all());
    }
    return std::move(made.field);
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

/// What is known of all samples by one target that the network is not given.
struct Told {
    data::FieldSpec spec;
    std::vector<double> numbers{};

    bool isKnown(double number) const { return std::isfinite(number) && (spec.classes == 0 || number >= 0.0); }
    bool knows(std::int64_t sample) const
    {
        const auto size = static_cast<std::size_t>(spec.shape.elements());
        return std::ranges::all_of(std::span(numbers).subspan(static_cast<std::size_t>(sample) * size, size),
                                   [this](double number) { return isKnown(number); });
    }
    /// Of all samples, whose unknown numbers are 0.
    data::Field field() const
    {
        const std::int64_t elements = spec.shape.elements();
        data::NewField made = data::makeField(spec, std::ssize(numbers) / elements);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            writeNumber(spec, isKnown(numbers[i]) ? numbers[i] : 0.0,
                        made.bytes + static_cast<std::int64_t>(i) * spec.sampleBytes() / elements);
        return std::move(made.field);
    }
};

/// Samples of files, part by part.
class GivenParts {
public:
    explicit GivenParts(const SavedRun& saved)
        : m_used(usedFields(saved))
        , m_reading{.inputs = m_used.inputs, .targets = m_used.targets, .settings = saved.project.data, .toJudge = true}
        , m_inputs(m_used.inputs.size())
    {
        for (const data::FieldSpec& target : m_used.targets)
            if (!m_reading.isInput(target))
                m_told.push_back({target});
        // The one field of weights that sources have; what else a project may weigh by is in no file of samples.
        const auto weights = std::ranges::find(m_used.weights, std::string("sample_weight"), &data::FieldSpec::name);
        if (weights != m_used.weights.end())
            m_reading.weights = *weights;
    }

    void read(const std::filesystem::path& path)
    {
        const data::Samples samples = data::readSamples(path, m_reading);
        m_warnings.insert(m_warnings.end(), samples.warnings.begin(), samples.warnings.end());
        for (std::size_t i = 0; i < m_inputs.size(); ++i) {
            data::Field field = data::applyFit(samples.inputs[i], m_used.inputs[i]);
            field.spec = m_used.inputs[i];
            data::checkClasses(field, path.string());
            m_inputs[i].push_back(std::move(field));
        }
        for (Told& told : m_told) {
            const auto t = std::ranges::find(m_used.targets, told.spec.name, &data::FieldSpec::name) - m_used.targets.begin();
            const std::vector<double>& numbers = samples.truths[static_cast<std::size_t>(t)].numbers;
            if (std::ssize(numbers) != samples.count() * told.spec.shape.elements())
                throw Error(
                    ErrorKind::input,
                    NS_MESSAGE("evaluate.no_truth",
                               "{0} does not tell what its samples are (\"{1}\"), so nothing can be judged by it; name classes by "
                               "folders, or give the column or array that was learned too"),
                    path.string(), told.spec.name);
            told.numbers.insert(told.numbers.end(), numbers.begin(), numbers.end());
        }
        if (samples.known)
            m_known.push_back(*samples.known);
        if (samples.weights)
            m_weights.push_back(*samples.weights);
        m_count += samples.count();
        m_paths += (m_paths.empty() ? "" : ", ") + path.string();
    }

    /// A target that the network is given is the field of that input.
    GivenSamples all() const
    {
        GivenSamples given;
        given.warnings = m_warnings;
        for (const std::vector<data::Field>& parts : m_inputs)
            given.split.fields.push_back(joined(parts));
        for (const Told& told : m_told)
            given.split.fields.push_back(told.field());
        addWeights(given);
        if (!m_known.empty())
            given.split.known = joined(m_known);
        for (std::int64_t i = 0; i < m_count; ++i)
            if (std::ranges::all_of(m_told, [i](const Told& told) { return told.knows(i); }))
                given.known.push_back(static_cast<std::int32_t>(i));
        tellLeftOut(given);
        return given;
    }

private:
    void addWeights(GivenSamples& given) const
    {
        std::int64_t weighed = 0;
        for (const data::Field& part : m_weights)
            weighed += part.count;
        for (const data::FieldSpec& spec : m_used.weights) {
            if (m_reading.weights && spec.name == m_reading.weights->name && weighed == m_count) {
                given.split.fields.push_back(joined(m_weights));
                continue;
            }
            given.split.fields.push_back(Told{spec, std::vector<double>(static_cast<std::size_t>(m_count), 1.0)}.field());
            given.warnings.emplace_back(
                NS_MESSAGE("evaluate.unweighted",
                           "{0} does not tell what each sample weighs (\"{1}\"), by which the run was trained: in the loss all "
                           "count the same here"),
                m_paths, spec.name);
        }
    }

    void tellLeftOut(GivenSamples& given) const
    {
        const auto left = m_count - std::ssize(given.known);
        const bool classes = std::ranges::any_of(m_told, [](const Told& told) { return told.spec.classes > 0; });
        if (given.known.empty())
            throw Error(
                ErrorKind::input,
                classes ? NS_MESSAGE("evaluate.none_known",
                                     "no sample of {0} has a class that the run was trained on; give samples of its classes")
                        : NS_MESSAGE("evaluate.none_told",
                                     "no sample of {0} has all the numbers that were learned, which it is judged by; fill them in"),
                m_paths);
        if (left > 0)
            given.warnings.emplace_back(
                classes ? NS_MESSAGE("evaluate.left_out",
                                     "{0} of {1:sample|samples} were left out: their class is missing, or training never saw it")
                        : NS_MESSAGE("evaluate.left_out_numbers",
                                     "{0} of {1:sample|samples} were left out: a number that was learned is missing in them"),
                left, m_count);
    }

    UsedFields m_used;
    data::SampleReading m_reading;
    std::vector<std::vector<data::Field>> m_inputs; ///< part by part, as the network reads them
    std::vector<Told> m_told;
    std::vector<data::Field> m_weights;
    std::vector<data::Field> m_known;
    std::vector<Message> m_warnings;
    std::int64_t m_count = 0;
    std::string m_paths;
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

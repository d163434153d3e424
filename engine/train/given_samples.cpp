#include "engine/train/given_samples.h"

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
    for (const data::Field& part : parts)
        out = std::ranges::copy(part.all(), out).out;
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

/// All targets of one field, whose unknown ones are 0.
data::Field truthField(const data::FieldSpec& spec, const std::vector<double>& numbers)
{
    const std::int64_t elements = spec.shape.elements();
    data::NewField made = data::makeField(spec, std::ssize(numbers) / elements);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const bool known = std::isfinite(numbers[i]) && (spec.classes == 0 || numbers[i] >= 0.0);
        writeNumber(spec, known ? numbers[i] : 0.0, made.bytes + static_cast<std::int64_t>(i) * spec.sampleBytes() / elements);
    }
    return std::move(made.field);
}

} // namespace

GivenSamples readGiven(const SavedRun& saved, std::span<const std::filesystem::path> paths)
{
    const UsedFields used = usedFields(saved);
    const data::SampleReading reading{used.inputs, used.targets, saved.project.data, true};
    GivenSamples given;
    std::vector<std::vector<data::Field>> inputs(used.inputs.size());
    std::vector<std::vector<double>> truths(used.targets.size());
    std::int64_t count = 0;
    for (const std::filesystem::path& path : paths) {
        const data::Samples samples = data::readSamples(path, reading);
        given.warnings.insert(given.warnings.end(), samples.warnings.begin(), samples.warnings.end());
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            data::Field field = data::applyFit(samples.inputs[i], used.inputs[i]);
            field.spec = used.inputs[i];
            data::checkClasses(field, path.string());
            inputs[i].push_back(std::move(field));
        }
        for (std::size_t t = 0; t < truths.size(); ++t) {
            if (samples.truths[t].numbers.empty())
                throw Error(
                    ErrorKind::input,
                    NS_MESSAGE("evaluate.no_truth",
                               "{0} does not tell what its samples are (\"{1}\"), so nothing can be judged by it; name classes by "
                               "folders, or give the column or array that was learned too"),
                    path.string(), used.targets[t].name);
            truths[t].insert(truths[t].end(), samples.truths[t].numbers.begin(), samples.truths[t].numbers.end());
        }
        count += samples.count();
    }
    for (const std::vector<data::Field>& parts : inputs)
        given.split.fields.push_back(joined(parts));
    for (std::size_t t = 0; t < truths.size(); ++t)
        given.split.fields.push_back(truthField(used.targets[t], truths[t]));
    for (const data::FieldSpec& spec : used.weights)
        given.split.fields.push_back(truthField(spec, std::vector<double>(static_cast<std::size_t>(count), 1.0)));
    for (std::int64_t i = 0; i < count; ++i) {
        bool known = true;
        for (std::size_t t = 0; t < truths.size(); ++t) {
            const std::int64_t elements = used.targets[t].shape.elements();
            for (std::int64_t e = i * elements; e < (i + 1) * elements; ++e) {
                const double number = truths[t][static_cast<std::size_t>(e)];
                known = known && std::isfinite(number) && (used.targets[t].classes == 0 || number >= 0.0);
            }
        }
        if (known)
            given.known.push_back(static_cast<std::int32_t>(i));
    }
    const auto left = count - std::ssize(given.known);
    if (given.known.empty())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("evaluate.none_known", "{0} holds no sample of a class that the run was trained on"),
                    paths.front().string());
    if (left > 0)
        given.warnings.emplace_back(
            NS_MESSAGE("evaluate.left_out",
                       "{0} of {1:sample|samples} were left out: their class is missing, or training never saw it"),
            left, count);
    if (!used.weights.empty())
        given.warnings.emplace_back(
            NS_MESSAGE("evaluate.unweighted", "files tell no weights of samples: all of them count the same"));
    return given;
}

} // namespace netsmith::train

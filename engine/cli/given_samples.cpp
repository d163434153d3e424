#include "engine/cli/given_samples.h"

#include "engine/catalog/catalog.h"
#include "engine/core/files/mapped_file.h"
#include "engine/data/source.h"
#include "engine/fields/element.h"
#include "engine/fields/field_fit.h"
#include "engine/fields/single_sample.h"
#include "engine/graph/project/settings.h"
#include "engine/graph/specs/transform_spec.h"
#include "engine/store/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <iterator>

namespace netsmith::cli {
namespace {

/// A field's value for one sample, as the run learned it: tokens by its vocabulary.
data::Truth truthOf(const data::Field& sample, const data::FieldSpec& target)
{
    const data::Field field = data::isRaw(sample.spec) ? data::applyFit(sample, target) : sample;
    data::Truth truth;
    data::eachElement(field.spec.type, field.sample(0), [&](double number) { truth.numbers.push_back(number); });
    checkMapped(sample.all());
    return truth;
}

/// Whether every picture is transformed before it enters the network.
bool makesOtherPictures(const DataSettings& settings)
{
    return std::ranges::any_of(settings.transforms, [](const Component& transform) {
        const TransformSpec* spec = catalog().transforms->find(transform.id);
        return !spec || !spec->augments;
    });
}

/// The expected output of a network that reproduces its input, such as an autoencoder: its input, in the numbers that it computes
/// with. Unknown if transforms change the picture.
data::Truth inputAsTruth(const data::Field& given, const data::FieldSpec& input, const DataSettings& settings)
{
    if (input.shape.rank() == 3 && makesOtherPictures(settings))
        return {};
    const data::Field field = data::applyFit(given, input);
    const InputScale scale = inputScale(settings, input.type, input.shape, input.classes);
    data::Truth truth;
    for (std::int64_t i = 0; i < field.count; ++i)
        data::eachElement(field.spec.type, field.sample(i),
                          [&](double number) { truth.numbers.push_back((number - scale.subtract) / scale.divide); });
    return truth;
}

/// For each target given to the network; boxes are omitted if they refer to a different picture than the network's.
void tellInputs(data::Samples& samples, const data::SampleReading& reading)
{
    for (std::size_t t = 0; t < reading.targets.size(); ++t)
        if (reading.targets[t].kind == data::FieldKind::boxes && makesOtherPictures(reading.settings))
            samples.truths[t] = {};
    for (std::size_t t = 0; t < reading.targets.size(); ++t)
        for (std::size_t i = 0; i < reading.inputs.size(); ++i)
            if (reading.targets[t].name == reading.inputs[i].name)
                samples.truths[t] = inputAsTruth(samples.inputs[i], reading.inputs[i], reading.settings);
}

void addIndexed(const SampleOptions& options, const data::SampleReading& reading, std::vector<GivenSamples>& all)
{
    const std::filesystem::path run = checkpointPlace(options.run).run;
    const RunRecord record = readRunRecord(run).take();
    DataSettings settings = loadProject(projectPathOf(run)).take().data;
    if (settings.source != record.dataSource) { // a stand-in was used
        settings = {};
        settings.source = record.dataSource;
    }
    const data::DataPaths paths = data::dataPaths(options.dataDir);
    const data::DataSet set = data::sourceFor(settings, paths)->load(paths, {}).take();
    for (const std::int64_t index : options.indices)
        all.push_back(givenSample(set.test, index, reading));
}

} // namespace

GivenSamples givenSample(const data::DataSplit& split, std::int64_t index, const data::SampleReading& reading)
{
    if (split.count() == 0)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("cli.predict.no_test",
                               "there is no sample {0}: the data set has no test samples; name files of samples instead"),
                    index);
    if (index >= split.count())
        throw Error(ErrorKind::input, NS_MESSAGE("cli.predict.index", "there is no sample {0}: the test set has {1}, from 0 on"),
                    index, split.count());
    GivenSamples given{"sample " + std::to_string(index), {}};
    for (const data::FieldSpec& input : reading.inputs)
        given.samples.inputs.push_back(data::sampleOf(split.field(input.name), index));
    for (const data::FieldSpec& target : reading.targets) {
        data::Truth& truth = given.samples.truths.emplace_back();
        if (target.name.empty())
            continue;
        truth = truthOf(data::sampleOf(split.field(target.name), index), target);
        if (!target.lengths.empty()) {
            const double length = truthOf(data::sampleOf(split.field(target.lengths), index), {}).numbers[0];
            forgetRows(truth, target, std::array{static_cast<std::int64_t>(length)});
        }
    }
    return given;
}

std::string GivenSamples::nameOf(std::int64_t index) const
{
    if (!samples.names.empty())
        return samples.names[static_cast<std::size_t>(index)];
    return samples.count() > 1 ? fmt::format("{}[{}]", name, index) : name;
}

std::string readStandardInput()
{
    std::string text(std::istreambuf_iterator<char>(std::cin), {});
    if (std::cin.bad())
        throw Error(ErrorKind::input, NS_MESSAGE("cli.predict.stdin", "stdin can't be read"));
    return text;
}

void addSampleOptions(CLI::App& command, SampleOptions& options, const std::string& more)
{
    command.add_option("RUN", options.run, "The run's folder, or one of its checkpoints; to predict also a packed model")
        ->required()
        ->type_name(folderType);
    command
        .add_option(
            "INPUT", options.inputs,
            "What the network was trained on: pictures (PNG, JPEG, WebP, BMP) of any size, folders of pictures or texts, IDX, "
            ".npy and .npz files, CSV files of rows (a series is continued from its last ones), texts; - reads stdin: rows, or one "
            "text per line"
                + more)
        ->type_name(fileType);
    command.add_option("--text", options.texts, "A text; may be repeated")->type_name("TEXT")->allow_extra_args(false);
    command.add_option("--index", options.indices, "Samples of the test set by number, from 0; may be repeated")
        ->check(wholeNumber(0))
        ->type_name("N")
        ->allow_extra_args(false);
    command.add_option("--device", options.device, "The device, if not the run's")->type_name("DEVICE");
    command.add_option("--data-dir", options.dataDir, "The folder to search for data first")->type_name(folderType);
}

std::vector<GivenSamples> givenSamples(const SampleOptions& options, const data::SampleReading& reading)
{
    std::vector<GivenSamples> all;
    for (const std::string& path : options.inputs) {
        if (path != standardInput) {
            all.push_back({path, data::readSamples(path, reading)});
            continue;
        }
        const std::string text = readStandardInput();
        all.push_back({"stdin", data::samplesOfStdin(std::as_bytes(std::span(text)), reading)});
    }
    for (const std::string& text : options.texts)
        all.push_back({text, data::samplesOfTexts(std::span(&text, 1), reading)});
    if (!options.indices.empty())
        addIndexed(options, reading, all);
    for (GivenSamples& given : all)
        tellInputs(given.samples, reading);
    return all;
}

} // namespace netsmith::cli

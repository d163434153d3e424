#include "engine/train/evaluation.h"

#include "engine/fields/element.h"
#include "engine/train/evaluated_network.h"
#include "engine/train/generation/given_samples.h"
#include "engine/train/metric_table.h"
#include "engine/train/trainer/resumption.h"
#include "engine/train/training_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace netsmith::train {
std::optional<std::vector<double>> evaluateSums(CompiledNetwork& network, std::int64_t count, LaunchPacer& pacer,
                                                const std::stop_token& stop, const std::function<int(std::int64_t)>& between)
{
    const std::size_t columns = network.plan().columns.size();
    std::vector<double> sums(columns, 0.0);
    bool stopped = false;
    for (std::int64_t done = 0; done < count;) {
        const int ordered = between && !stop.stop_requested() ? between(done) : 0;
        stopped = stop.stop_requested();
        if (stopped)
            break;
        const std::int64_t batch = std::min(network.batch(), count - done);
        const CompiledNetwork::Sized& sized = network.at(batch);
        if (sized.share.count == 0) { // of the last one, where the other ranks have all samples
            done += batch;
            continue;
        }
        if (done == 0 || batch != network.batch())
            network.writeEvaluated(done, batch);
        const int steps = pacer.next(network.stepsAtOnce("evaluate", (count - done) / batch, batch), ordered);
        std::vector<float> rows(static_cast<std::size_t>(steps) * columns);
        const Stopwatch watch;
        network.stage("evaluate", done, steps * batch);
        sized.executable->run(std::span(&sized.evaluate, 1), steps, {}, rows).take();
        network.checkRead("evaluate");
        if (ordered == 0)
            pacer.took(steps, watch.seconds());
        for (std::size_t row = 0; row < rows.size(); row += columns)
            addRow(sums, std::span(rows).subspan(row, columns));
        done += steps * batch;
    }
    if (Communicator* const ranks = network.ranks()) { // where one was stopped, all are
        sums.push_back(stopped ? 1.0 : 0.0);
        ranks->allReduce(std::span(sums)).take();
        stopped = sums.back() > 0.0;
        sums.pop_back();
    }
    return stopped ? std::nullopt : std::optional(std::move(sums));
}

NamedValues persistenceErrors(const data::DataSplit& split, std::span<const std::int32_t> samples)
{
    if (!split.known || samples.empty())
        return {};
    double absolute = 0.0, squared = 0.0, count = 0.0;
    for (const std::int32_t sample : samples) {
        const std::span<const std::byte> known = split.known->sample(sample);
        const double last = data::elementOf(split.known->spec.type, known.data());
        const data::Field& target = split.field("target");
        data::eachElement(target.spec.type, target.sample(sample), [&](double number) {
            absolute += std::abs(number - last);
            squared += (number - last) * (number - last);
            ++count;
        });
    }
    return {{"mean_absolute_error", absolute / count}, {"root_mean_squared_error", std::sqrt(squared / count)}};
}

Message persistenceWords(const NamedValues& errors)
{
    std::optional<Message> values;
    for (const auto& [name, value] : errors) {
        Message one = name == "mean_absolute_error"
            ? Message(NS_MESSAGE("evaluate.absolute", "a mean absolute error of {0}"), fmt::format("{:.4f}", value))
            : Message(NS_MESSAGE("evaluate.squared", "a root mean squared error of {0}"), fmt::format("{:.4f}", value));
        values =
            values ? Message(NS_MESSAGE("evaluate.errors", "{0} and {1}"), std::move(*values), std::move(one)) : std::move(one);
    }
    return Message(NS_MESSAGE("evaluate.persistence", "a forecast that repeats the last known value would reach {0}"),
                   values.value_or(Message()));
}

JudgedSamples samplesToJudge(const SavedRun& saved, const EvaluateOptions& options)
{
    JudgedSamples out;
    if (!options.inputs.empty()) {
        GivenSamples given = readGiven(saved, options.inputs);
        std::string paths;
        for (const std::filesystem::path& path : options.inputs)
            paths += (paths.empty() ? "" : ", ") + path.string();
        out.data = Message(NS_MESSAGE("evaluate.files", "samples from {0}"), paths);
        out.part = Evaluation::Part::given;
        out.warnings = std::move(given.warnings);
        out.split = std::move(given.split);
        out.samples = std::move(given.known);
        return out;
    }
    LoadedData loaded = loadData(saved.project, options.dataDir, {{}, options.stop});
    loaded.learnt = saved.record.fields;
    TrainingData data = divideData(saved.project, std::move(loaded));
    checkSameData(saved.record, data);
    out.data = data.loaded.words;
    const bool validates = !data.validation.empty() && !options.training;
    out.part = validates ? Evaluation::Part::validation : Evaluation::Part::training;
    out.split = validates ? data.validationSplit() : data.trainSplit();
    out.samples = std::move(validates ? data.validation : data.train);
    return out;
}

void throwStopped()
{
    throw Error(ErrorKind::failed, NS_MESSAGE("evaluate.stopped", "the evaluation was stopped before it finished"));
}

Evaluation evaluateRun(const std::filesystem::path& run, const EvaluateOptions& options)
{
    const Stopwatch watch;
    const SavedRun saved = openSavedRun(run, options.device);
    const Project& project = saved.project;
    Evaluation out;
    JudgedSamples judged = samplesToJudge(saved, options);
    out.data = std::move(judged.data);
    out.part = judged.part;
    out.warnings = std::move(judged.warnings);
    const data::DataSplit& split = judged.split;
    const std::vector<std::int32_t>& samples = judged.samples;
    EvaluatedNetwork network(saved, split, samples);
    const auto sums = network.sums(options.stop);
    if (!sums)
        throwStopped();
    out.checkpoint = saved.checkpoint.folder;
    out.step = control::stepsTaken(saved.checkpoint.state.position.counters);
    out.epochsDone = saved.checkpoint.state.position.epoch;
    out.device = network.device();
    out.samples = std::ssize(samples);
    out.values = network.metrics().values(*sums);
    out.tables = network.metrics().tables(*sums);
    out.persistence = persistenceErrors(split, samples);
    for (ConfusionTable& confusion : out.tables)
        if (const Objective& objective = project.training.objectives[confusion.objective]; objective.learnsField())
            confusion.classNames = split.field(objective.target).spec.classNames;
    out.seconds = watch.seconds();
    return out;
}

} // namespace netsmith::train

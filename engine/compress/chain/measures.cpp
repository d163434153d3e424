#include "engine/compress/chain/measures.h"

#include "engine/backend/loader.h"
#include "engine/compress/pruned_run.h"
#include "engine/core/files/safe_file.h"
#include "engine/graph/json/json_text.h"
#include "engine/inspect/prediction_times.h"
#include "engine/losses/measured_quantity.h"
#include "engine/catalog/catalog.h"
#include "engine/predict/memory_check.h"
#include "engine/train/training_data.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace netsmith::compress {
namespace {

constexpr int measuresVersion = 1;

/// The bytes of predictions of the largest batch that is timed.
std::int64_t memoryOf(const SavedRun& saved, const CheckedProject& checked)
{
    Backend& backend = *backendFor(saved.project.training.device).take();
    const NetworkRequest request{
        checked, precisionFrom(saved.project.training.precision), {.fuse = saved.record.fuse}, {programs::predict}};
    return estimateMemory(backend, request, {*std::ranges::max_element(timedBatches)}).total();
}

double zerosOf(const SavedRun& saved)
{
    const SparseNetwork network = withItsZeros(saved, {});
    return static_cast<double>(network.zeros()) / static_cast<double>(network.count());
}

/// Whether each objective learns one class of a sample.
bool eachSampleOnce(const SavedRun& saved)
{
    return std::ranges::all_of(saved.project.training.objectives, [&](const Objective& objective) {
        const auto field = std::ranges::find(saved.record.fields, objective.target, &data::FieldSpec::name);
        return objective.learnsField() && field != saved.record.fields.end() && field->classes > 0 && field->shape.elements() == 1;
    });
}

/// "output/accuracy" is one of these, too.
bool isShareOfSamples(std::string_view value)
{
    const std::string id = measuredQuantity(value).id;
    return id == "accuracy" || id == "binary_accuracy" || id == "top_k_accuracy";
}

std::vector<std::string> namesOf(const NamedValues& values)
{
    std::vector<std::string> names;
    for (const auto& [name, value] : values)
        names.push_back(name);
    return names;
}

Measures measuresFrom(const Json& json)
{
    Measures measures;
    measures.step = json.at("step");
    measures.size = {json.at("parameters"), json.at("flops")};
    measures.bytes = json.at("bytes");
    measures.memory = json.at("memory");
    measures.zeros = json.at("sparsity");
    measures.samples = json.at("samples");
    measures.eachSampleOnce = json.at("each_sample_once");
    for (const Json& value : json.at("values"))
        measures.values.emplace_back(value.at("name"),
                                     value.at("value").is_null() ? std::nan("") : value.at("value").get<double>());
    measures.device = json.at("device");
    for (const Json& latency : json.at("latencies"))
        measures.latencies.push_back(
            {latency.at("batch"), 1e-3 * latency.at("p50_ms").get<double>(), 1e-3 * latency.at("p99_ms").get<double>()});
    return measures;
}

} // namespace

std::string judgedValue(const Measures& measures)
{
    return judgedBy(namesOf(measures.values));
}

Interval shareInterval(double share, std::int64_t samples)
{
    constexpr double z = 1.959963984540054; // of the normal distribution, 2.5 % above it
    const auto n = static_cast<double>(samples);
    const double middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    const double half = z / (1.0 + z * z / n) * std::sqrt(share * (1.0 - share) / n + z * z / (4.0 * n * n));
    return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

std::optional<Interval> intervalOf(const Measures& measures, std::string_view value)
{
    if (!measures.eachSampleOnce || measures.samples == 0 || !isShareOfSamples(value))
        return {};
    const auto found = std::ranges::find(measures.values, value, [](const auto& named) { return std::string_view(named.first); });
    if (found == measures.values.end() || !(found->second >= 0.0 && found->second <= 1.0))
        return {};
    return shareInterval(found->second, measures.samples);
}

Measures measured(const std::filesystem::path& run, const train::EvaluateOptions& options)
{
    const SavedRun saved = openSavedRun(run, options.device);
    const CheckedProject checked = checkedRun(saved);
    const train::Evaluation evaluation = train::evaluateRun(run, options);
    return {.step = evaluation.step,
            .size = networkSize(checked),
            .bytes = weightBytes(saved),
            .memory = memoryOf(saved, checked),
            .zeros = zerosOf(saved),
            .samples = evaluation.samples,
            .eachSampleOnce = eachSampleOnce(saved),
            .values = evaluation.values,
            .device = evaluation.device,
            .latencies = {}};
}

std::vector<std::vector<Latency>> timeInTurn(std::span<const std::filesystem::path> runs, const train::EvaluateOptions& options,
                                             const std::function<void(std::int64_t done, std::int64_t total)>& progress)
{
    constexpr int rounds = 3;
    constexpr inspect::PredictionGoal goal{.calls = 20, .seconds = 0.2};
    const PreparingWatch watch{.report = {}, .stop = options.stop};
    std::vector<SavedRun> opened;
    for (const std::filesystem::path& run : runs)
        opened.push_back(openSavedRun(run, options.device));
    std::vector<std::vector<Latency>> latencies(runs.size());
    if (runs.empty())
        return latencies;
    train::LoadedData loaded = train::loadData(opened.front().project, options.dataDir, {{}, options.stop});
    loaded.learnt = opened.front().record.fields;
    const train::TrainingData data = train::divideData(opened.front().project, std::move(loaded));
    const auto total = static_cast<std::int64_t>(std::size(timedBatches) * rounds * runs.size());
    std::int64_t done = 0;
    for (const std::int64_t batch : timedBatches) {
        for (std::vector<Latency>& each : latencies)
            each.push_back({batch, HUGE_VAL, HUGE_VAL});
        for (int round = 0; round < rounds; ++round)
            for (std::size_t i = 0; i < runs.size(); ++i) {
                if (progress)
                    progress(done++, total);
                Backend& backend = *backendFor(opened[i].project.training.device).take();
                const inspect::PredictionTimes times = inspect::timePredictions(opened[i].project, opened[i].record.fuse, backend,
                                                                                data.trainSplit(), batch, goal, watch);
                Latency& best = latencies[i].back();
                best.p50 = std::min(best.p50, times.p50);
                best.p99 = std::min(best.p99, times.p99);
            }
    }
    return latencies;
}

Json measuresJson(const Measures& measures)
{
    Json values = Json::array(), latencies = Json::array();
    for (const auto& [name, value] : measures.values)
        values.push_back({{"name", name}, {"value", std::isfinite(value) ? Json(value) : Json()}});
    for (const Latency& latency : measures.latencies)
        latencies.push_back({{"batch", latency.batch}, {"p50_ms", 1e3 * latency.p50}, {"p99_ms", 1e3 * latency.p99}});
    return {{"version", measuresVersion},   {"step", measures.step},       {"parameters", measures.size.parameters},
            {"flops", measures.size.flops}, {"bytes", measures.bytes},     {"memory", measures.memory},
            {"sparsity", measures.zeros},   {"samples", measures.samples}, {"each_sample_once", measures.eachSampleOnce},
            {"values", std::move(values)},  {"device", measures.device},   {"latencies", std::move(latencies)}};
}

void keepMeasures(const std::filesystem::path& run, const Measures& measures)
{
    writeFileSafely(openRun(run).take(), measuresName, writeJson(measuresJson(measures))).take();
}

std::optional<Measures> keptMeasures(const std::filesystem::path& run)
{
    Expected<std::string> text = readTextFile(run / measuresName);
    if (!text)
        return {};
    const Expected<Json> json = readJson(*text);
    if (!json)
        return {};
    try {
        if (json->at("version") != measuresVersion)
            return {};
        Measures measures = measuresFrom(*json);
        const Expected<RunRecord> record = readRunRecord(run);
        if (!record || measures.step != record->restoredStep.value_or(record->steps))
            return {};
        return measures;
    } catch (const Json::exception&) { // written by something else
        return {};
    }
}

} // namespace netsmith::compress

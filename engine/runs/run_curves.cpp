#include "engine/runs/run_curves.h"

#include "engine/graph/project/project.h"
#include "engine/store/run_record.h"
#include "engine/store/telemetry_table.h"
#include "engine/train/setup.h"
#include "engine/train/trainer/run_log.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string_view>

namespace netsmith::runs {
namespace {

constexpr std::size_t firstGroupRate = 4; // after kind, epoch, step, lr
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

template <class T>
void extend(std::vector<T>& out, const std::vector<T>& more)
{
    out.insert(out.end(), more.begin(), more.end());
}

/// Appends `count` values after the first `before` values of each series.
void extendSeries(std::vector<RunCurves::Series>& out, const std::vector<RunCurves::Series>& more, std::size_t before,
                  std::size_t count)
{
    for (const RunCurves::Series& series : more) {
        auto found = std::ranges::find(out, series.name, &RunCurves::Series::name);
        if (found == out.end())
            found = out.insert(out.end(), {series.name, std::vector<double>(before, unknown)});
        extend(found->values, series.values);
    }
    for (RunCurves::Series& series : out)
        series.values.resize(before + count, unknown);
}

/// The same for the scale, which a run may not have.
void extendScale(std::vector<double>& out, const std::vector<double>& more, std::size_t before, std::size_t count)
{
    if (out.empty() && more.empty())
        return;
    out.resize(before, unknown);
    extend(out, more);
    out.resize(before + count, unknown);
}

std::string textOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Whole lines only: the last row of a growing table may be incomplete.
std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    return lines;
}

void split(std::string_view line, std::vector<std::string_view>& fields)
{
    fields.clear();
    for (std::size_t comma = line.find(','); comma != std::string_view::npos; comma = line.find(',')) {
        fields.push_back(line.substr(0, comma));
        line.remove_prefix(comma + 1);
    }
    fields.push_back(line);
}

template <class T>
std::optional<T> numberIn(std::string_view field)
{
    T number{};
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
    return error == std::errc() && end == field.data() + field.size() ? std::optional(number) : std::nullopt;
}

/// The seconds of training after the launches that ended at these steps.
struct Times {
    std::vector<std::int64_t> step;
    std::vector<double> seconds;

    double at(std::int64_t wanted) const
    {
        const auto after = static_cast<std::size_t>(std::ranges::lower_bound(step, wanted) - step.begin());
        if (after == step.size())
            return seconds.empty() ? unknown : seconds.back();
        const std::int64_t from = after == 0 ? 0 : step[after - 1];
        const double begin = after == 0 ? 0.0 : seconds[after - 1];
        return begin + (seconds[after] - begin) * static_cast<double>(wanted - from) / static_cast<double>(step[after] - from);
    }
};

/// Puts launches on the axis of the run's seconds, which marks tell exactly: between two of them the launches take all of the time,
/// in proportion. Marks of one step, as of a validation, are a gap between launches.
void alignTimes(Times& times, const std::vector<TelemetryRow>& marks)
{
    const Times launches = times;
    const auto launched = [&](std::int64_t step) { return step > 0 && !launches.step.empty() ? launches.at(step) : 0.0; };
    std::size_t next = 0;
    for (std::size_t i = 0; i < times.step.size(); ++i) {
        while (next < marks.size() && marks[next].step < times.step[i])
            ++next;
        const TelemetryRow* const before = next > 0 ? &marks[next - 1] : nullptr;
        const double from = before ? before->seconds : 0.0;
        const double here = launches.seconds[i] - (before ? launched(before->step) : 0.0);
        times.seconds[i] = from + here;
        if (next == marks.size())
            continue;
        const double all = launched(marks[next].step) - (before ? launched(before->step) : 0.0);
        if (all > 0.0)
            times.seconds[i] = from + (marks[next].seconds - from) * here / all;
    }
}

/// As the trainer counts them; the run's copy of the project knows how many batches each step has.
std::int64_t stepsPerEpochOf(const std::filesystem::path& run, const RunRecord& record)
{
    TrainingSettings training;
    if (const auto project = loadProject(run / "project.netsmith"))
        training.gradientAccumulationSteps = std::max<std::int64_t>(project->training.gradientAccumulationSteps, 1);
    training.batch = std::max<std::int64_t>(record.batch, 1);
    return std::max<std::int64_t>(train::trainingLength(training, record.trainSamples).stepsPerEpoch, 1);
}

Times readTimes(const std::filesystem::path& path, double total)
{
    Times times;
    const std::string text = textOf(path);
    const auto lines = linesOf(text);
    std::vector<std::string_view> fields;
    double seconds = 0.0;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        split(lines[i], fields);
        const auto step = numberIn<std::int64_t>(fields.front());
        const auto milliseconds = fields.size() == 4 ? numberIn<double>(fields.back()) : std::nullopt;
        if (!step || !milliseconds || (!times.step.empty() && *step <= times.step.back()))
            continue;
        seconds += *milliseconds / 1e3;
        times.step.push_back(*step);
        times.seconds.push_back(seconds);
    }
    // The table only has the launches; the record's time includes validation and checkpoints, which is spread over them here.
    if (seconds > 0.0 && total > seconds)
        for (double& time : times.seconds)
            time *= total / seconds;
    return times;
}

} // namespace

void RunCurves::append(const RunCurves& later)
{
    extendSeries(steps.series, later.steps.series, stepCount(), later.stepCount());
    extendSeries(steps.groupRates, later.steps.groupRates, stepCount(), later.stepCount());
    extendScale(steps.lossScale, later.steps.lossScale, stepCount(), later.stepCount());
    extend(steps.skipped, later.steps.skipped);
    extend(steps.step, later.steps.step);
    extend(steps.epoch, later.steps.epoch);
    extend(steps.seconds, later.steps.seconds);
    extend(steps.learningRate, later.steps.learningRate);
    extendSeries(epochs.series, later.epochs.series, epochCount(), later.epochCount());
    extend(epochs.epoch, later.epochs.epoch);
    extend(epochs.step, later.epochs.step);
    extend(epochs.seconds, later.epochs.seconds);
    extend(machine, later.machine);
    if (!later.device.empty())
        device = later.device;
    if (later.stepsPerEpoch > 0)
        stepsPerEpoch = later.stepsPerEpoch;
    if (later.bestEpoch != 0)
        bestEpoch = later.bestEpoch;
}

RunCurves readRunCurves(const std::filesystem::path& run)
{
    RunCurves curves;
    const auto record = readRunRecord(run);
    const std::string text = textOf(run / "metrics.csv");
    const auto lines = linesOf(text);
    if (!record || lines.empty())
        return curves;
    curves.machine = readTelemetry(run);
    std::vector<TelemetryRow> marks = curves.machine;
    std::erase_if(marks, [](const TelemetryRow& row) { return row.event == TelemetryEvent::sample; });
    Times times = readTimes(run / "timing.csv", marks.empty() ? record->seconds : 0.0);
    if (!marks.empty())
        alignTimes(times, marks);
    std::map<std::int64_t, double> epochEnds;
    for (const TelemetryRow& mark : marks)
        if (mark.event == TelemetryEvent::epoch)
            epochEnds[mark.epoch] = mark.seconds;
    const std::int64_t stepsPerEpoch = curves.stepsPerEpoch = stepsPerEpochOf(run, *record);
    curves.device = record->device;

    std::vector<std::string_view> fields;
    split(lines.front(), fields);
    const std::size_t columns = fields.size();
    const std::size_t leading = train::columnsBeforeMeasured(fields);
    for (std::size_t i = firstGroupRate; i < std::min(leading, columns); ++i)
        curves.steps.groupRates.push_back({std::string(fields[i]), {}});
    const std::size_t scaling = columns > leading + 1 && fields[columns - 2] == lossScaleColumn ? 2 : 0;
    for (std::size_t i = leading; i + scaling < columns; ++i) {
        if (!fields[i].starts_with("val_"))
            curves.steps.series.push_back({std::string(fields[i]), {}});
        curves.epochs.series.push_back({std::string(fields[i]), {}});
    }
    for (std::size_t row = 1; row < lines.size(); ++row) {
        split(lines[row], fields);
        if (fields.size() != columns || columns < leading)
            continue;
        const auto epoch = numberIn<std::int64_t>(fields[1]);
        const auto step = numberIn<std::int64_t>(fields[2]);
        const auto rate = numberIn<double>(fields[3]);
        if (!epoch || !step || !rate)
            continue;
        const bool ofStep = fields[0] == "step";
        auto& series = ofStep ? curves.steps.series : curves.epochs.series;
        for (std::size_t i = 0; i < series.size(); ++i)
            series[i].values.push_back(numberIn<double>(fields[leading + i]).value_or(unknown));
        if (ofStep) {
            curves.steps.step.push_back(*step);
            curves.steps.epoch.push_back(static_cast<double>(*step) / static_cast<double>(stepsPerEpoch));
            curves.steps.seconds.push_back(times.at(*step));
            curves.steps.learningRate.push_back(*rate);
            for (std::size_t i = 0; i < curves.steps.groupRates.size(); ++i)
                curves.steps.groupRates[i].values.push_back(numberIn<double>(fields[firstGroupRate + i]).value_or(unknown));
            if (scaling > 0)
                curves.steps.lossScale.push_back(numberIn<double>(fields[columns - 2]).value_or(unknown));
            if (scaling > 0 && fields.back() == "1")
                curves.steps.skipped.push_back(*step);
        } else {
            curves.epochs.epoch.push_back(*epoch);
            curves.epochs.step.push_back(*step);
            const auto end = epochEnds.find(*epoch);
            curves.epochs.seconds.push_back(end == epochEnds.end() ? times.at(*step) : end->second);
        }
    }
    curves.bestEpoch = record->bestEpoch.value_or(0);
    return curves;
}

} // namespace netsmith::runs

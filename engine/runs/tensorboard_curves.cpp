#include "engine/runs/tensorboard_curves.h"

#include "engine/core/files/safe_file.h"
#include "engine/interop/tensorboard.h"
#include "engine/runs/cross_validation.h"
#include "engine/runs/run_curves.h"
#include "engine/store/folder_move.h"
#include "engine/train/trainer/run_log.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <limits>
#include <unistd.h>

namespace netsmith::runs {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view validationPrefix = "val_";

double now()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// "2026-03-01T12:00:00Z" in seconds since 1970; 0 for anything else.
double secondsOf(const std::string& timestamp)
{
    std::tm time{};
    const char* end = ::strptime(timestamp.c_str(), "%Y-%m-%dT%H:%M:%SZ", &time);
    return end && *end == '\0' ? static_cast<double>(::timegm(&time)) : 0.0;
}

/// TensorBoard recognises its files by the middle part of this name, and reads a folder's files in order of name.
std::string fileName(double wallTime, const std::string& end)
{
    return "events.out.tfevents." + std::to_string(static_cast<std::int64_t>(wallTime)) + '.' + end;
}

/// An epoch's training values, or its validation values, each as "epoch/loss".
NamedValues ofEpoch(const NamedValues& values, bool validation)
{
    NamedValues out;
    for (const auto& [name, value] : values)
        if (name.starts_with(validationPrefix) == validation)
            out.emplace_back("epoch/" + (validation ? name.substr(validationPrefix.size()) : name), value);
    return out;
}

NamedValues ofStep(const NamedValues& values, double rate)
{
    NamedValues out;
    for (const auto& [name, value] : values)
        out.emplace_back("step/" + name, value);
    out.emplace_back("learning_rate", rate);
    return out;
}

/// The values of a step with a scaled loss.
void addScale(NamedValues& values, double lossScale, bool skipped)
{
    values.emplace_back(lossScaleColumn, lossScale);
    values.emplace_back(train::skippedColumn, skipped ? 1.0 : 0.0);
}

NamedValues valuesAt(const std::vector<RunCurves::Series>& series, std::size_t i)
{
    NamedValues values;
    for (const RunCurves::Series& one : series)
        values.emplace_back(one.name, one.values[i]);
    return values;
}

GrowingFile begin(const OpenFolder& folder, std::int64_t step)
{
    const double time = now();
    const std::string end = std::to_string(::getpid()) + ".netsmith";
    std::string name = fileName(time, end);
    for (int i = 2; folder.holds(name); ++i)
        name = fileName(time, std::to_string(i) + '.' + end);
    GrowingFile file = GrowingFile::create(folder, name).take();
    file.append(interop::eventHead(time) + (step > 0 ? interop::eventRestart(time, step + 1) : std::string())).take();
    return file;
}

Error noRows(const fs::path& run)
{
    return Error(ErrorKind::input, NS_MESSAGE("interop.no_rows", "{0} has no curves: its metrics.csv has no row that can be read"),
                 run.string());
}

/// Writes the curves of one run to `directory`/`below`.
std::vector<fs::path> exportRun(const RunRecord& record, const RunCurves& curves, const fs::path& directory, const fs::path& below)
{
    const double began = secondsOf(record.started);
    std::string trained = interop::eventHead(began), validated;
    std::size_t epoch = 0;
    const auto addEpochs = [&](std::int64_t until) {
        for (; epoch < curves.epochCount() && curves.epochs.step[epoch] <= until; ++epoch) {
            const NamedValues values = valuesAt(curves.epochs.series, epoch);
            const double seconds = curves.epochs.seconds[epoch];
            const double time = began + (std::isfinite(seconds) ? seconds : 0.0);
            trained += interop::eventRecord({time, curves.epochs.step[epoch], ofEpoch(values, false)});
            if (const NamedValues ofValidation = ofEpoch(values, true); !ofValidation.empty())
                validated += interop::eventRecord({time, curves.epochs.step[epoch], ofValidation});
        }
    };
    for (std::size_t i = 0; i < curves.stepCount(); ++i) {
        const double seconds = curves.steps.seconds[i];
        NamedValues values = valuesAt(curves.steps.series, i);
        for (const auto& rate : valuesAt(curves.steps.groupRates, i))
            values.push_back(rate);
        if (!curves.steps.lossScale.empty())
            addScale(values, curves.steps.lossScale[i], std::ranges::binary_search(curves.steps.skipped, curves.steps.step[i]));
        trained += interop::eventRecord(
            {began + (std::isfinite(seconds) ? seconds : 0.0), curves.steps.step[i], ofStep(values, curves.steps.learningRate[i])});
        addEpochs(curves.steps.step[i]);
    }
    addEpochs(std::numeric_limits<std::int64_t>::max());

    std::vector<fs::path> files;
    const auto write = [&](const char* part, const std::string& content) {
        const OpenFolder folder = makeCurvesFolder(directory, below / part);
        const std::string name = fileName(began, "netsmith");
        writeFileSafely(folder, name, content).take();
        files.push_back(folder.path() / name);
    };
    write("train", trained);
    if (!validated.empty())
        write("validation", interop::eventHead(began) + validated);
    return files;
}

std::vector<fs::path> exportFolds(const fs::path& run, const fs::path& directory)
{
    std::vector<fs::path> files;
    for (const FoldPlace& place : begunFolds(run)) {
        const fs::path child = place.run();
        const auto record = readRunRecord(child);
        const RunCurves curves = record ? readRunCurves(child) : RunCurves();
        if (!curves.isMeasured())
            continue;
        const std::vector<fs::path> own = exportRun(*record, curves, directory, curvesOfFold(place.fold));
        files.insert(files.end(), own.begin(), own.end());
    }
    if (files.empty())
        throw noRows(FoldPlace{run, 1, 0}.run());
    return files;
}

} // namespace

OpenFolder makeCurvesFolder(const fs::path& directory, const fs::path& below)
{
    fs::path place = fs::absolute(directory).lexically_normal();
    if (!place.has_filename())
        place = place.parent_path(); // without a slash at its end
    const fs::path root = place.parent_path();
    makeFolder(root).take();
    return OpenFolder::open(root).take().make(place.filename() / below).take();
}

fs::path curvesOfFold(std::int64_t fold)
{
    return "fold_" + std::to_string(fold);
}

std::vector<fs::path> exportCurves(const fs::path& run, const fs::path& directory)
{
    const RunRecord record = readRunRecord(run).take();
    if (record.folds > 0)
        return exportFolds(run, directory);
    const RunCurves curves = readRunCurves(run);
    if (!curves.isMeasured())
        throw noRows(run);
    return exportRun(record, curves, directory, {});
}

TensorboardCurves::TensorboardCurves(const fs::path& directory, std::int64_t step, bool validates, const fs::path& below)
    : m_train(begin(makeCurvesFolder(directory, below / "train"), step))
{
    if (validates)
        m_validation = begin(makeCurvesFolder(directory, below / "validation"), step);
}

void TensorboardCurves::add(const train::StepEvent& event)
{
    const double time = now();
    std::string records;
    for (const train::StepValues& step : event.steps) {
        NamedValues values;
        for (std::size_t i = 0; i < std::min(event.values.size(), step.values.size()); ++i)
            values.emplace_back(event.values[i].first, step.values[i]);
        for (std::size_t i = 0; i < std::min(event.groupRates.size(), step.groupRates.size()); ++i)
            values.emplace_back(event.groupRates[i].first, step.groupRates[i]);
        if (step.lossScale)
            addScale(values, *step.lossScale, step.skipped);
        records += interop::eventRecord({time, step.step, ofStep(values, step.learningRate)});
    }
    m_train.append(records).take();
}

void TensorboardCurves::add(const train::EpochEvent& event)
{
    const double time = now();
    m_train.append(interop::eventRecord({time, event.step, ofEpoch(event.values, false)})).take();
    if (m_validation)
        m_validation->append(interop::eventRecord({time, event.step, ofEpoch(event.values, true)})).take();
}

} // namespace netsmith::runs

#include "engine/train/trainer/run_log.h"

#include "engine/core/files/safe_file.h"

#include <algorithm>
#include <charconv>

namespace netsmith::train {
namespace {

constexpr std::string_view timingHeader = "step,epoch,steps,ms";
constexpr std::string_view stepKind = "step";
constexpr std::string_view epochKind = "epoch";
constexpr std::uint64_t largestTable = std::uint64_t{1} << 32;

std::string metricsHeader(const Project& project, const std::vector<std::string>& names, const std::vector<std::string>& validated,
                          bool scaled)
{
    std::string header = "kind,epoch,step,lr";
    for (const std::string& column : LearningRates(project.training, {}).columns())
        header += ',' + column;
    for (const auto* list : {&names, &validated})
        for (const std::string& name : *list)
            header += ',' + name;
    if (scaled)
        header += ',' + std::string(lossScaleColumn) + ',' + std::string(skippedColumn);
    return header;
}

std::int64_t numberIn(std::string_view field)
{
    std::int64_t number = -1;
    std::from_chars(field.data(), field.data() + field.size(), number);
    return number;
}

} // namespace

RunLog::RunLog(RunFolder folder, RunRecord record, CsvLog metrics, CsvLog timing, std::size_t validated, bool scaled)
    : m_folder(std::move(folder))
    , m_record(std::move(record))
    , m_metrics(std::move(metrics))
    , m_timing(std::move(timing))
    , m_validated(validated)
    , m_scaled(scaled)
    , m_waiting(m_folder.checkpoints())
{
}

RunLog RunLog::create(RunFolder folder, const Project& project, RunRecord record, const std::vector<std::string>& names,
                      const std::vector<std::string>& validated, bool scaled)
{
    record.started = record.updated = timestamp();
    try {
        folder.save(project).take();
        for (const data::FieldSpec& field : record.fields)
            if (field.vocabulary) {
                folder.save(*field.vocabulary).take(); // the fields of a text have it in common
                break;
            }
        CsvLog metrics =
            CsvLog::create(folder.folder(), RunFolder::metricsName, metricsHeader(project, names, validated, scaled)).take();
        CsvLog timing = CsvLog::create(folder.folder(), RunFolder::timingName, timingHeader).take();
        folder.save(record).take();
        return {std::move(folder), std::move(record), std::move(metrics), std::move(timing), validated.size(), scaled};
    } catch (const Error&) {
        folder.clear(); // so that the same folder can be tried again
        throw;
    }
}

RunLog RunLog::reopen(RunFolder folder, const Project& project, RunRecord record, const std::vector<std::string>& names,
                      const std::vector<std::string>& validated, bool scaled, const TrainingPosition& position)
{
    const std::int64_t step = control::stepsTaken(position.counters);
    std::int64_t reached = 0;
    const std::string header = metricsHeader(project, names, validated, scaled);
    CsvLog metrics = CsvLog::reopen(folder.folder(), RunFolder::metricsName, header, [&](const auto& fields) {
                         if (fields.size() < 3)
                             return false;
                         const std::int64_t rowStep = numberIn(fields[2]);
                         const bool keep = fields[0] == stepKind ? rowStep <= step : numberIn(fields[1]) <= position.epoch;
                         if (keep)
                             reached = rowStep;
                         return keep;
                     }).take();
    if (reached != step)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("log.gap",
                               "{0} ends at step {1} and the checkpoint is of step {2}; rows are missing, so the run can't be "
                               "resumed from there: choose an older checkpoint"),
                    folder.metricsPath().string(), reached, step);
    CsvLog timing = CsvLog::reopen(folder.folder(), RunFolder::timingName, timingHeader, [&](const auto& fields) {
                        return numberIn(fields[0]) <= step;
                    }).take();
    folder.save(project).take();
    RunLog log(std::move(folder), std::move(record), std::move(metrics), std::move(timing), validated.size(), scaled);
    if (position.counters[control::position] != 0)
        log.m_passing.insert(step); // the run resumes from it, and then no longer needs it
    log.save(RunState::running).take();
    return log;
}

void RunLog::step(std::int64_t epoch, const StepValues& step)
{
    m_rows +=
        std::string(stepKind) + ',' + std::to_string(epoch) + ',' + std::to_string(step.step) + ',' + csvNumber(step.learningRate);
    for (const auto& list : {std::span<const double>(step.groupRates), std::span<const double>(step.values)})
        for (const double number : list)
            m_rows += ',' + csvNumber(number);
    m_rows.append(m_validated, ',');
    if (m_scaled)
        m_rows += ',' + (step.lossScale ? csvNumber(*step.lossScale) : std::string()) + (step.skipped ? ",1" : ",0");
    m_rows += '\n';
}

void RunLog::epoch(std::int64_t epoch, std::int64_t step, std::span<const double> rates, std::span<const double> means,
                   std::span<const double> validated)
{
    m_rows += std::string(epochKind) + ',' + std::to_string(epoch) + ',' + std::to_string(step);
    for (const auto& list : {rates, means, validated})
        for (const double number : list)
            m_rows += ',' + csvNumber(number);
    m_rows.append(m_scaled ? 2 : 0, ','); // those are of steps
    m_rows += '\n';
}

void RunLog::timing(std::int64_t epoch, std::int64_t step, int steps, double seconds)
{
    m_timingRows +=
        std::to_string(step) + ',' + std::to_string(epoch) + ',' + std::to_string(steps) + ',' + csvNumber(seconds * 1e3) + '\n';
}

void RunLog::flush()
{
    m_metrics.append(m_rows).take();
    m_rows.clear();
    m_timing.append(m_timingRows).take();
    m_timingRows.clear();
}

std::filesystem::path RunLog::checkpoint(State& arrays, const LogicalPlan& plan, const CheckpointState& state, std::int64_t keep,
                                         bool passing)
{
    const std::int64_t step = control::stepsTaken(state.position.counters);
    if (passing)
        m_passing.insert(step);
    else
        m_passing.erase(step); // taken again: the epoch has finished since
    KeptCheckpoints kept{.newest = keep, .passing = m_passing};
    for (const auto& epoch : {state.position.best, state.position.improved})
        if (epoch)
            kept.others.push_back(epoch->step);
    m_waiting.add(step, takeCheckpoint(arrays, plan, state), std::move(kept));
    return m_folder.checkpoints().at(step);
}

void RunLog::writeCheckpoints()
{
    flush();
    m_metrics.sync().take(); // a checkpoint never knows more than the table
    m_timing.sync().take(); // and can't be resumed from without the other one
    m_waiting.write();
    save(RunState::running).take();
}

Expected<void> RunLog::save(RunState state, const std::string& error)
{
    m_record.state = state;
    m_record.error = error;
    m_record.updated = timestamp();
    return m_folder.save(m_record);
}

std::size_t columnsBeforeMeasured(std::span<const std::string_view> names)
{
    std::size_t count = 4; // kind, epoch, step, lr
    while (count < names.size() && names[count].ends_with(groupRateSuffix))
        ++count;
    return count;
}

namespace {

/// From the row of an epoch whose field in `column`, the second or the third, is `number`.
NamedValues valuesOfRow(const std::filesystem::path& metrics, std::size_t column, std::int64_t number)
{
    NamedValues values;
    const auto text = readTextFile(metrics, largestTable);
    if (!text)
        return values;
    const std::string_view all = *text;
    const std::string start = '\n' + std::string(epochKind) + ',';
    const auto names = csvFields(all.substr(0, all.find('\n')));
    for (std::size_t found = all.find(start); found != std::string_view::npos; found = all.find(start, found + 1)) {
        const std::size_t end = all.find('\n', found + 1);
        if (end == std::string_view::npos)
            break; // it is not a complete row yet
        const auto fields = csvFields(all.substr(found + 1, end - found - 1));
        if (fields.size() <= column || numberIn(fields[column]) != number)
            continue;
        for (std::size_t i = columnsBeforeMeasured(names); i < std::min(names.size(), fields.size()); ++i) {
            double value = 0.0;
            const auto [rest, code] = std::from_chars(fields[i].data(), fields[i].data() + fields[i].size(), value);
            if (code == std::errc() && rest == fields[i].data() + fields[i].size())
                values.emplace_back(names[i], value);
        }
        break;
    }
    return values;
}

} // namespace

NamedValues valuesOfEpoch(const std::filesystem::path& metrics, std::int64_t epoch)
{
    return valuesOfRow(metrics, 1, epoch);
}

NamedValues valuesOfStep(const std::filesystem::path& metrics, std::int64_t step)
{
    return valuesOfRow(metrics, 2, step);
}

} // namespace netsmith::train

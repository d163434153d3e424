#include "gui/runs/table/run_cell_text.h"

#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct RunWords {
    Q_DECLARE_TR_FUNCTIONS(runs)
};

constexpr double jouleLimit = 3.6e4; ///< a hundredth of a kilowatt-hour
constexpr double joulesInKilowattHour = 3.6e6;

/// `measured`: the quantity of a measured number.
QString figureText(double value, const runs::RunColumn& column, const std::string& measured)
{
    switch (column.unit) {
    case runs::Unit::seconds: return value > 0.0 ? durationText(value) : QString();
    case runs::Unit::bytes: return bytesText(std::llround(value));
    case runs::Unit::joules: return energyText(value);
    case runs::Unit::perSecond: return countText(std::llround(value));
    case runs::Unit::flopsPerSecond: return flopRateText(value);
    case runs::Unit::share: return percentText(value, 0);
    case runs::Unit::measured: return quantityText(measured, value);
    case runs::Unit::none: break;
    }
    if (column.id == "seed") // an identifier, not an amount
        return QString::number(std::llround(value));
    if (column.setting && std::trunc(value) != value)
        return numberText(value); // as it was entered
    return std::trunc(value) == value && std::abs(value) < 1e15 ? countText(std::llround(value)) : significantText(value);
}

std::string measuredIn(const runs::RunSummary& run)
{
    const auto* best = run.best();
    return best ? best->first : std::string();
}

/// The planned epochs; for a cross-validation, of all folds together.
std::int64_t epochsOf(const runs::RunSummary& run)
{
    return run.epochs * std::max<std::int64_t>(run.folds, 1);
}

QString problemText(const runs::RunSummary& run)
{
    return run.problem ? sentenceText(*run.problem) : withoutHome(fromStd(run.error));
}

/// A limited length of text from other people, which may be as long as a file.
QString bounded(const QString& text)
{
    constexpr qsizetype most = 1000;
    if (text.size() <= most)
        return text;
    return text.first(text.at(most - 2).isHighSurrogate() ? most - 2 : most - 1) + u'…';
}

QString wholeCellText(const runs::RunSummary& run, const runs::RunColumn& column)
{
    if (column.id == "state")
        return stateLookOf(run).word;
    if (column.id == "error")
        return problemText(run);
    const runs::Cell cell = column.value(run);
    if (const auto* number = std::get_if<double>(&cell)) {
        if (column.id == "epochs_done")
            return RunWords::tr("%1 of %2", "epochs").arg(countText(run.epochsDone), countText(epochsOf(run)));
        if (column.id == "best")
            return spreadText(measuredIn(run), *number, run.bestDeviation());
        return figureText(*number, column, measuredIn(run));
    }
    const auto* words = std::get_if<std::string>(&cell);
    if (!words)
        return {};
    if (column.id == "started")
        return startedText(*words);
    if (column.id == "best_metric")
        return quantityTitle(*words);
    if (column.id == "fusion")
        return run.fuse ? RunWords::tr("On") : RunWords::tr("Off");
    if (column.id == "precision")
        return precisionTitle(*words);
    if (column.id == "data")
        return settingValueText("data.source", *words);
    if (column.setting)
        return withoutHome(settingValueText(column.id, *words));
    return column.id == "notes" ? fromStd(*words).simplified() : withoutHome(fromStd(*words));
}

QString wordsOfTip(const runs::RunSummary& run, const runs::RunColumn& column)
{
    if (column.id == "name")
        return fromStd(run.name()) + u'\n' + withoutHome(fromStd(run.folder.string()));
    if (column.id == "tag")
        return runCellText(run, column);
    if (column.id == "state" || column.id == "error")
        return problemText(run);
    if (column.id == "best" && run.best() && run.folds > 0)
        return RunWords::tr("%1, mean and deviation of %n fold(s)", nullptr, static_cast<int>(run.folds))
            .arg(quantityTitle(run.best()->first));
    if (column.id == "best" && run.best())
        return RunWords::tr("%1 in epoch %2").arg(quantityTitle(run.best()->first), countText(run.bestEpoch.value_or(0)));
    if (column.id == "notes")
        return fromStd(run.label.notes);
    return {};
}

} // namespace

QString settingTitleText(const std::string& path, bool twice)
{
    const QString title = engineText(runs::settingTitle(path));
    if (!twice)
        return title;
    const std::string place = runs::settingPlaceTitle(path);
    const QString where = place.empty() ? title : RunWords::tr("%1: %2", "the schedule, its decay").arg(engineText(place), title);
    const int number = runs::settingNumber(path);
    return number > 0 ? RunWords::tr("%1 %2", "the second loss").arg(where).arg(number) : where;
}

QString settingValueText(const std::string& path, const std::string& value)
{
    const std::string title = runs::settingValueTitle(path, value);
    return title == value ? fromStd(value) : engineText(title); // entered values are not translated
}

QString startedText(const std::string& started)
{
    const QDateTime time = QDateTime::fromString(fromStd(started), Qt::ISODate);
    return time.isValid() ? QLocale().toString(time.toLocalTime(), QLocale::ShortFormat) : fromStd(started);
}

QString energyText(double joules)
{
    return joules < jouleLimit ? RunWords::tr("%1 J").arg(countText(std::llround(joules)))
                               : RunWords::tr("%1 kWh").arg(significantText(joules / joulesInKilowattHour));
}

bool isShared(const runs::RunColumn& column)
{
    return column.setting || column.id == "project" || column.id == "state" || column.id == "best_metric" || column.id == "graph"
        || column.id == "settings" || column.id == "data_hash";
}

bool isSpread(const runs::RunColumn& column)
{
    return column.number && !column.setting && column.id != "seed" && column.id != "best_epoch" && column.id != "best_deviation";
}

RunStateLook stateLookOf(const runs::RunSummary& run)
{
    if (!run.readable)
        return {RunWords::tr("Unreadable"), u"error"_s, Token::bad};
    if (run.active)
        return {RunWords::tr("Training"), u"run"_s, Token::accent};
    switch (run.state) {
    case RunState::running: return {RunWords::tr("Interrupted"), u"warning"_s, Token::careful};
    case RunState::done:
        return {run.epochsDone > 0 && run.epochsDone < epochsOf(run) ? RunWords::tr("Done early") : RunWords::tr("Done"), u"ok"_s,
                Token::good};
    case RunState::stopped: return {RunWords::tr("Stopped"), u"stop"_s, Token::textSecondary};
    case RunState::diverged: return {RunWords::tr("Diverged"), u"error"_s, Token::bad};
    case RunState::failed: break;
    }
    return {RunWords::tr("Failed"), u"error"_s, Token::bad};
}

QString runCellText(const runs::RunSummary& run, const runs::RunColumn& column)
{
    return bounded(wholeCellText(run, column));
}

QString groupCellText(const runs::RunGroup& group, const runs::RunColumn& column)
{
    const runs::RunSummary& first = *group.runs.front();
    if (group.runs.size() == 1 || isShared(column))
        return runCellText(first, column);
    if (column.id == "name")
        return RunWords::tr("%1, %n run(s)", nullptr, static_cast<int>(group.runs.size())).arg(fromStd(first.project));
    if (!isSpread(column))
        return {};
    const runs::Spread spread = runs::spreadOf(group, column);
    if (spread.count == 0)
        return {};
    const QString mean = figureText(spread.mean, column, measuredIn(first));
    if (!spread.deviation || *spread.deviation == 0.0)
        return mean;
    return RunWords::tr("%1 ± %2").arg(mean, figureText(*spread.deviation, column, measuredIn(first)));
}

QString runCellTip(const runs::RunSummary& run, const runs::RunColumn& column)
{
    return bounded(wordsOfTip(run, column));
}

} // namespace netsmith::gui

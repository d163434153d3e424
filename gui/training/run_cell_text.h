#pragma once

#include "engine/runs/run_groups.h"
#include "gui/widgets/tokens.h"

#include <QString>

namespace netsmith::gui {

/// How a run stands, as it is shown.
struct RunStateLook {
    QString word;
    QString icon;
    Token token = Token::text;
};
RunStateLook stateLookOf(const runs::RunSummary& run);

/// What the runs of a group have in common.
bool isShared(const runs::RunColumn& column);
/// What each of them has a number of its own for, whose mean says something.
bool isSpread(const runs::RunColumn& column);

/// What stands in a column of a run's row, as people read it; empty where it says nothing.
QString runCellText(const runs::RunSummary& run, const runs::RunColumn& column);
/// The same of runs that repeat each other: what they share, or the mean ± deviation of what came of them; empty for what each has
/// of its own.
QString groupCellText(const runs::RunGroup& group, const runs::RunColumn& column);

/// What the panels call a setting: "Learning rate"; where several have that title, with the place that it belongs to: "Schedule:
/// Decay", "Loss 2".
QString settingTitleText(const std::string& path, bool twice);
/// What the panels call its value: "Adam", "On"; any other as it is.
QString settingValueText(const std::string& path, const std::string& value);

/// When a run began, in the window's language and the time of this place.
QString startedText(const std::string& started);
/// "340 J", "1.25 kWh".
QString energyText(double joules);

/// What else there is to know about the value: where the run lies, why it failed.
QString runCellTip(const runs::RunSummary& run, const runs::RunColumn& column);

} // namespace netsmith::gui

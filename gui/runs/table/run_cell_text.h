#pragma once

#include "engine/runs/table/run_groups.h"
#include "gui/widgets/tokens.h"

#include <QString>

namespace netsmith::gui {

/// How a run's state is displayed.
struct RunStateLook {
    QString word;
    QString icon;
    Token token = Token::text;
};
RunStateLook stateLookOf(const runs::RunSummary& run);

/// Whether the runs of a group share it.
bool isShared(const runs::RunColumn& column);
/// Whether it is a number of each run whose mean is meaningful.
bool isSpread(const runs::RunColumn& column);

/// The text of a column in a run's row; empty if it has no value.
QString runCellText(const runs::RunSummary& run, const runs::RunColumn& column);
/// The same for repeated runs: the shared value, or the mean ± deviation of the results; empty for values of single runs.
QString groupCellText(const runs::RunGroup& group, const runs::RunColumn& column);

/// A setting's title in the panels: "Learning rate"; if several have that title, with the part that it belongs to: "Schedule:
/// Decay", "Loss 2".
QString settingTitleText(const std::string& path, bool twice);
/// A value's title in the panels: "Adam", "On"; other values unchanged.
QString settingValueText(const std::string& path, const std::string& value);

/// When a run started, in the window's language and local time.
QString startedText(const std::string& started);
/// "340 J", "1.25 kWh".
QString energyText(double joules);

/// More about the value: the run's folder, why it failed.
QString runCellTip(const runs::RunSummary& run, const runs::RunColumn& column);

} // namespace netsmith::gui

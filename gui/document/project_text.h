#pragma once

#include <QString>

namespace netsmith {
struct Project;
}

namespace netsmith::gui {

/// A project's texts in the window's language if the project contains a translation
/// (`"translations": {"zh_CN": {"title": …, "description": …, "goal": …}}`), else as they are. What is longer than anyone would
/// read there is cut.
QString projectTitle(const Project& project);
QString projectDescription(const Project& project);
QString projectGoal(const Project& project);

} // namespace netsmith::gui

#pragma once

#include <QString>

namespace netsmith {
struct Project;
}

namespace netsmith::gui {

/// What a project says of itself in the window's language, where it brings its own translation
/// (`"translations": {"zh_CN": {"title": …, "description": …, "goal": …}}`), else as it stands.
QString projectTitle(const Project& project);
QString projectDescription(const Project& project);
QString projectGoal(const Project& project);

} // namespace netsmith::gui

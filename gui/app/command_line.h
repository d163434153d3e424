#pragma once

#include "gui/widgets/theme.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

namespace netsmith::gui {

/// What `netsmith` was started with.
struct CommandLine {
    QStringList projects;
    bool run = false; ///< train at once
    QString resume; ///< a run of the first project to go on with; empty: none
    bool quitWhenDone = false;
    QString screenshot; ///< a PNG file; empty: none
    std::optional<QSize> size;
    std::optional<Theme::Mode> theme;
    QString language;
    bool newInstance = false;

    /// Prints help, version or what was wrong and ends the process where that was asked for or needed.
    static CommandLine parse(const QStringList& arguments);
};

} // namespace netsmith::gui

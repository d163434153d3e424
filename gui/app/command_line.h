#pragma once

#include "gui/widgets/theme.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

namespace netsmith::gui {

/// The command line of `netsmith`.
struct CommandLine {
    QStringList projects;
    bool run = false; ///< start training
    QString resume; ///< a run of the first project to resume; empty: none
    bool quitWhenDone = false;
    QString screenshot; ///< a PNG file; empty: none
    std::optional<QSize> size;
    std::optional<Theme::Mode> theme;
    QString language;
    bool newInstance = false;

    /// Prints help, version or an error and exits if requested or necessary.
    static CommandLine parse(const QStringList& arguments);
};

} // namespace netsmith::gui

#pragma once

#include "gui/widgets/theme.h"

#include <QByteArray>
#include <QDateTime>
#include <QHash>
#include <QString>
#include <QStringList>

namespace netsmith::gui {

/// What the studio remembers between starts, in one JSON file of the user's. A file that can't be read or written costs the memory,
/// never the start.
class Preferences {
public:
    /// Reads `path`; empty: nothing is remembered (tests, screenshots).
    explicit Preferences(QString path);

    /// $XDG_CONFIG_HOME/netsmith/preferences.json
    static QString standardPath();

    Theme::Mode theme = Theme::Mode::system;
    QString language; ///< "en", "zh_CN"; empty: the system's
    int textPercent = 100;
    QByteArray geometry;
    QByteArray docks;
    QString page; ///< in the middle of the window, see `WorkPages`
    QString runs; ///< how the table of runs is arranged
    QStringList recent; ///< project files, the newest first
    QHash<QString, QDateTime> opened; ///< when those were, as far as it is known

    void addRecent(const QString& path);
    void forgetRecent(const QString& path);
    /// Why it could not be written, if so; said once.
    void save();
    const QString& problem() const { return m_problem; }

private:
    QString m_path;
    QString m_problem;
};

} // namespace netsmith::gui

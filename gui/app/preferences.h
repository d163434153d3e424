#pragma once

#include "engine/train/machine_settings.h"
#include "gui/widgets/file_saver.h"
#include "gui/widgets/theme.h"

#include <QByteArray>
#include <QDateTime>
#include <QHash>
#include <QString>
#include <QStringList>

namespace netsmith::gui {

/// The settings that the studio keeps between starts, in a JSON file in the user's configuration. If it can't be read or written,
/// the studio starts without them.
class Preferences {
public:
    /// Reads `path`; empty: nothing is stored (tests, screenshots).
    explicit Preferences(QString path);

    /// $XDG_CONFIG_HOME/netsmith/preferences.json
    static QString standardPath();

    Theme::Mode theme = Theme::Mode::system;
    QString language; ///< "en", "zh_CN"; empty: the system's
    int textPercent = 100;
    QByteArray geometry;
    QByteArray docks;
    QString page; ///< the page in the centre, see `WorkPages`
    QString runs; ///< the layout of the table of runs
    QStringList machine; ///< what the curves show of the machine, see `PlotPanel::chooseMachine`
    bool marks = true; ///< likewise
    QStringList recent; ///< project files, newest first
    QHash<QString, QDateTime> opened; ///< when they were opened, if known
    train::MachineSettings machineUse; ///< see `MachineUse`

    void addRecent(const QString& path);
    void forgetRecent(const QString& path);
    /// Writes the file on another thread; it is written when this is destroyed. A file that can't be written is left as it is.
    void save();

private:
    QString m_path;
    FileSaver m_saver;
};

} // namespace netsmith::gui

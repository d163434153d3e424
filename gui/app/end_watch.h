#pragma once

#include "gui/training/training_state.h"

#include <QObject>
#include <QTimer>

namespace netsmith::gui {

class MainWindow;

/// Waits for the end of what the command line began, saves a picture of the window if one is wanted, and ends the program with the
/// exit code of `netsmith-cli`.
class EndWatch : public QObject {
    Q_OBJECT

public:
    EndWatch(MainWindow& window, QString screenshot, bool quitWhenDone);

private:
    void look();
    void end();

    MainWindow& m_window;
    QString m_screenshot;
    bool m_quit;
    QTimer m_quiet; ///< restarts while anything happens
};

/// Writes what the window shows now, through the one safe writer; why not, in words, or nothing.
QString saveScreenshot(MainWindow& window, const QString& path);

} // namespace netsmith::gui

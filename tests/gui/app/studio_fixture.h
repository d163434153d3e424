#pragma once

#include "gui/app/preferences.h"
#include "gui/app/studio.h"

#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace netsmith::gui {

/// Waits until the window reads and writes no project file.
void awaitFiles(MainWindow& window);

/// A studio in a folder of its own, with the built-in digits as data, driven like a user would.
class StudioFixture {
public:
    StudioFixture();
    ~StudioFixture();

    Studio& studio() { return *m_studio; }
    MainWindow& window() { return *m_studio->windows().front(); }
    QString path(const QString& name) const { return m_folder.filePath(name); }
    Preferences& preferences() { return m_preferences; }
    /// Ends the studio as when its process ends, and starts another on the same files.
    void restart();

    template <class T>
    T* child(const char* name)
    {
        T* found = window().findChild<T*>(QString::fromLatin1(name));
        if (!found)
            qWarning("there is no %s", name);
        return found;
    }
    /// The file of a sample project.
    static QString sample(const char* name);
    /// Changes the project.
    void edit();
    /// Opens a sample project to train it step by step, on a device that every build has.
    void openForSteps(const QString& sample);
    /// Takes back what was edited, so that nothing is asked, and closes the project.
    void closeUnchanged();
    /// Trains a step, and waits until the run is paused after it.
    void trainAStep();
    /// Opens a project of the user's own, a small network; returns its file.
    QString openOwn();
    /// Clicks it, and waits for the files that it reads or writes.
    void press(const char* button);
    /// Types a path into the open file dialog and accepts it.
    void typeFile(const char* dialog, const QString& path);
    /// The same, and waits for the files.
    void chooseFile(const char* dialog, const QString& path);

private:
    MainWindow::Places places() const;

    QTemporaryDir m_folder;
    Preferences m_preferences;
    std::unique_ptr<Studio> m_studio;
};

} // namespace netsmith::gui

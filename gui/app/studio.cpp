#include "gui/app/studio.h"

#include "gui/jobs/machine_use.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

void raise(MainWindow& window)
{
    window.setWindowState(window.windowState() & ~Qt::WindowMinimized);
    window.raise();
    window.activateWindow();
}

} // namespace

Studio::Studio(Preferences& preferences, MainWindow::Places places, QObject* parent)
    : QObject(parent)
    , m_preferences(preferences)
    , m_places(std::move(places))
{
    MachineUse::instance().set(preferences.machineUse);
    connect(&MachineUse::instance(), &MachineUse::changed, this, [this] {
        m_preferences.machineUse = MachineUse::instance().settings();
        m_preferences.save();
    });
}

Studio::~Studio()
{
    qDeleteAll(m_windows);
}

MainWindow& Studio::openWindow()
{
    auto* window = new MainWindow(m_preferences, m_places, m_jobs);
    m_windows << window;
    connect(window, &MainWindow::closed, this, [this, window] { forget(window); });
    connect(window, &MainWindow::quitWanted, this, &Studio::quit);
    connect(window, &MainWindow::restartWanted, this, [this, window](const QString& resume) { restart(*window, resume); });
    connect(&window->files(), &ProjectFiles::elsewhereWanted, this, [this](const QString& path, bool asCopy) {
        if (path.isEmpty())
            openWindow().files().newProject();
        else
            open(path, asCopy);
    });
    connect(&window->files(), &ProjectFiles::recoveryElsewhereWanted, this,
            [this](const RecoverableWork& work) { openWindow().files().recover(work); });
    connect(&window->files(), &ProjectFiles::unsavedElsewhereWanted, this,
            [this](const UnsavedProject& project) { openWindow().files().openUnsaved(project); });
    window->show();
    return *window;
}

MainWindow* Studio::windowOf(const QString& path) const
{
    const auto found =
        std::ranges::find_if(m_windows, [&](MainWindow* window) { return QFileInfo(window->files().path()) == QFileInfo(path); });
    return found == m_windows.end() ? nullptr : *found;
}

MainWindow& Studio::open(const QString& path, bool asCopy)
{
    if (path.isEmpty()) {
        MainWindow& window = m_windows.isEmpty() ? openWindow() : *m_windows.back();
        raise(window);
        return window;
    }
    if (MainWindow* there = asCopy ? nullptr : windowOf(path)) {
        raise(*there);
        return *there;
    }
    const auto vacant = std::ranges::find_if(m_windows, [](MainWindow* window) { return window->files().isVacant(); });
    MainWindow& window = vacant == m_windows.end() ? openWindow() : **vacant;
    if (asCopy)
        window.files().openSample(path);
    else
        window.files().open(path);
    raise(window);
    return window;
}

void Studio::quit()
{
    for (MainWindow* window : QList<MainWindow*>(m_windows))
        window->close();
}

void Studio::restart(MainWindow& window, const QString& resume)
{
    QList<QPointer<MainWindow>> windows{&window};
    for (MainWindow* other : m_windows)
        if (other != &window)
            windows << other;
    makeSafe(windows.mid(1), [this, windows, resume] {
        QStringList arguments;
        if (!resume.isEmpty())
            arguments << u"--resume"_s << resume;
        for (const QPointer<MainWindow>& each : windows) // some may have been closed meanwhile
            if (each && !each->document().path().isEmpty())
                arguments << each->document().path();
        m_restartArguments = arguments;
        for (MainWindow* each : QList<MainWindow*>(m_windows))
            each->shutDown(true);
    });
}

/// Asks in one window after another; stops if the user cancels.
void Studio::makeSafe(QList<QPointer<MainWindow>> windows, const std::function<void()>& next)
{
    if (windows.isEmpty())
        return next();
    const QPointer<MainWindow> window = windows.takeFirst();
    if (!window)
        return makeSafe(windows, next);
    if (window->document().isModified())
        raise(*window);
    window->files().whenSafe([this, windows, next] { makeSafe(windows, next); });
}

void Studio::forget(MainWindow* window)
{
    m_windows.removeAll(window);
    window->deleteLater();
    if (m_windows.isEmpty())
        Q_EMIT ended();
}

} // namespace netsmith::gui

#include "gui/app/end_watch.h"

#include "engine/core/files/safe_file.h"
#include "gui/app/window/main_window.h"
#include "gui/widgets/engine_text.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPixmap>

#include <cstdio>

namespace netsmith::gui {
namespace {

constexpr int quietMilliseconds = 600;

int exitCodeOf(const TrainingSession& session)
{
    if (session.state() == TrainingState::failed && session.snapshot().problem)
        return static_cast<int>(session.snapshot().problem->kind);
    return session.state() == TrainingState::finished || session.state() == TrainingState::idle ? 0 : 1;
}

} // namespace

EndWatch::EndWatch(MainWindow& window, QString screenshot, bool quitWhenDone)
    : QObject(&window)
    , m_window(window)
    , m_screenshot(std::move(screenshot))
    , m_quit(quitWhenDone)
{
    m_quiet.setSingleShot(true);
    m_quiet.setInterval(quietMilliseconds);
    connect(&m_quiet, &QTimer::timeout, this, &EndWatch::end);
    connect(&window.session(), &TrainingSession::stateChanged, this, &EndWatch::look);
    look();
}

void EndWatch::look()
{
    switch (m_window.session().state()) {
    case TrainingState::idle:
    case TrainingState::preFlight: // a run that doesn't fit in memory waits here for the user
    case TrainingState::paused:
    case TrainingState::stopped:
    case TrainingState::finished:
    case TrainingState::failed: m_quiet.start(); break;
    default: m_quiet.stop();
    }
}

void EndWatch::end()
{
    int code = exitCodeOf(m_window.session());
    if (!m_screenshot.isEmpty())
        if (const QString problem = saveScreenshot(m_window, m_screenshot); !problem.isEmpty()) {
            std::fprintf(stderr, "netsmith: %s\n", qUtf8Printable(problem));
            code = 1;
        }
    deleteLater();
    if (m_quit || !m_screenshot.isEmpty())
        QCoreApplication::exit(code);
}

QString saveScreenshot(MainWindow& window, const QString& path)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    window.grab().save(&buffer, "PNG");
    const Expected<void> written = writeFileSafely(path.toStdString(), bytes.toStdString());
    return written ? QString() : messageText(written.error().message());
}

} // namespace netsmith::gui

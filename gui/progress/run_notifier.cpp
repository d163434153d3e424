#include "gui/progress/run_notifier.h"

#include "gui/training/training_words.h"
#include "gui/widgets/number_text.h"

#include <QApplication>
#include <QDBusMessage>
#include <QVariantMap>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

RunNotifier::RunNotifier(TrainingSession& session, QObject* parent, Bus desktop)
    : QObject(parent)
    , m_session(session)
    , m_desktop(std::move(desktop))
{
    connect(&session, &TrainingSession::stateChanged, this, &RunNotifier::follow);
}

void RunNotifier::follow(TrainingState state)
{
    if (QApplication::activeWindow())
        return;
    const TrainingSnapshot& snapshot = m_session.snapshot();
    const QString name = m_session.document().name();
    if (state == TrainingState::finished)
        notify(tr("%1 has finished training", "a project").arg(name),
               tr("%1 in %2", "how good it got, and how long it took")
                   .arg(headlineOf(m_session).state, durationText(snapshot.seconds)));
    else if (state == TrainingState::failed && snapshot.problem)
        notify(tr("%1 failed to train", "a project").arg(name), sentenceText(snapshot.problem->message));
}

void RunNotifier::notify(const QString& summary, const QString& body)
{
    QDBusMessage call = QDBusMessage::createMethodCall(u"org.freedesktop.Notifications"_s, u"/org/freedesktop/Notifications"_s,
                                                       u"org.freedesktop.Notifications"_s, u"Notify"_s);
    const uint replaces = 0;
    const int expires = -1; // the desktop's default
    call << u"Netsmith"_s << replaces << u"netsmith"_s << summary << body.toHtmlEscaped() << QStringList() << QVariantMap()
         << expires;
    call.setAutoStartService(true);
    if (const QDBusConnection bus = m_desktop(); bus.isConnected())
        bus.send(call);
}

} // namespace netsmith::gui

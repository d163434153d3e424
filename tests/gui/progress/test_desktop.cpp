#include "gui/progress/run_notifier.h"
#include "gui/progress/sleep_inhibitor.h"

#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QProcess>
#include <QStandardPaths>
#include <QWidget>
#include <QtTest>

#include <fcntl.h>
#include <unistd.h>

namespace test_desktop {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

/// A fake login manager that grants locks and sees when they are released.
class FakeLogin : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.login1.Manager")

public:
    int asked = 0;
    QString what;
    QString mode;

    /// Whether the last granted lock is held.
    bool isHeld() const
    {
        char byte = 0;
        return m_end >= 0 && read(m_end, &byte, 1) != 0; // the end of the pipe once all writers are gone
    }
    ~FakeLogin() override
    {
        if (m_end >= 0)
            close(m_end);
    }

public Q_SLOTS:
    QDBusUnixFileDescriptor Inhibit(const QString& kinds, const QString&, const QString&, const QString& how)
    {
        ++asked;
        what = kinds;
        mode = how;
        int ends[2];
        if (pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0)
            return {};
        if (m_end >= 0)
            close(m_end);
        m_end = ends[0];
        QDBusUnixFileDescriptor lock;
        lock.giveFileDescriptor(ends[1]);
        return lock;
    }

private:
    int m_end = -1;
};

class FakeInhibitPortal : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Inhibit")

public:
    uint flags = 0;

public Q_SLOTS:
    QDBusObjectPath Inhibit(const QString&, uint wanted, const QVariantMap&)
    {
        flags = wanted;
        return QDBusObjectPath(u"/org/freedesktop/portal/desktop/request/1"_s);
    }
};

class FakeRequest : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Request")

public:
    int closed = 0;

public Q_SLOTS:
    void Close() { ++closed; }
};

class FakeNotifications : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    QStringList summaries;

public Q_SLOTS:
    uint Notify(const QString&, uint, const QString&, const QString& summary, const QString&, const QStringList&,
                const QVariantMap&, int)
    {
        summaries << summary;
        return 1;
    }
};

struct Studio {
    SmallTraining files;
    Document document;
    TrainingSession session{document};

    explicit Studio(Project project)
    {
        document.reset(std::move(project), {});
        document.setDataDir(files.folder());
        session.setPlace(files.place());
        session.setStepsPerLaunch(1);
    }
};

} // namespace

class TestDesktop : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const QString daemon = QStandardPaths::findExecutable(u"dbus-daemon"_s);
        if (daemon.isEmpty())
            QSKIP("there is no dbus-daemon to test with");
        m_daemon.start(daemon, {u"--session"_s, u"--nofork"_s, u"--print-address=1"_s});
        QVERIFY(m_daemon.waitForReadyRead());
        m_address = QString::fromUtf8(m_daemon.readLine()).trimmed();
    }

    void cleanupTestCase()
    {
        m_daemon.kill();
        m_daemon.waitForFinished();
    }

    void holdsSleepOffWhileItIsWanted()
    {
        const QDBusConnection theirs = connection(u"login"_s);
        FakeLogin login;
        serve(theirs, u"org.freedesktop.login1"_s, u"/org/freedesktop/login1"_s, login);
        const QDBusConnection ours = connection(u"ours"_s);
        int spoken = 0;
        const auto bus = [&] {
            ++spoken;
            return ours;
        };
        SleepInhibitor inhibitor(nullptr, bus, bus);
        QVERIFY(!inhibitor.isHeld());
        QCOMPARE(spoken, 0); // starting the studio does not wait for the bus
        inhibitor.setWanted(true);
        inhibitor.setWanted(true);
        QTRY_VERIFY(inhibitor.isHeld());
        QCOMPARE(login.what, u"sleep:idle"_s);
        QCOMPARE(login.mode, u"block"_s);
        QVERIFY(login.isHeld());
        inhibitor.setWanted(false);
        QVERIFY(!inhibitor.isHeld());
        QTRY_VERIFY(!login.isHeld());
        inhibitor.setWanted(true);
        QTRY_VERIFY(login.isHeld());
        inhibitor.setWanted(false);
        QTRY_VERIFY(!login.isHeld());
        QCOMPARE(login.asked, 2);
    }

    void asksThePortalWhereThereIsNoLoginManager()
    {
        const QDBusConnection theirs = connection(u"portal"_s);
        FakeInhibitPortal portal;
        FakeRequest request;
        serve(theirs, u"org.freedesktop.portal.Desktop"_s, u"/org/freedesktop/portal/desktop"_s, portal);
        QVERIFY(QDBusConnection(theirs).registerObject(u"/org/freedesktop/portal/desktop/request/1"_s, &request,
                                                       QDBusConnection::ExportAllSlots));
        const QDBusConnection ours = connection(u"ours"_s);
        const auto bus = [&] { return ours; };
        SleepInhibitor inhibitor(nullptr, bus, bus);
        inhibitor.setWanted(true);
        QTRY_VERIFY(inhibitor.isHeld());
        QCOMPARE(portal.flags, 12u);
        inhibitor.setWanted(false);
        QTRY_COMPARE(request.closed, 1);
        QVERIFY(!inhibitor.isHeld());
    }

    void notifiesWhoLooksElsewhere()
    {
        const QDBusConnection theirs = connection(u"notifications"_s);
        FakeNotifications notifications;
        serve(theirs, u"org.freedesktop.Notifications"_s, u"/org/freedesktop/Notifications"_s, notifications);
        const QDBusConnection ours = connection(u"ours"_s);
        Studio studio(smallProject(1));
        const RunNotifier notifier(studio.session, nullptr, [&] { return ours; });
        studio.session.startAtOnce();
        QTRY_COMPARE(notifications.summaries.size(), 1);
        QVERIFY(notifications.summaries.front().contains(u"finished"_s));

        QWidget window; // or a floating panel
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        studio.session.startAtOnce();
        QTRY_COMPARE(studio.session.state(), TrainingState::finished);
        QCoreApplication::processEvents();
        QCOMPARE(notifications.summaries.size(), 1);
    }

    void isSilentWithoutABus()
    {
        const QDBusConnection none(u"there is no such connection"_s);
        Studio studio(smallProject(1));
        const auto bus = [&] { return none; };
        SleepInhibitor inhibitor(nullptr, bus, bus);
        inhibitor.setWanted(true);
        const RunNotifier notifier(studio.session, nullptr, [&] { return none; });
        studio.session.startAtOnce();
        QTRY_COMPARE(studio.session.state(), TrainingState::finished);
        QVERIFY(!inhibitor.isHeld());
    }

private:
    QDBusConnection connection(const QString& name)
    {
        QDBusConnection::disconnectFromBus(name);
        QDBusConnection made = QDBusConnection::connectToBus(m_address, name);
        Q_ASSERT(made.isConnected());
        return made;
    }
    static void serve(QDBusConnection bus, const QString& service, const QString& path, QObject& object)
    {
        QVERIFY(bus.registerObject(path, &object, QDBusConnection::ExportAllSlots));
        QVERIFY(bus.registerService(service));
    }

    QProcess m_daemon;
    QString m_address;
};

NETSMITH_WINDOW_TEST(TestDesktop)

} // namespace test_desktop

#include "test_desktop.moc"

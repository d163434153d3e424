#include "gui/widgets/guarded.h"
#include "gui/widgets/side_thread.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <atomic>
#include <latch>
#include <memory>
#include <new>
#include <stdexcept>
#include <unistd.h>
#include <vector>

namespace test_side_thread {

using namespace netsmith::gui;

/// Work runs in order on another thread, answers come back to this one, and the end does not wait for work that has not started.
class TestSideThread : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersInOrderOnTheThreadThatMadeIt()
    {
        SideThread side("netsmith-test");
        const std::thread::id here = std::this_thread::get_id();
        std::vector<int> answers;
        for (int i = 0; i < 100; ++i)
            side.run([&, i] {
                const std::thread::id there = std::this_thread::get_id();
                side.answer([&, i, there] {
                    QVERIFY(std::this_thread::get_id() == here && there != here);
                    answers.push_back(i);
                });
            });
        QTRY_COMPARE(answers.size(), std::size_t{100});
        QVERIFY(std::ranges::is_sorted(answers));
    }

    void endsBehindWhatIsUnderWay()
    {
        std::latch begun(1);
        std::latch mayEnd(1);
        std::atomic<bool> done = false;
        bool answered = false;
        {
            SideThread side("netsmith-test");
            side.run([&] {
                begun.count_down();
                mayEnd.wait();
                side.answer([&] { answered = true; });
                done = true;
            });
            begun.wait();
            mayEnd.count_down();
        }
        QVERIFY(done);
        QCoreApplication::processEvents();
        QVERIFY(!answered); // the requester may be gone
    }

    void noExceptionLeavesItsWork()
    {
        std::vector<std::string> told;
        const auto failed = [&](const netsmith::Error& error) { told.push_back(error.message().id()); };
        guarded([] { throw std::bad_alloc(); }, failed);
        guarded([] { throw std::runtime_error("odd"); }, failed);
        guarded([] { throw netsmith::Error(netsmith::ErrorKind::input, NS_MESSAGE("some.id", "some words")); }, failed);
        guarded([] {}, failed);
        QCOMPARE(told, (std::vector<std::string>{"studio.memory", "studio.unexpected", "some.id"}));
    }

    void largeWorkGivesItsMemoryBack()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer keeps freed memory");
#endif
        const auto resident = [] { // in MiB
            QFile file(QStringLiteral("/proc/self/statm"));
            return file.open(QFile::ReadOnly) ? file.readAll().split(' ').value(1).toLongLong() * ::getpagesize() >> 20 : -1;
        };
        SideThread side("netsmith-test");
        std::unique_ptr<char[]> last; // at the top, so that the heap can't shrink by itself
        bool done = false;
        const auto work = [&] {
            std::vector<std::unique_ptr<char[]>> pieces;
            for (int i = 0; i < 2000; ++i) { // too small for a mapping of its own
                pieces.push_back(std::make_unique<char[]>(100 << 10));
                std::fill_n(pieces.back().get(), 100 << 10, 'x');
            }
            last = std::make_unique<char[]>(1 << 10);
        };
        const auto before = resident();
        side.runLarge(work);
        side.run([&] { side.answer([&] { done = true; }); });
        QTRY_VERIFY(done);
        QVERIFY2(resident() < before + 100, qPrintable(QString::number(resident() - before)));
    }

    void anAnswerMayEndIt()
    {
        auto side = std::make_unique<SideThread>("netsmith-test");
        side->run([&] { side->answer([&] { side.reset(); }); });
        QTRY_VERIFY(!side);
    }
};

NETSMITH_WINDOW_TEST(TestSideThread)

} // namespace test_side_thread

#include "test_side_thread.moc"

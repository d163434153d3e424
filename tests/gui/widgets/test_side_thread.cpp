#include "gui/widgets/side_thread.h"

#include <QtTest>

#include <atomic>
#include <latch>
#include <vector>

using namespace netsmith::gui;

/// Work goes to another thread in its order, answers come back to this one, and the end waits for nothing that has not begun.
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
        QVERIFY(!answered); // who asked may be gone
    }

    void anAnswerMayEndIt()
    {
        auto side = std::make_unique<SideThread>("netsmith-test");
        side->run([&] { side->answer([&] { side.reset(); }); });
        QTRY_VERIFY(!side);
    }
};

QTEST_MAIN(TestSideThread)
#include "test_side_thread.moc"

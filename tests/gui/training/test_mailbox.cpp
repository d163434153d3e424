#include "gui/training/mailbox.h"
#include "tests/test_program.h"

#include <QSignalSpy>
#include <QThread>
#include <QtTest>

#include <thread>

namespace test_mailbox {

using namespace netsmith;
using namespace netsmith::gui;
using Kind = Mailbox::Command::Kind;

namespace {

TrainingJob job(std::uint64_t id, bool pauseAfterStep = false)
{
    TrainingJob job;
    job.id = id;
    job.pauseAfterStep = pauseAfterStep;
    return job;
}

runs::RunCurves point(std::int64_t step)
{
    runs::RunCurves curves;
    curves.steps = {{step}, {0.0}, {0.0}, {0.0}, {{"loss", {static_cast<double>(step)}}}};
    return curves;
}

} // namespace

class TestMailbox : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// What a question that was never answered wanted comes with the next one; whose it is, the next one says.
    void picturesAskedForAreNotForgotten()
    {
        Mailbox mailbox;
        mailbox.ask({.id = 6, .checkpoint = "former", .observes = true, .detailed = "conv2d_1", .grid = InputGrid{}});
        mailbox.ask({.id = 7, .checkpoint = "latter", .detailed = "conv2d_2"});
        const auto next = mailbox.takeRequest();
        QVERIFY(next && next->id == 7 && next->observes && next->grid);
        QVERIFY(next->detailed == "conv2d_2" && next->checkpoint == "latter");
        QVERIFY(!mailbox.takeRequest());
        mailbox.ask({.id = 8});
        const auto last = mailbox.takeRequest();
        QVERIFY(last && !last->observes && !last->grid);
    }

    /// A stroke asks for an answer alone soon after the pictures; both may come before either is taken.
    void anAnswerAloneReplacesNoPictures()
    {
        Mailbox mailbox;
        const auto ids = [&] {
            std::vector<std::uint64_t> taken;
            for (const PredictionAnswer& answer : mailbox.takeAnswers())
                taken.push_back(answer.id);
            return taken;
        };
        const PredictionAnswer::Surface surface{};
        mailbox.answer({.id = 1, .surface = surface});
        mailbox.answer({.id = 2, .observed = true});
        mailbox.answer({.id = 3});
        mailbox.answer({.id = 4});
        QCOMPARE(ids(), (std::vector<std::uint64_t>{1, 2, 4}));
        QVERIFY(ids().empty());
        mailbox.answer({.id = 5, .observed = true});
        mailbox.answer({.id = 6, .observed = true});
        mailbox.answer({.id = 7, .observed = true, .surface = surface});
        QCOMPARE(ids(), std::vector<std::uint64_t>{7});
    }

    /// A measurement is asked for once, also while the run is paused, and is not taken in a validation.
    void measuringBeginsAtOnce()
    {
        Mailbox mailbox;
        mailbox.submit(job(1));
        const auto taken = mailbox.takeJob();
        QVERIFY(taken && !mailbox.measures());
        mailbox.pause();
        mailbox.measure(true);
        QVERIFY(mailbox.measures());
        QCOMPARE(mailbox.nextCommand(taken->stop, false).kind, Kind::pause);
        QCOMPARE(mailbox.nextCommand(taken->stop, true).kind, Kind::measure);
        QCOMPARE(mailbox.nextCommand(taken->stop, true).kind, Kind::pause);
        const std::uint64_t order = mailbox.nextCommand(taken->stop, true).order;
        std::thread worker([&] { mailbox.waitForCommand(taken->stop, order, true); });
        mailbox.measure(true); // wakes it
        worker.join();
        mailbox.measure(false);
        QVERIFY(!mailbox.measures());
        QCOMPARE(mailbox.nextCommand(taken->stop, true).kind, Kind::pause);
    }

    void handsOverTheLatestAndEveryPoint()
    {
        constexpr int posts = 5000;
        Mailbox mailbox;
        QSignalSpy posted(&mailbox, &Mailbox::posted);
        runs::RunCurves seen;
        std::int64_t step = 0;
        connect(&mailbox, &Mailbox::posted, this, [&] {
            const TrainingSnapshot snapshot = mailbox.takeSnapshot();
            QVERIFY(snapshot.step >= step);
            step = snapshot.step;
            seen.append(snapshot.newCurves);
        });
        QElapsedTimer time;
        time.start();
        std::thread worker([&mailbox] {
            for (int i = 1; i <= posts; ++i)
                mailbox.update([i](TrainingSnapshot& snapshot) {
                    snapshot.step = i;
                    snapshot.newCurves.append(point(i));
                });
        });
        QTRY_COMPARE(step, posts);
        worker.join();
        QCOMPARE(seen.stepCount(), static_cast<std::size_t>(posts));
        for (int i = 0; i < posts; ++i)
            QCOMPARE(seen.steps.step[static_cast<std::size_t>(i)], i + 1);
        QVERIFY(posted.count() <= 1 + time.elapsed() / Mailbox::interval);
    }

    void handsOverWhatIsWrittenOfTheTextThatIsWanted()
    {
        const auto piece = [](std::uint64_t id, const std::string& text, bool done = false) {
            WrittenText written{.id = id};
            written.tokens.push_back({text, text, 1.0, {}});
            written.done = done;
            return written;
        };
        Mailbox mailbox;
        QVERIFY(!mailbox.wantedText());
        mailbox.write({.id = 1, .run = {}, .prompt = "a", .settings = {}});
        QCOMPARE(mailbox.wantedText()->prompt, std::string("a"));
        WrittenText first = piece(1, "b");
        first.unknown = {"a"};
        mailbox.wrote(first);
        mailbox.wrote(piece(1, "c"));
        mailbox.wrote(piece(7, "of another"));
        const auto taken = mailbox.takeWritten();
        QCOMPARE(taken->tokens.size(), 2u);
        QCOMPARE(taken->tokens[1].text, std::string("c"));
        QCOMPARE(taken->unknown, std::vector<std::string>{"a"});
        QVERIFY(!taken->done);
        QVERIFY(!mailbox.takeWritten());
        mailbox.wrote(piece(1, "d", true));
        QVERIFY(!mailbox.wantedText());
        QVERIFY(mailbox.takeWritten()->done);

        mailbox.write({.id = 2, .run = {}, .prompt = "a", .settings = {}});
        mailbox.wrote(piece(2, "b"));
        mailbox.stopWriting();
        mailbox.wrote(piece(2, "c"));
        QVERIFY(!mailbox.wantedText());
        QVERIFY(!mailbox.takeWritten());
    }

    void tellsOfNothingTwice()
    {
        Mailbox mailbox;
        QSignalSpy posted(&mailbox, &Mailbox::posted);
        mailbox.update([](TrainingSnapshot& snapshot) { snapshot.step = 1; });
        mailbox.answer({});
        QVERIFY(posted.wait());
        mailbox.update([](TrainingSnapshot& snapshot) { snapshot.step = 2; }); // not taken yet: no new signal
        QCOMPARE(mailbox.takeAnswers().size(), std::size_t{1});
        QVERIFY(mailbox.takeAnswers().empty());
        QCOMPARE(mailbox.takeSnapshot().step, 2);
        QCoreApplication::processEvents();
        QCOMPARE(posted.count(), 1);
        mailbox.update([](TrainingSnapshot& snapshot) { snapshot.step = 3; });
        QVERIFY(posted.wait());
    }

    void keepsTheLatestJobAndStopsTheOneBefore()
    {
        Mailbox mailbox;
        QVERIFY(!mailbox.takeJob());
        mailbox.submit(job(1));
        mailbox.submit(job(2));
        const auto second = mailbox.takeJob();
        QCOMPARE(second->job.id, 2u);
        QVERIFY(!mailbox.takeJob());
        QVERIFY(!second->stop.stop_requested());
        mailbox.submit(job(3));
        QVERIFY(second->stop.stop_requested());
        const auto third = mailbox.takeJob();
        QVERIFY(!third->stop.stop_requested());
        mailbox.stop();
        QVERIFY(third->stop.stop_requested());
        mailbox.submit(job(4));
        mailbox.cancel(4);
        QVERIFY(!mailbox.takeJob());
        QVERIFY(mailbox.isCancelled(4));
        QVERIFY(!mailbox.isCancelled(5));
        QVERIFY(mailbox.takeRelease());
        QVERIFY(!mailbox.takeRelease());
    }

    void givesOrdersInTheirTurn()
    {
        Mailbox mailbox;
        mailbox.submit(job(1));
        const std::stop_token stop = mailbox.takeJob()->stop;
        QCOMPARE(mailbox.nextCommand(stop, true).kind, Kind::launch);
        QCOMPARE(mailbox.nextCommand(stop, true).steps, 0);

        const std::uint64_t paused = mailbox.pause();
        const Mailbox::Command pause = mailbox.nextCommand(stop, true);
        QCOMPARE(pause.kind, Kind::pause);
        QCOMPARE(pause.order, paused);

        mailbox.step();
        QCOMPARE(mailbox.nextCommand(stop, false).steps, 0); // the validation before it is not a step
        const Mailbox::Command step = mailbox.nextCommand(stop, true);
        QCOMPARE(step.kind, Kind::launch);
        QCOMPARE(step.steps, 1);
        QCOMPARE(mailbox.nextCommand(stop, true).kind, Kind::pause);

        mailbox.goOn();
        QCOMPARE(mailbox.nextCommand(stop, true).kind, Kind::launch);
        mailbox.pause();
        mailbox.stop();
        QCOMPARE(mailbox.nextCommand(stop, true).kind, Kind::launch); // there the engine sees the stop
    }

    void beginsWithOneStepWhereThatIsAsked()
    {
        Mailbox mailbox;
        mailbox.submit(job(1, true));
        const std::stop_token stop = mailbox.takeJob()->stop;
        QCOMPARE(mailbox.nextCommand(stop, true).steps, 1);
        QCOMPARE(mailbox.nextCommand(stop, true).kind, Kind::pause);
        mailbox.submit(job(2));
        QCOMPARE(mailbox.nextCommand(mailbox.takeJob()->stop, true).kind, Kind::launch);
    }

    void answersTheLatestQuestion()
    {
        Mailbox mailbox;
        mailbox.submit(job(1));
        const std::stop_token stop = mailbox.takeJob()->stop;
        mailbox.pause();
        mailbox.ask({1, {}, {}});
        mailbox.ask({2, {}, {}});
        const Mailbox::Command command = mailbox.nextCommand(stop, true);
        QCOMPARE(command.kind, Kind::predict);
        QCOMPARE(command.request.id, 2u);
        QCOMPARE(mailbox.nextCommand(stop, true).kind, Kind::pause);
    }

    void wakesThePausedWorkerForEverythingItCanDo()
    {
        Mailbox mailbox;
        const std::vector<std::function<void()>> reasons{[&] { mailbox.goOn(); },           [&] { mailbox.step(); },
                                                         [&] { mailbox.ask({1, {}, {}}); }, [&] { mailbox.stop(); },
                                                         [&] { mailbox.submit(job(9)); },   [&] { mailbox.cancel(9); }};
        for (const auto& reason : reasons) {
            mailbox.submit(job(1));
            const std::stop_token stop = mailbox.takeJob()->stop;
            mailbox.pause();
            std::atomic<bool> waits = false;
            std::atomic<bool> awake = false;
            std::thread worker([&] {
                const Mailbox::Command pause = mailbox.nextCommand(stop, true);
                QCOMPARE(pause.kind, Kind::pause);
                waits = true;
                mailbox.waitForCommand(stop, pause.order, true);
                awake = true;
            });
            QTRY_VERIFY(waits);
            reason();
            QTRY_VERIFY(awake);
            worker.join();
            (void)mailbox.takeRequest();
        }
    }

    /// A worker that missed both would never answer the second pause.
    void wakesWhereAPauseWasEndedAndAskedForAgain()
    {
        Mailbox mailbox;
        mailbox.submit(job(1));
        const std::stop_token stop = mailbox.takeJob()->stop;
        mailbox.pause();
        const std::uint64_t order = mailbox.nextCommand(stop, true).order;
        mailbox.goOn();
        const std::uint64_t again = mailbox.pause();
        std::atomic<bool> awake = false;
        std::thread worker([&] {
            mailbox.waitForCommand(stop, order, true);
            awake = true;
        });
        QTRY_VERIFY(awake);
        worker.join();
        const Mailbox::Command pause = mailbox.nextCommand(stop, true);
        QCOMPARE(pause.kind, Kind::pause);
        QCOMPARE(pause.order, again);
    }
};

NETSMITH_WINDOW_TEST(TestMailbox)

} // namespace test_mailbox

#include "test_mailbox.moc"

#include "gui/training/time_left.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>

namespace test_time_left {

using netsmith::gui::TimeLeft;

class TestTimeLeft : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysNothingBeforeItHasSeenAnything()
    {
        TimeLeft left(100, 3, 3200, 0);
        QVERIFY(!left.ofRun(0, false, 0.0));
        left.trained(10, 1.0);
        QVERIFY(!left.ofEpoch(10, false, 0.0));
    }

    void countsStepsAndEpochs()
    {
        TimeLeft left(100, 3, 3200, 0);
        left.trained(10, 1.0);
        left.trained(20, 2.0);
        QCOMPARE(*left.ofEpoch(20, false, 0.0), 8.0);
        QCOMPARE(*left.ofRun(20, false, 0.0), 28.0);
        QCOMPARE(*left.ofRun(220, false, 0.0), 8.0);
    }

    void estimatesTheValidationThenMeasuresIt()
    {
        TimeLeft left(100, 2, 3000, 900);
        left.trained(0, 0.0);
        left.trained(100, 10.0);
        QCOMPARE(*left.ofEpoch(50, false, 0.0), 5.0 + 10.0 * 900 / 9000.0);
        left.validated(14.0);
        QCOMPARE(*left.ofEpoch(150, false, 0.0), 5.0 + 4.0);
        QCOMPARE(*left.ofEpoch(200, true, 0.75), 1.0);
        QCOMPARE(*left.ofRun(100, true, 0.5), 2.0 + 14.0);
        QCOMPARE(*left.ofRun(200, true, 0.75), 1.0);
    }

    void keepsTheValidationOutOfThePace()
    {
        TimeLeft left(10, 2, 320, 100);
        left.trained(5, 5.0);
        left.trained(10, 10.0);
        left.validated(1000.0);
        left.trained(15, 1005.0);
        QCOMPARE(*left.ofEpoch(15, false, 0.0), 5.0 + 990.0);
    }

    /// The launches of a small network take a thousandth of the time between them.
    void theThroughputAgreesWithTheTime()
    {
        TimeLeft left(100, 2, 3200, 800);
        QVERIFY(!left.stepsPerSecond());
        left.trained(10, 1.0);
        QVERIFY(!left.stepsPerSecond());
        left.trained(20, 2.0);
        QCOMPARE(*left.stepsPerSecond(), 10.0);
        left.trained(100, 10.0);
        left.validated(60.0); // which does not slow training
        left.trained(110, 61.0);
        QVERIFY(std::abs(*left.stepsPerSecond() - 10.0) < 1e-9);
        const double expected = 90.0 / *left.stepsPerSecond();
        QVERIFY(std::abs(*left.ofEpoch(110, false, 0.0) - 50.0 - expected) < 1e-9);
    }

    void followsAnotherPace()
    {
        TimeLeft left(1000, 1, 1, 0);
        left.trained(0, 0.0);
        left.trained(10, 10.0);
        left.trained(20, 13.0); // a half-life at 0.3 s a step
        QCOMPARE(*left.ofEpoch(20, false, 0.0), 980.0 * (0.5 * 1.0 + 0.5 * 0.3));
    }
};

NETSMITH_WINDOW_TEST(TestTimeLeft)

} // namespace test_time_left

#include "test_time_left.moc"

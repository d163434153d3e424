#include "gui/app/asking/mistakes_window.h"
#include "gui/app/window/dock.h"
#include "gui/canvas/canvas.h"
#include "gui/runs/table/run_table.h"
#include "gui/tryit/class_bars.h"
#include "gui/tryit/drawing_pad.h"
#include "tests/gui/app/studio_fixture.h"
#include "tests/test_program.h"

#include <QAction>
#include <QLabel>
#include <QScopeGuard>

namespace test_try_it_in_window {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60000; // ms

QRect globalRect(const QWidget* widget)
{
    return {widget->mapToGlobal(QPoint(0, 0)), widget->size()};
}

} // namespace

/// The pad in the window while a network trains.
class TestTryItInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_studio.reset(); }
    void bothPanelsAreInView_data();
    void bothPanelsAreInView();
    void thePadStaysUnderThePen_data();
    void thePadStaysUnderThePen();
    void theKeyTakesTheNextSample();
    void aRunIsCalledAsInTheTable();
    void largeTextsHaveTheirPlace();
    void everyKindHasItsSample_data();
    void everyKindHasItsSample();

private:
    MainWindow& window() { return m_studio->window(); }
    void openDigits(QSize size);
    /// Keeps a picture where NETSMITH_PICTURES names a folder.
    void keepPicture(const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
            window().grab().save(folder + u'/' + name + u".png"_s);
    }

    std::unique_ptr<StudioFixture> m_studio;
};

void TestTryItInWindow::init()
{
    m_studio = std::make_unique<StudioFixture>();
}

void TestTryItInWindow::openDigits(QSize size)
{
    m_studio->openForSteps(u"mnist_mlp"_s);
    window().resize(size);
    window().raisePanel("tryItDock");
    QTRY_VERIFY(!m_studio->child<DrawingPad>("tryItPad")->visibleRegion().isEmpty());
}

void TestTryItInWindow::bothPanelsAreInView_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("laptop") << QSize(1366, 740);
    QTest::newRow("small laptop") << QSize(1280, 690);
    QTest::newRow("large") << QSize(1600, 1000);
}

void TestTryItInWindow::bothPanelsAreInView()
{
    QFETCH(QSize, size);
    openDigits(size);
    m_studio->trainAStep();
    window().raisePanel("tryItDock");
    QCoreApplication::processEvents();
    QCOMPARE(window().size(), size);
    const auto* bars = m_studio->child<ClassBars>("tryItBars");
    QCOMPARE(bars->barCount(), 10);
    const QRegion seen = bars->visibleRegion();
    for (int i = 0; i < bars->barCount(); ++i)
        QVERIFY2((QRegion(bars->barRect(i)) - seen).isEmpty(), qPrintable(QString::number(i)));
    for (const char* tool : {"tryItNext", "tryItRun", "tryItVerdict", "tryItCaption"}) {
        const auto* widget = m_studio->child<QWidget>(tool);
        QVERIFY2((QRegion(widget->rect()) - widget->visibleRegion()).isEmpty(), tool);
    }
    const QRegion device = m_studio->child<QWidget>("devicePanel")->visibleRegion();
    QVERIFY2(device.boundingRect().height() >= 120, qPrintable(QString::number(device.boundingRect().height())));
    QVERIFY(window().canvas().width() >= 700 && window().canvas().height() >= 250);
    keepPicture(u"try_it_%1x%2"_s.arg(size.width()).arg(size.height()));
}

void TestTryItInWindow::thePadStaysUnderThePen_data()
{
    bothPanelsAreInView_data();
}

/// A stroke that begins before the first answer and ends after it is not distorted.
void TestTryItInWindow::thePadStaysUnderThePen()
{
    QFETCH(QSize, size);
    openDigits(size);
    auto* pad = m_studio->child<DrawingPad>("tryItPad");
    QCoreApplication::processEvents();
    const QRect place = globalRect(pad);
    m_studio->trainAStep(); // the note about the missing network disappears
    QCOMPARE(globalRect(pad), place);

    const std::vector<QPointF> three{{0.25, 0.2}, {0.7, 0.2}, {0.45, 0.45}, {0.75, 0.7}, {0.25, 0.85}};
    std::vector<QPoint> pen; // on the screen
    for (std::size_t i = 0; i + 1 < three.size(); ++i)
        for (int part = 0; part < 6; ++part) {
            const QPointF at = three[i] + (three[i + 1] - three[i]) * (part / 6.0);
            pen.push_back(place.topLeft()
                          + QPoint(static_cast<int>(at.x() * place.width()), static_cast<int>(at.y() * place.height())));
        }
    const auto* bars = m_studio->child<ClassBars>("tryItBars");
    QVERIFY(bars->accessibleDescription().isEmpty());
    QTest::mousePress(pad, Qt::LeftButton, {}, pad->mapFromGlobal(pen.front()));
    for (std::size_t i = 1; i < pen.size(); ++i) {
        QTest::mouseMove(pad, pad->mapFromGlobal(pen[i]));
        if (i == pen.size() / 2)
            QTRY_VERIFY_WITH_TIMEOUT(!bars->accessibleDescription().isEmpty(), patience);
        QCOMPARE(globalRect(pad), place);
    }
    QTest::mouseRelease(pad, Qt::LeftButton, {}, pad->mapFromGlobal(pen.back()));
    QCOMPARE(globalRect(pad), place);

    DrawingPad alone;
    alone.resize(place.size());
    alone.show();
    QVERIFY(QTest::qWaitForWindowExposed(&alone));
    QTest::mousePress(&alone, Qt::LeftButton, {}, pen.front() - place.topLeft());
    for (std::size_t i = 1; i < pen.size(); ++i)
        QTest::mouseMove(&alone, pen[i] - place.topLeft());
    QCOMPARE(pad->image(), alone.image());
    keepPicture(u"try_it_drawn_%1x%2"_s.arg(size.width()).arg(size.height()));
}

void TestTryItInWindow::theKeyTakesTheNextSample()
{
    openDigits({1366, 740});
    m_studio->trainAStep();
    auto* pad = m_studio->child<DrawingPad>("tryItPad");
    const QRect place = globalRect(pad);
    auto* verdict = m_studio->child<QLabel>("tryItVerdict");
    QTest::keyClick(&window(), Qt::Key_F9);
    QTRY_VERIFY_WITH_TIMEOUT(verdict->text().endsWith(u": correct"_s) || verdict->text().endsWith(u": wrong"_s), patience);
    QVERIFY(pad->showsPicture());
    QCOMPARE(globalRect(pad), place);
    keepPicture(u"try_it_sample"_s);
}

/// In the caption of the answers, in the titles of queries, and on the card of a run that starts from it.
void TestTryItInWindow::aRunIsCalledAsInTheTable()
{
    openDigits({1366, 740});
    m_studio->trainAStep();
    QAbstractItemModel& table = *m_studio->child<RunTable>("runsTree")->model();
    QTRY_COMPARE(table.rowCount(), 1);
    const QModelIndex name = table.index(0, RunTableModel::columnOf("name"));
    QCOMPARE(name.data().toString(), u"#1"_s);
    QTest::keyClick(&window(), Qt::Key_F9);
    auto* caption = m_studio->child<QLabel>("tryItCaption");
    QTRY_VERIFY_WITH_TIMEOUT(!caption->text().isEmpty(), patience);
    QCOMPARE(caption->text(), u"Step 1 · #1"_s);
    QVERIFY(table.setData(name, u"with momentum"_s, Qt::EditRole));
    QTRY_COMPARE(caption->text(), u"Step 1 · with momentum"_s);
    window().session().stop();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::stopped, patience);
    m_studio->child<QAction>("tryItMistakes")->trigger();
    const auto* mistakes = window().findChild<MistakesWindow*>();
    QVERIFY(mistakes);
    QCOMPARE(mistakes->windowTitle(), u"Mistakes of with momentum"_s);
    window().session().setWeights(window().session().run()->folder);
    window().session().runAnew();
    QTRY_VERIFY_WITH_TIMEOUT(m_studio->child<QWidget>("preflightCard")->isVisible(), patience);
    const QString about = m_studio->child<QLabel>("preflightAbout")->text();
    QVERIFY2(about.endsWith(u"the weights of with momentum"_s), qPrintable(about));
}

/// With text at 200 % the run is above the button, and nothing is wider than its place.
void TestTryItInWindow::largeTextsHaveTheirPlace()
{
    const auto restore = qScopeGuard([] { Theme::instance().setTextPercent(100); });
    openDigits({1600, 1000});
    m_studio->child<QAction>("textSize200Action")->trigger();
    QCoreApplication::processEvents();
    const auto* pages = m_studio->child<QWidget>("tryItPages");
    QTRY_VERIFY(pages->width() <= pages->parentWidget()->width());
    for (const char* name : {"tryItRun", "tryItNext", "tryItMore", "tryItPad", "tryItOpen"}) {
        const auto* widget = m_studio->child<QWidget>(name);
        QVERIFY2(pages->rect().contains(QRect(widget->mapTo(pages, QPoint()), widget->size())), name);
        QVERIFY2(widget->height() >= widget->fontMetrics().height() + 4, name); // else letters of some scripts are cut off
    }
    QVERIFY(m_studio->child<QWidget>("tryItRun")->geometry().bottom() < m_studio->child<QWidget>("tryItNext")->geometry().top());
    keepPicture(u"try_it_200"_s);
}

void TestTryItInWindow::everyKindHasItsSample_data()
{
    QTest::addColumn<QString>("project");
    QTest::addColumn<QSize>("size");
    for (const char* project : {"table_classifier", "sentiment", "char_lstm", "sine_forecast", "mnist_autoencoder"})
        for (const QSize size : {QSize(1366, 740), QSize(1600, 1000)})
            QTest::addRow("%s at %d", project, size.width()) << QString::fromLatin1(project) << size;
}

/// Whatever the network's input is, F9 shows a sample with its target, and nothing is wider than its place.
void TestTryItInWindow::everyKindHasItsSample()
{
    QFETCH(QString, project);
    QFETCH(QSize, size);
    m_studio->openForSteps(project);
    window().resize(size);
    if (window().document().missingData() && window().document().analysis().errorCount() > 0) // it would never train
        QSKIP(qPrintable(u"the data of %1 are not in NETSMITH_DATA_DIR"_s.arg(project)));
    m_studio->trainAStep();
    auto* verdict = m_studio->child<QLabel>("tryItVerdict");
    QTest::keyClick(&window(), Qt::Key_F9);
    QTRY_VERIFY_WITH_TIMEOUT(
        verdict->isVisible() && verdict->text().contains(project == u"sine_forecast"_s ? u"error"_s : u"ample 1"_s), patience);
    const auto* pages = m_studio->child<QWidget>("tryItPages");
    QVERIFY(pages->width() <= pages->parentWidget()->width());
    Theme::instance().setMode(size.width() > 1400 ? Theme::Mode::light : Theme::Mode::dark);
    QCoreApplication::processEvents();
    keepPicture(u"try_it_%1_%2"_s.arg(project).arg(size.width()));
    Theme::instance().setMode(Theme::Mode::dark);
}

NETSMITH_WINDOW_TEST(TestTryItInWindow)

} // namespace test_try_it_in_window

#include "test_try_it_in_window.moc"

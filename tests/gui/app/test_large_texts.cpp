#include "gui/app/language.h"
#include "gui/app/window/dock.h"
#include "gui/compare/compare_panel.h"
#include "gui/settings/settings_panel.h"
#include "gui/twin/twin_panel.h"
#include "gui/widgets/theme.h"
#include "tests/gui/app/cut_off.h"
#include "tests/gui/app/studio_fixture.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QAction>
#include <QFontInfo>
#include <QMenuBar>
#include <QScopeGuard>
#include <QTreeWidget>

namespace test_large_texts {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

/// With text at 200 % in a window of 1366 × 740 nothing is lost: no text is cut off without a tool tip that shows it, and every
/// control can be reached.
class TestLargeTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void theStartPage();
    void everyPanel_data();
    void everyPanel();
    void everyPage_data();
    void everyPage();
    void anEmptyNetwork();
    void barsAndMenus();

private:
    static constexpr QSize size{1366, 740};
    static constexpr int patience = 120000; // milliseconds

    MainWindow& window() { return m_studio->window(); }
    void check(const QString& name)
    {
        QCoreApplication::processEvents();
        QCOMPARE(window().size(), size);
        if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
            window().grab().save(folder + u"/large_"_s + name + u".png"_s);
        const auto lost = [this] { return (cutOff(window()) + outOfReach(window()) + small()).join(u'\n'); };
        QTRY_COMPARE(lost(), QString()); // background reading may still be under way
    }

    /// Texts that did not grow with the others.
    QStringList small()
    {
        constexpr int least = 21; // slightly less than twice the size of section headings
        QStringList out;
        for (const QWidget* widget : window().findChildren<QWidget*>())
            if (widget->isVisible() && !textOf(widget).isEmpty() && QFontInfo(widget->font()).pixelSize() < least)
                out << u"%1 “%2” is %3 pixels high"_s.arg(nameOf(widget), textOf(widget))
                           .arg(QFontInfo(widget->font()).pixelSize());
        return out;
    }

    SmallTraining m_data;
    std::unique_ptr<StudioFixture> m_studio;
};

void TestLargeTexts::initTestCase()
{
    speak(u"en"_s);
    m_studio = std::make_unique<StudioFixture>();
    window().resize(size);
    m_studio->child<QAction>("textSize200Action")->trigger();
    QCOMPARE(Theme::instance().textPercent(), 200);
    window().resize(size);
    QCoreApplication::processEvents();
}

void TestLargeTexts::cleanupTestCase()
{
    Theme::instance().setTextPercent(100);
    m_studio.reset();
}

void TestLargeTexts::theStartPage()
{
    window().showStartPage();
    check(u"start"_s);
}

void TestLargeTexts::anEmptyNetwork()
{
    m_studio->child<QAction>("closeAction")->trigger();
    m_studio->child<QAction>("newAction")->trigger();
    QTRY_VERIFY(m_studio->child<QWidget>("canvasEmptyHint")->isVisible());
    check(u"empty"_s);
}

void TestLargeTexts::everyPanel_data()
{
    QTest::addColumn<QString>("dock");
    for (const Dock* dock : window().findChildren<Dock*>())
        QTest::newRow(dock->objectName().toLatin1().constData()) << dock->objectName();
}

void TestLargeTexts::everyPanel()
{
    QFETCH(QString, dock);
    if (window().document().graph().nodes.empty())
        window().files().openSample(QStringLiteral(NETSMITH_PROJECTS "/mnist_cnn/mnist_cnn.netsmith"));
    awaitFiles(window());
    window().document().selection().select("conv2d_1");
    window().raisePanel(dock.toLatin1().constData());
    QTRY_VERIFY(window().rect().intersects(m_studio->child<Dock>(dock.toLatin1().constData())->geometry()));
    if (dock == u"stepsDock"_s) { // with a layer's numbers
        m_studio->press("stepsBegin");
        QTRY_VERIFY_WITH_TIMEOUT(m_studio->child<QWidget>("stepsTable")->isVisible(), 60000);
        for (int layer = 0; layer < 3; ++layer)
            m_studio->press("stepsNext");
    }
    check(dock);
}

void TestLargeTexts::everyPage_data()
{
    QTest::addColumn<QString>("page");
    for (const char* page : {"compare", "twin", "predictions", "embedding", "profiler", "compress"})
        QTest::newRow(page) << QString::fromLatin1(page);
}

/// Before it starts and once it has results.
void TestLargeTexts::everyPage()
{
    QFETCH(QString, page);
    const auto restore = qScopeGuard([this] { window().openPage(u"network"_s); });
    const QString path = m_studio->path(u"small.netsmith"_s);
    Project project = smallProject(2);
    project.training.precision = "fp16-emulated"; // with loss scaling
    QVERIFY(saveProject(project, path.toStdString()).hasValue());
    m_studio->child<QAction>("closeAction")->trigger();
    window().document().setDataDir(m_data.folder());
    window().files().open(path);
    awaitFiles(window());
    QCOMPARE(window().document().path(), path);
    QTRY_VERIFY_WITH_TIMEOUT(m_studio->child<TrainingSettingsPanel>("trainingSettingsPanel")->devices().areKnown(), patience);
    window().openPage(page);
    const bool compares = page == u"compare"_s;
    if (compares)
        QTRY_VERIFY_WITH_TIMEOUT(m_studio->child<QLabel>("comparePlan")->text().contains(u" · about "_s), patience);
    check(u"page_"_s + page);
    m_studio->press(compares ? "compareStart" : "twinStart");
    if (compares)
        QTRY_COMPARE_WITH_TIMEOUT(m_studio->child<ComparePanel>("comparePanel")->session().state(), CompareSession::State::ended,
                                  patience);
    else
        QTRY_COMPARE_WITH_TIMEOUT(m_studio->child<TwinPanel>("twinPanel")->session().state(), TwinSession::State::ended, patience);
    auto* table = m_studio->child<QTreeWidget>(compares ? "compareTable" : "twinTable");
    table->setCurrentItem(table->topLevelItem(table->topLevelItemCount() - 1));
    check(u"found_"_s + page);
}

void TestLargeTexts::barsAndMenus()
{
    const QMenuBar* bar = window().menuBar();
    for (const QAction* action : bar->actions())
        QVERIFY2(bar->rect().contains(bar->actionGeometry(const_cast<QAction*>(action))), qPrintable(action->text()));
}

NETSMITH_WINDOW_TEST(TestLargeTexts)

} // namespace test_large_texts

#include "test_large_texts.moc"

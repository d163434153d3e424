#include "tests/gui/app/studio_fixture.h"

#include "gui/canvas/canvas.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>
#include <QTabBar>
#include <QtTest>

namespace test_work_pages {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

/// The pages in the middle of the window, and changing between them.
class TestWorkPages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("NETSMITH_DATA_DIR", QByteArray::fromStdString(m_data.folder().string())); }
    void init();
    void cleanup() { m_studio.reset(); }
    void aPageTakesThePlaceOfTheNetwork();
    void menuKeysAndTabsLeadThere();
    void trainingGoesOn();
    void thePageSurvivesARestart();
    void thePanelsSurviveARestart();
    void theNetworkFitsThoughItWasOpenedUnseen();
    void whatIsDoneToTheNetworkIsSeen();
    void theStartPageHasNone();
    void aLayoutOfBeforeIsRestored_data();
    void aLayoutOfBeforeIsRestored();

private:
    MainWindow& window() { return m_studio->window(); }
    QTabBar& tabs() { return *m_studio->child<QTabBar>("workTabs"); }
    bool shows(const char* page) { return m_studio->child<QWidget>(page)->isVisible(); }
    void clickTab(int index) { QTest::mouseClick(&tabs(), Qt::LeftButton, {}, tabs().tabRect(index).center()); }
    void open()
    {
        window().files().open(m_path);
        awaitFiles(window());
    }
    /// As when the last window is closed.
    void quit();

    SmallTraining m_data;
    std::unique_ptr<StudioFixture> m_studio;
    QString m_path;
};

void TestWorkPages::init()
{
    m_studio = std::make_unique<StudioFixture>();
    m_path = m_studio->path(u"small.netsmith"_s);
    QVERIFY(saveProject(smallProject(100000), m_path.toStdString()).hasValue());
    open();
    QTRY_VERIFY(shows("canvas"));
}

void TestWorkPages::quit()
{
    window().close();
    QTRY_VERIFY_WITH_TIMEOUT(m_studio->studio().windows().isEmpty(), 60000);
}

void TestWorkPages::aPageTakesThePlaceOfTheNetwork()
{
    const auto place = [this](const char* name) {
        QWidget* widget = m_studio->child<QWidget>(name);
        return QRect(widget->mapTo(&window(), QPoint()), widget->size());
    };
    const QRect network = place("canvas");
    QCOMPARE(tabs().count(), 7);
    const std::pair<int, const char*> pages[] = {{1, "comparePanel"},  {2, "twinPanel"},    {3, "predictionsPage"},
                                                 {4, "embeddingPage"}, {5, "profilerPage"}, {6, "compressPage"}};
    for (const auto& [tab, page] : pages) {
        clickTab(tab);
        QTRY_VERIFY(shows(page));
        QVERIFY(!shows("canvas"));
        QCOMPARE(place(page).topLeft(), network.topLeft());
        QTRY_COMPARE(place(page).width(), network.width());
        QVERIFY(place(page).height() >= network.height());
        savePictures(window(), u"page-"_s + QString::fromLatin1(page));
        clickTab(0);
        QTRY_VERIFY(shows("canvas"));
        QVERIFY(!shows(page));
    }
}

void TestWorkPages::menuKeysAndTabsLeadThere()
{
    const QList<QAction*> view = m_studio->child<QMenu>("viewMenu")->actions();
    const std::pair<const char*, const char*> pages[] = {{"comparePageAction", "comparePanel"},
                                                         {"twinPageAction", "twinPanel"},
                                                         {"predictionsPageAction", "predictionsPage"},
                                                         {"embeddingPageAction", "embeddingPage"},
                                                         {"profilerPageAction", "profilerPage"},
                                                         {"compressPageAction", "compressPage"},
                                                         {"networkPageAction", "canvas"}};
    for (const auto& [name, page] : pages) {
        QAction* action = window().actions()[name];
        QVERIFY(view.contains(action));
        action->trigger();
        QTRY_VERIFY(shows(page));
        QVERIFY(action->isChecked());
        QVERIFY(m_studio->child<QWidget>(page)->isAncestorOf(window().focusWidget())
                || window().focusWidget()->isAncestorOf(m_studio->child<QWidget>(page))
                || window().focusWidget() == m_studio->child<QWidget>(page));
    }
    const std::pair<Qt::Key, const char*> keys[] = {{Qt::Key_2, "comparePanel"}, {Qt::Key_3, "twinPanel"}, {Qt::Key_1, "canvas"}};
    for (const auto& [key, page] : keys) {
        QTest::keyClick(&window(), key, Qt::ControlModifier);
        QTRY_VERIFY(shows(page));
    }
    tabs().setFocus();
    QTest::keyClick(&tabs(), Qt::Key_Right);
    QTRY_VERIFY(shows("comparePanel"));
    QVERIFY(window().actions()["comparePageAction"]->isChecked());
    QVERIFY(!window().actions()["networkPageAction"]->isChecked());
    for (int tab = 0; tab < tabs().count(); ++tab)
        QVERIFY2(tabs().tabToolTip(tab).contains(u"Ctrl+"_s), qPrintable(tabs().tabText(tab)));
}

void TestWorkPages::trainingGoesOn()
{
    window().session().startAtOnce();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::running, 60000);
    clickTab(2);
    const auto steps = [this] { return window().session().snapshot().step; };
    const auto before = steps();
    QTRY_VERIFY_WITH_TIMEOUT(steps() > before, 60000);
    clickTab(0);
    QCOMPARE(window().session().state(), TrainingState::running);
    window().session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(window().session().isResting(), 60000);
}

void TestWorkPages::thePageSurvivesARestart()
{
    clickTab(2);
    quit();
    m_studio->restart();
    open();
    QTRY_VERIFY(shows("twinPanel"));
    QVERIFY(window().actions()["twinPageAction"]->isChecked());
    clickTab(0);
    quit();
    m_studio->preferences().page = u"a page of later"_s;
    m_studio->restart();
    open();
    QTRY_VERIFY(shows("canvas"));
}

void TestWorkPages::thePanelsSurviveARestart()
{
    const auto dock = [this](const char* name) { return m_studio->child<QDockWidget>(name); };
    window().addDockWidget(Qt::RightDockWidgetArea, dock("problemsDock"));
    dock("outlineDock")->hide();
    quit();
    m_studio->restart();
    open();
    QTRY_COMPARE(window().dockWidgetArea(dock("problemsDock")), Qt::RightDockWidgetArea);
    QVERIFY(dock("outlineDock")->isHidden());
    QCOMPARE(window().dockWidgetArea(dock("curvesDock")), Qt::BottomDockWidgetArea);
}

void TestWorkPages::theNetworkFitsThoughItWasOpenedUnseen()
{
    const QString large = QStringLiteral(NETSMITH_PROJECTS "/cifar_resnet/cifar_resnet.netsmith");
    m_studio = std::make_unique<StudioFixture>();
    window().files().openSample(large);
    awaitFiles(window());
    QCoreApplication::processEvents();
    const double zoom = window().canvas().zoom();
    QVERIFY(zoom < 1.0);
    clickTab(1);
    quit();
    m_studio->restart();
    window().files().openSample(large);
    awaitFiles(window());
    QTRY_VERIFY(shows("comparePanel"));
    clickTab(0);
    QTRY_COMPARE(window().canvas().zoom(), zoom);
}

void TestWorkPages::whatIsDoneToTheNetworkIsSeen()
{
    for (const char* name : {"findAction", "selectAllAction", "layoutAction", "addLayerAction"}) {
        clickTab(1);
        QTRY_VERIFY(!shows("canvas"));
        window().actions()[name]->trigger();
        QTRY_VERIFY2(shows("canvas"), name);
    }
    clickTab(2);
    window().document().selection().reveal("dense_1");
    QTRY_VERIFY(shows("canvas"));
}

void TestWorkPages::theStartPageHasNone()
{
    window().showStartPage();
    QTest::keyClick(&window(), Qt::Key_2, Qt::ControlModifier);
    QVERIFY(!shows("comparePanel"));
    QVERIFY(!tabs().isVisible());
    window().showEditor();
    QTRY_VERIFY(shows("canvas"));
}

void TestWorkPages::aLayoutOfBeforeIsRestored_data()
{
    QTest::addColumn<bool>("more");
    QTest::newRow("of a window without one of the panels") << false;
    QTest::newRow("of a window with the pages as panels") << true;
}

/// What was in front still is, and a new panel is among the others.
void TestWorkPages::aLayoutOfBeforeIsRestored()
{
    QFETCH(bool, more);
    const auto dock = [this](const char* name) { return m_studio->child<QDockWidget>(name); };
    window().raisePanel("problemsDock");
    if (more) {
        for (const char* name : {"twinDock", "compareDock"}) {
            auto* before = new QDockWidget(&window());
            before->setObjectName(QString::fromLatin1(name));
            window().tabifyDockWidget(dock("runsDock"), before);
        }
        window().raisePanel("problemsDock");
    } else {
        window().removeDockWidget(dock("runsDock"));
    }
    m_studio->preferences().docks = window().saveState();
    m_studio->restart();
    open();
    QTRY_VERIFY(!dock("problemsDock")->visibleRegion().isEmpty());
    const auto beside = window().tabifiedDockWidgets(dock("problemsDock"));
    QVERIFY(beside.contains(dock("runsDock")) && beside.contains(dock("curvesDock")));
    QVERIFY(m_studio->child<QWidget>("runsPanel")->visibleRegion().isEmpty());
    window().raisePanel("runsDock");
    QTRY_VERIFY(!m_studio->child<QWidget>("runsPanel")->visibleRegion().isEmpty());
    QCOMPARE(dock("runsDock")->width(), dock("problemsDock")->width());
    QVERIFY(shows("canvas"));
}

NETSMITH_WINDOW_TEST(TestWorkPages)

} // namespace test_work_pages

#include "test_work_pages.moc"

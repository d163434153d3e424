#include "tests/gui/app/studio_fixture.h"

#include "engine/layers/registry.h"
#include "gui/app/help/help_window.h"
#include "gui/app/language.h"
#include "gui/app/window/actions.h"
#include "gui/app/window/dock.h"
#include "gui/canvas/canvas.h"
#include "gui/canvas/gestures/drop_preview.h"
#include "gui/canvas/network_scene.h"
#include "gui/palette/layer_list.h"
#include "tests/test_program.h"

#include <QAccessible>
#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBrowser>
#include <QtTest>

namespace test_window {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// The window as a whole: menus, panels, languages, accessible names.
class TestWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void everyActionIsInAMenuAndHasItsName();
    void shortcutsAreNotGivenTwice();
    void canvasKeysActOnlyOnTheCanvas();
    void undoReachesTheDocumentFromAField();
    void everyControlHasAName();
    void languagesSwitchWhileItRuns();
    void panelsAreHiddenOnTheStartPageAndComeBack();
    void aProblemStopsTheRunWithABar();
    void nothingToTrainLeadsToItsBeginning();
    void theLanguageThatIsSpokenIsTicked();
    void theHelpTellsOfThisVersion();
    void theHelpIsSearchedAndKeepsItsPlace();
    void aNewNetworkBeginsWithInput();
    void samplesOpenLargeEnoughToRead_data();
    void samplesOpenLargeEnoughToRead();
    void aLayerFromThePaletteLandsWhereItIsShown_data();
    void aLayerFromThePaletteLandsWhereItIsShown();

private:
    MainWindow& window() { return m_studio->window(); }
    void openSample()
    {
        window().files().openSample(QStringLiteral(NETSMITH_PROJECTS) + u"/mnist_cnn/mnist_cnn.netsmith"_s);
        awaitFiles(window());
        QTRY_VERIFY(window().canvas().isVisible());
    }

    std::unique_ptr<StudioFixture> m_studio;
};

void TestWindow::init()
{
    speak(u"en"_s);
    m_studio = std::make_unique<StudioFixture>();
}

void TestWindow::cleanup()
{
    m_studio.reset();
    speak(u"en"_s);
}

void TestWindow::everyActionIsInAMenuAndHasItsName()
{
    QSet<QAction*> inMenus;
    for (const QMenu* menu : window().findChildren<QMenu*>())
        for (QAction* action : menu->actions())
            inMenus << action;
    int named = 0;
    for (QAction* action : window().QWidget::actions()) {
        if (action->objectName().isEmpty())
            continue;
        ++named;
        QVERIFY2(inMenus.contains(action) || action->objectName() == u"toggleThemeAction"_s, qPrintable(action->objectName()));
        QVERIFY2(!action->text().isEmpty() && !action->toolTip().isEmpty(), qPrintable(action->objectName()));
    }
    QVERIFY(named > 30);
}

void TestWindow::shortcutsAreNotGivenTwice()
{
    QHash<QString, QString> given;
    for (const QAction* action : window().findChildren<QAction*>(QString(), Qt::FindDirectChildrenOnly))
        for (const QKeySequence& keys : action->shortcuts()) {
            const QString text = keys.toString();
            if (text.isEmpty())
                continue;
            QVERIFY2(!given.contains(text), qPrintable(text + u": "_s + given.value(text) + u", "_s + action->objectName()));
            given.insert(text, action->objectName());
        }
}

void TestWindow::canvasKeysActOnlyOnTheCanvas()
{
    openSample();
    window().document().selection().select("dense_1");
    auto* search = m_studio->child<QLineEdit>("paletteSearch");
    search->setFocus();
    QTest::keyClicks(search, u"ab"_s);
    QTest::keyClick(search, Qt::Key_Backspace);
    QTest::keyClick(search, Qt::Key_Delete);
    QCOMPARE(window().document().graph().nodes.size(), std::size_t{9});
    window().canvas().setFocus();
    QTest::keyClick(&window().canvas(), Qt::Key_Delete);
    QCOMPARE(window().document().graph().nodes.size(), std::size_t{8});
}

void TestWindow::undoReachesTheDocumentFromAField()
{
    openSample();
    window().document().selection().select("dense_1");
    auto* units = m_studio->child<QLineEdit>("unitsField");
    units->setFocus();
    units->selectAll();
    QTest::keyClicks(units, u"77"_s);
    QTest::keyClick(units, Qt::Key_Return);
    QCOMPARE(window().document().undoStack().count(), 1);
    QTest::keyClick(units, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(window().document().undoStack().index(), 0);
}

void TestWindow::everyControlHasAName()
{
    openSample();
    QStringList nameless;
    for (QWidget* widget : window().findChildren<QWidget*>()) {
        const bool control = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QLineEdit*>(widget)
            || qobject_cast<QComboBox*>(widget) || qobject_cast<QAbstractSpinBox*>(widget);
        if (!control || widget->objectName().startsWith(u"qt_"_s) || qobject_cast<QComboBox*>(widget->parentWidget())
            || widget->focusPolicy() == Qt::NoFocus)
            continue;
        const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
        if (!face || face->text(QAccessible::Name).trimmed().isEmpty())
            nameless << QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName();
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u", "_s)));
}

void TestWindow::languagesSwitchWhileItRuns()
{
    openSample();
    const QString english = m_studio->child<QMenu>("fileMenu")->title();
    m_studio->child<QAction>("language_zh_CNAction")->trigger();
    QTRY_VERIFY(m_studio->child<QMenu>("fileMenu")->title() != english);
    QVERIFY(m_studio->child<Dock>("curvesDock")->windowTitle().at(0).script() == QChar::Script_Han);
    m_studio->child<QAction>("language_enAction")->trigger();
    QTRY_COMPARE(m_studio->child<QMenu>("fileMenu")->title(), english);
}

void TestWindow::panelsAreHiddenOnTheStartPageAndComeBack()
{
    for (const Dock* dock : window().findChildren<Dock*>())
        QVERIFY2(!dock->isVisible(), qPrintable(dock->objectName()));
    openSample();
    QTRY_VERIFY(m_studio->child<Dock>("layersDock")->isVisible());
    m_studio->child<Dock>("deviceDock")->close();
    window().showStartPage();
    QVERIFY(!m_studio->child<Dock>("layersDock")->isVisible());
    window().showEditor();
    QTRY_VERIFY(m_studio->child<Dock>("layersDock")->isVisible());
    QVERIFY(!m_studio->child<Dock>("deviceDock")->isVisible());
    window().actions()["resetPanelsAction"]->trigger();
    QTRY_VERIFY(m_studio->child<Dock>("deviceDock")->isVisible());
}

void TestWindow::aProblemStopsTheRunWithABar()
{
    openSample();
    window().document().edit(u"Break"_s, [](Project& project) { project.graph.edges.clear(); });
    QTest::keyClick(&window(), Qt::Key_F5);
    QTRY_VERIFY(window().bars().shows(u"refusedBar"_s));
    m_studio->press("refusedShow");
    QTRY_VERIFY(m_studio->child<Dock>("problemsDock")->isVisible());
    QCOMPARE(window().session().state(), TrainingState::idle);
}

void TestWindow::nothingToTrainLeadsToItsBeginning()
{
    window().actions()["newAction"]->trigger();
    QTest::keyClick(&window(), Qt::Key_F5);
    QTRY_VERIFY(window().bars().shows(u"emptyBar"_s));
    QVERIFY(!window().bars().shows(u"refusedBar"_s)); // nothing is wrong yet
    m_studio->press("emptyInput");
    QVERIFY(!window().bars().shows(u"emptyBar"_s));
    QCOMPARE(window().document().graph().nodes.size(), std::size_t{1});
    QCOMPARE(window().document().graph().nodes.front().layer, std::string("input"));
}

/// Also if the command line or another window chose it.
void TestWindow::theLanguageThatIsSpokenIsTicked()
{
    const auto ticked = [this](const char* name) { return m_studio->child<QAction>(name)->isChecked(); };
    speak(u"en"_s);
    QTRY_VERIFY(ticked("language_enAction"));
    speak(u"zh_CN"_s);
    QTRY_VERIFY(ticked("language_zh_CNAction"));
    QVERIFY(!ticked("language_enAction"));
    QVERIFY(m_studio->preferences().language != u"zh_CN"_s);
    m_studio->restart();
    QVERIFY(ticked("language_zh_CNAction"));
    speak(u"en"_s);
    QTRY_VERIFY(ticked("language_enAction"));
}

/// In each language: every key, every layer, and words of that language.
void TestWindow::theHelpTellsOfThisVersion()
{
    window().actions()["shortcutsAction"]->trigger();
    auto* help = window().findChild<HelpWindow*>();
    auto* text = m_studio->child<QTextBrowser>("helpText");
    QVERIFY(help && help->isVisible());
    QCOMPARE(help->page(), HelpWindow::Page::shortcuts);
    const auto tellsAll = [&] {
        window().actions()["shortcutsAction"]->trigger();
        for (const QAction* action : window().actions().all() + window().runActions().all())
            if (!action->shortcut().isEmpty())
                QVERIFY2(text->toPlainText().contains(action->shortcut().toString(QKeySequence::NativeText)),
                         qPrintable(action->objectName()));
        window().actions()["referenceAction"]->trigger();
        for (const LayerSpec& layer : layers())
            QVERIFY2(text->toPlainText().contains(QString::fromStdString(layer.id)), layer.id.c_str());
        for (const char* parameter : {"kernel_size", "validation_split", "keep_checkpoints"})
            QVERIFY2(text->toPlainText().contains(QString::fromLatin1(parameter)), parameter);
    };
    tellsAll();
    QCOMPARE(window().findChildren<HelpWindow*>().size(), 1);
    window().actions()["guideAction"]->trigger();
    const QString english = text->toPlainText();

    speak(u"zh_CN"_s);
    QTRY_VERIFY(text->toPlainText() != english);
    static const QRegularExpression han(u"\\p{Han}{4}"_s);
    QVERIFY2(text->toPlainText().contains(han), qPrintable(text->toPlainText()));
    QVERIFY2(help->windowTitle().contains(QRegularExpression(u"\\p{Han}"_s)), qPrintable(help->windowTitle()));
    tellsAll();
    QVERIFY(text->toPlainText().contains(han));
    window().actions()["guideAction"]->trigger();
    speak(u"en"_s);
    QTRY_COMPARE(text->toPlainText(), english);
    QTest::keyClick(help, Qt::Key_Escape);
    QVERIFY(!help->isVisible());
}

void TestWindow::theHelpIsSearchedAndKeepsItsPlace()
{
    window().actions()["referenceAction"]->trigger();
    auto* help = window().findChild<HelpWindow*>();
    auto* text = m_studio->child<QTextBrowser>("helpText");
    auto* search = m_studio->child<QLineEdit>("helpSearch");
    help->activateWindow();
    QTRY_COMPARE(QApplication::activeWindow(), static_cast<QWidget*>(help)); // else the main window gets the key
    QTest::keyClick(text, Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(search->hasFocus());
    QTest::keyClicks(search, u"kernel_size"_s);
    const int first = text->textCursor().position();
    QCOMPARE(text->textCursor().selectedText(), u"kernel_size"_s);
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(text->textCursor().selectedText(), u"kernel_size"_s);
    QVERIFY(text->textCursor().position() > first);
    const int place = text->verticalScrollBar()->value();
    QVERIFY(place > 0);
    window().actions()["guideAction"]->trigger();
    window().actions()["referenceAction"]->trigger();
    QCOMPARE(text->verticalScrollBar()->value(), place);
    Theme::instance().setMode(Theme::Mode::light);
    QCOMPARE(text->verticalScrollBar()->value(), place); // at the same position as before
    Theme::instance().setMode(Theme::Mode::dark);
    search->setText(u"no such word"_s);
    QVERIFY(search->property("invalid").toBool());
    search->setText(u"kernel_size"_s);
    QVERIFY(!search->property("invalid").toBool());
    window().actions()["guideAction"]->trigger();
    QVERIFY(search->property("invalid").toBool()); // the field is about the page shown
    window().actions()["referenceAction"]->trigger();
    QVERIFY(!search->property("invalid").toBool());
}

void TestWindow::aNewNetworkBeginsWithInput()
{
    window().actions()["newAction"]->trigger();
    auto* problems = m_studio->child<QPushButton>("problemsButton");
    QCOMPARE(problems->text(), u"Start with Input"_s);
    QCOMPARE(problems->property("tone").toString(), u"quiet"_s);
    window().canvas().addLayer(u"input"_s);
    QVERIFY(problems->text() != u"Start with Input"_s);
}

void TestWindow::samplesOpenLargeEnoughToRead_data()
{
    QTest::addColumn<QString>("project");
    QTest::addColumn<double>("least");
    for (const QString& name : QDir(QStringLiteral(NETSMITH_PROJECTS)).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        QTest::newRow(qPrintable(name)) << name << (name == u"cifar_vgg"_s ? 0.29 : 0.3); // it has one more row than the others
}

/// Each sample completely on a laptop's screen.
void TestWindow::samplesOpenLargeEnoughToRead()
{
    QFETCH(const QString, project);
    QFETCH(const double, least);
    window().resize(1366, 740);
    window().files().openSample(QStringLiteral(NETSMITH_PROJECTS "/%1/%1.netsmith").arg(project));
    awaitFiles(window());
    Canvas& canvas = window().canvas();
    const auto isWhole = [&] {
        return canvas.mapToScene(canvas.viewport()->rect()).boundingRect().contains(canvas.network().networkRectangle());
    };
    QTRY_VERIFY(isWhole());
    QVERIFY2(canvas.zoom() >= least, qPrintable(QString::number(canvas.zoom())));
}

void TestWindow::aLayerFromThePaletteLandsWhereItIsShown_data()
{
    QTest::addColumn<QString>("after");
    QTest::addColumn<QPoint>("beside");
    QTest::newRow("in a wire") << u"conv2d_1"_s << QPoint(0, 3);
    QTest::newRow("before the loss") << u"dense_2"_s << QPoint(0, -2);
    QTest::newRow("between the rows") << u"conv2d_1"_s << QPoint(-60, 44);
}

void TestWindow::aLayerFromThePaletteLandsWhereItIsShown()
{
    QFETCH(QString, after);
    QFETCH(QPoint, beside);
    openSample();
    window().resize(1366, 740);
    QCoreApplication::processEvents();
    Canvas& canvas = window().canvas();
    NetworkScene& network = canvas.network();
    auto* list = m_studio->child<LayerList>("paletteList");
    list->setCurrentId(u"dropout"_s);
    list->scrollTo(list->currentIndex());
    QWidget* from = list->viewport();
    const QPoint pressed = list->rectOf(u"dropout"_s).center();
    const QPointF port = network.node(after.toStdString())->portPosition("output", false) + QPointF(21.0, 0.0);
    const QPoint at = canvas.mapFromScene(port) + beside;
    QVERIFY(canvas.viewport()->rect().contains(at));
    const QPoint to = from->mapFromGlobal(canvas.viewport()->mapToGlobal(at));
    QTest::mousePress(from, Qt::LeftButton, {}, pressed);
    for (int i = 1; i <= 8; ++i)
        QTest::mouseMove(from, pressed + (to - pressed) * i / 8);
    std::map<std::string, QPointF> shown;
    for (const auto& [id, item] : network.nodes())
        shown[id] = item->pos();
    for (const QGraphicsItem* item : network.items())
        if (const auto* preview = dynamic_cast<const DropPreview*>(item))
            shown["dropout_1"] = preview->pos();
    const QPointF loss = network.lossNode(0)->pos();
    QTest::mouseRelease(from, Qt::LeftButton, {}, to);
    std::map<std::string, QPointF> landed;
    for (const auto& [id, item] : network.nodes())
        landed[id] = item->pos();
    QCOMPARE(landed, shown);
    QCOMPARE(network.lossNode(0)->pos(), loss);
    QCOMPARE(window().document().undoStack().count(), 1);
}

NETSMITH_WINDOW_TEST(TestWindow)

} // namespace test_window

#include "test_window.moc"

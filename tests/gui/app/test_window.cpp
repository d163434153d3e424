#include "tests/gui/app/studio_fixture.h"

#include "engine/layers/registry.h"
#include "gui/app/actions.h"
#include "gui/app/dock.h"
#include "gui/app/help_window.h"
#include "gui/app/language.h"
#include "gui/canvas/canvas.h"

#include <QAccessible>
#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTextBrowser>
#include <QtTest>

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// The window as a whole: menus, panels, languages, names for those who can't see it.
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
    void theHelpTellsOfThisVersion();
    void aNewNetworkBeginsWithInput();

private:
    MainWindow& window() { return m_studio->window(); }
    void openSample()
    {
        window().files().openSample(QStringLiteral(NETSMITH_PROJECTS_DIR) + u"/mnist_cnn/mnist_cnn.netsmith"_s);
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

void TestWindow::theHelpTellsOfThisVersion()
{
    window().actions()["shortcutsAction"]->trigger();
    auto* help = window().findChild<HelpWindow*>();
    auto* text = m_studio->child<QTextBrowser>("helpText");
    QVERIFY(help && help->isVisible());
    QCOMPARE(help->page(), HelpWindow::Page::shortcuts);
    for (const QAction* action : window().actions().all())
        if (!action->shortcut().isEmpty())
            QVERIFY2(text->toPlainText().contains(action->shortcut().toString(QKeySequence::NativeText)),
                     qPrintable(action->objectName()));
    window().actions()["referenceAction"]->trigger();
    QCOMPARE(window().findChildren<HelpWindow*>().size(), 1);
    for (const LayerSpec& layer : layers())
        QVERIFY2(text->toPlainText().contains(QString::fromStdString(layer.id)), layer.id.c_str());
    QVERIFY(text->toPlainText().contains(u"kernel_size"_s));
    window().actions()["guideAction"]->trigger();
    const QString english = text->toPlainText();
    speak(u"zh_CN"_s);
    QTRY_VERIFY(help->windowTitle() == HelpWindow::tr("Netsmith help"));
    speak(u"en"_s);
    QTRY_COMPARE(text->toPlainText(), english);
    QTest::keyClick(help, Qt::Key_Escape);
    QVERIFY(!help->isVisible());
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

QTEST_MAIN(TestWindow)
#include "test_window.moc"

#include "tests/gui/app/studio_fixture.h"

#include "engine/runs/store/run_store.h"
#include "gui/app/window/dock.h"
#include "gui/canvas/canvas.h"
#include "gui/document/annotations.h"
#include "gui/document/block_commands.h"
#include "tests/engine/runs/made_runs.h"
#include "tests/gui/app/hostile_walk.h"
#include "tests/test_program.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QGraphicsItem>
#include <QHeaderView>
#include <QPushButton>
#include <QTextEdit>
#include <QToolButton>
#include <QtTest>

namespace test_hostile_names {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

/// A project in which every name, title, tag, note and file name is markup: the window shows all of it letter for letter.
class TestHostileNames : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_studio.reset(); }
    void labelsShowNamesAsTheyAre();
    void tipsShowNamesAsTheyAre();
    void theCanvasShowsNamesAsTheyAre();
    void theStartPageShowsNamesAsTheyAre();
    void windowsOfRunsShowNamesAsTheyAre();
    void anOpenBlockShowsNamesAsTheyAre();

private:
    MainWindow& window() { return m_studio->window(); }

    std::unique_ptr<StudioFixture> m_studio;
    int m_seen = 0; ///< places that showed the name
};

void TestHostileNames::init()
{
    m_seen = 0;
    m_studio = std::make_unique<StudioFixture>();
    Project project = loadProject(std::string(NETSMITH_PROJECTS "/mnist_mlp/mnist_mlp.netsmith")).take();
    project.title = hostile.toStdString();
    for (Node& node : project.graph.nodes)
        node.title = hostile.toStdString();
    titleFrame(project.graph, addFrame(project.graph, {project.graph.nodes.front().id}), hostile.toStdString());
    addNote(project.graph, {0.0, -200.0}, hostile.toStdString());
    const QString path = m_studio->path(hostile + u".netsmith"_s);
    QVERIFY(saveProject(project, path.toStdString()));
    for (const int number : {1, 2}) {
        const std::filesystem::path run = m_studio->path(u"runs/%1-%2"_s.arg(hostile).arg(number)).toStdString();
        RunRecord record = madeRecord(number);
        record.title = record.error = hostile.toStdString();
        record.state = number == 1 ? RunState::failed : RunState::done;
        project.graph.nodes.back().parameters["units"] = std::int64_t{10 + number};
        writeRun(run, record, &project);
        runs::changeLabel(run, [](runs::RunLabel& label) {
            label.name = label.notes = hostile.toStdString();
            label.add(hostile.toStdString());
        });
    }
    window().files().open(path);
    awaitFiles(window());
    QCOMPARE(window().document().path(), path);
    window().show();
    QVERIFY(QTest::qWaitForWindowExposed(&window()));
    auto* table = m_studio->child<QAbstractItemView>("runsTree");
    QTRY_COMPARE(table->model()->rowCount(), 2);
    for (Dock* dock : window().findChildren<Dock*>()) {
        dock->show();
        dock->raise();
        QCoreApplication::processEvents();
    }
    window().bars().show(u"someBar"_s, NoteBox::Kind::bad, tr("%1 can't be opened").arg(hostile));
    window().document().selection().select(window().document().graph().nodes.front().id);
    QCoreApplication::processEvents();
}

void TestHostileNames::labelsShowNamesAsTheyAre()
{
    const int seen = readLabels();
    QVERIFY2(seen >= 3, qPrintable(QString::number(seen)));
}

void TestHostileNames::tipsShowNamesAsTheyAre()
{
    int seenInViews = 0;
    for (QWidget* widget : QApplication::allWidgets()) {
        if (widget->toolTip().contains(u"img src"_s)) {
            const QString tip = tipAt(*widget, widget->rect().center());
            QVERIFY2(!isMarkup(tip), qPrintable(widget->objectName() + u": "_s + widget->toolTip()));
            m_seen += tip.contains(u"img src"_s);
        }
        auto* view = qobject_cast<QAbstractItemView*>(widget);
        if (!view || !view->model() || qobject_cast<QHeaderView*>(view))
            continue;
        QModelIndexList all;
        collect(*view->model(), view->rootIndex(), all);
        for (const QModelIndex& index : all) {
            if (!index.data(Qt::ToolTipRole).toString().contains(u"img src"_s))
                continue;
            view->scrollTo(index);
            const QRect place = view->visualRect(index).intersected(view->viewport()->rect());
            if (!view->isVisible() || place.isEmpty() || view->indexAt(place.center()) != index)
                continue; // hidden: can't be pointed at
            const QString tip = tipAt(*view->viewport(), place.center());
            QVERIFY2(!isMarkup(tip), qPrintable(view->objectName() + u": "_s + index.data(Qt::ToolTipRole).toString()));
            QVERIFY2(tip.contains(u"img src"_s), qPrintable(view->objectName() + u": "_s + tip));
            ++seenInViews;
        }
    }
    QVERIFY2(m_seen >= 2, qPrintable(QString::number(m_seen)));
    QVERIFY2(seenInViews >= 3, qPrintable(QString::number(seenInViews)));
}

void TestHostileNames::theCanvasShowsNamesAsTheyAre()
{
    auto* canvas = window().findChild<Canvas*>();
    QVERIFY(canvas && canvas->scene());
    for (const QGraphicsItem* item : canvas->scene()->items())
        QVERIFY(!isMarkup(item->toolTip()));
    QVERIFY(tipsOver(*canvas->viewport(), {24, 12}).filter(u"img src"_s).size() >= 3);
}

/// Recent projects, and projects that were never saved.
void TestHostileNames::theStartPageShowsNamesAsTheyAre()
{
    auto* page = m_studio->child<QWidget>("startPage");
    window().actions()["closeAction"]->trigger();
    QTRY_VERIFY(page->isVisible());
    readLabels();
    int seen = 0;
    for (const QPushButton* line : page->findChildren<QPushButton*>())
        seen += line->text().contains(u"img src"_s); // a button's text is never markup
    QVERIFY2(seen > 0, "the project is listed");
}

void TestHostileNames::windowsOfRunsShowNamesAsTheyAre()
{
    window().raisePanel("runsDock");
    auto* table = m_studio->child<QAbstractItemView>("runsTree");
    table->selectAll();
    QTest::mouseClick(m_studio->child<QToolButton>("compareRunsButton"), Qt::LeftButton);
    auto* difference = m_studio->child<QTextEdit>("runDifferenceText");
    QTRY_VERIFY(difference->isVisible() && difference->toPlainText().contains(hostile));
    readLabels();
    QTest::keyClick(difference, Qt::Key_Escape);
    table->setCurrentIndex(table->model()->index(0, 0));
    QTest::mouseClick(m_studio->child<QToolButton>("cardOfRunButton"), Qt::LeftButton);
    auto* card = m_studio->child<QWidget>("runCardWindow");
    QVERIFY(card);
    QTRY_VERIFY(readLabels(card) > 0);
    QTest::mouseClick(m_studio->child<QToolButton>("deleteRunButton"), Qt::LeftButton);
    QTRY_COMPARE(table->model()->rowCount(), 1);
    readLabels(); // of the bar that offers to restore it
    m_studio->press("trashButton");
    auto* trash = m_studio->child<QAbstractItemView>("trashList");
    QVERIFY(trash);
    QTRY_COMPARE(trash->model()->rowCount(), 1);
    readLabels();
    const QModelIndex row = trash->model()->index(0, 0);
    QVERIFY(!isMarkup(tipAt(*trash->viewport(), trash->visualRect(row).center())));
}

void TestHostileNames::anOpenBlockShowsNamesAsTheyAre()
{
    const std::string block = makeBlock(window().document(), {window().document().graph().nodes[1].id});
    QVERIFY(!block.empty());
    window().document().edit(u"title"_s, [](Project& project) { project.graph.blocks.front().title = hostile.toStdString(); });
    QVERIFY(window().canvas().openBlock(block));
    auto* bar = m_studio->child<QWidget>("blockBar");
    QTRY_VERIFY(bar->isVisible());
    readLabels();
    bool seen = false;
    for (const QAbstractButton* step : bar->findChildren<QAbstractButton*>())
        seen = seen || step->text().contains(u"img src"_s);
    QVERIFY2(seen || readLabels(bar) > 0, "the bar names the block");
}

NETSMITH_WINDOW_TEST(TestHostileNames)

} // namespace test_hostile_names

#include "test_hostile_names.moc"

#include "tests/gui/app/studio_fixture.h"

#include "engine/runs/run_store.h"
#include "gui/app/dock.h"
#include "gui/canvas/canvas.h"
#include "gui/document/annotations.h"
#include "tests/engine/runs/made_runs.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QGraphicsItem>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QTextEdit>
#include <QToolTip>
#include <QtTest>

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

const QString hostile = u"<b>x<img src='y'>"_s; // without a slash, so that files can be called that, too

bool isMarkup(const QString& text)
{
    return text.contains(u"<img"_s);
}

/// What the tool tip at a place of the widget shows.
QString tipAt(QWidget& widget, QPoint position)
{
    QToolTip::showText({}, {});
    QHelpEvent event(QEvent::ToolTip, position, widget.mapToGlobal(position));
    QCoreApplication::sendEvent(&widget, &event);
    return QToolTip::text();
}

/// Every index of a model below a parent.
void collect(const QAbstractItemModel& model, const QModelIndex& parent, QModelIndexList& all)
{
    for (int row = 0; row < std::min(model.rowCount(parent), 200); ++row)
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex index = model.index(row, column, parent);
            all.append(index);
            if (column == 0)
                collect(model, index, all);
        }
}

} // namespace

/// A project whose every name, title, tag, note and file is markup: the window shows all of it letter for letter.
class TestHostileNames : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_studio.reset(); }
    void labelsShowNamesAsTheyAre();
    void tipsShowNamesAsTheyAre();
    void theCanvasShowsNamesAsTheyAre();

private:
    MainWindow& window() { return m_studio->window(); }

    std::unique_ptr<StudioFixture> m_studio;
    int m_seen = 0; ///< places that showed the name
};

void TestHostileNames::init()
{
    m_seen = 0;
    m_studio = std::make_unique<StudioFixture>();
    Project project = loadProject(std::string(NETSMITH_PROJECTS_DIR "/mnist_mlp/mnist_mlp.netsmith")).take();
    project.title = hostile.toStdString();
    for (Node& node : project.graph.nodes)
        node.title = hostile.toStdString();
    titleFrame(project.graph, addFrame(project.graph, {project.graph.nodes.front().id}), hostile.toStdString());
    addNote(project.graph, {0.0, -200.0}, hostile.toStdString());
    const QString path = m_studio->path(hostile + u".netsmith"_s);
    QVERIFY(saveProject(project, path.toStdString()));
    for (const int number : {1, 2}) {
        const std::filesystem::path run = m_studio->path(u"runs/%1-%2"_s.arg(hostile).arg(number)).toStdString();
        train::RunRecord record = madeRecord(number);
        record.title = record.error = hostile.toStdString();
        record.state = number == 1 ? train::RunState::failed : train::RunState::done;
        writeRun(run, record, &project);
        runs::changeLabel(run, [](runs::RunLabel& label) {
            label.name = label.notes = hostile.toStdString();
            label.add(hostile.toStdString());
        });
    }
    window().files().open(path);
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
    for (QWidget* widget : QApplication::allWidgets()) {
        if (const auto* label = qobject_cast<QLabel*>(widget); label && label->text().contains(u"img src"_s)) {
            label->ensurePolished();
            QVERIFY2(label->textFormat() == Qt::PlainText || (label->textFormat() == Qt::RichText && !isMarkup(label->text())),
                     qPrintable(label->objectName() + u": "_s + label->text()));
            ++m_seen;
        }
        if (const auto* text = qobject_cast<QTextEdit*>(widget))
            QVERIFY2(!isMarkup(text->document()->toHtml()), qPrintable(text->objectName()));
    }
    QVERIFY2(m_seen >= 3, qPrintable(QString::number(m_seen)));
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
                continue; // hidden: nobody can point at it
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
    for (int y = 4; y < canvas->viewport()->height(); y += 12)
        for (int x = 4; x < canvas->viewport()->width(); x += 24) {
            const QString tip = tipAt(*canvas->viewport(), {x, y});
            m_seen += tip.contains(u"img src"_s);
            QVERIFY2(!isMarkup(tip), qPrintable(tip));
        }
    QVERIFY2(m_seen >= 3, qPrintable(QString::number(m_seen)));
}

QTEST_MAIN(TestHostileNames)
#include "test_hostile_names.moc"

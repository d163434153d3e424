#include "engine/core/files/safe_file.h"
#include "engine/layers/registry.h"
#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"
#include "gui/problems/problem_row.h"
#include "gui/problems/problems_panel.h"
#include "gui/widgets/theme.h"
#include "tests/gui/document/saved_document.h"
#include "tests/test_program.h"

#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

namespace test_problems_panel {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// The list of problems of a real project that is broken and fixed.
class TestProblemsPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void nothingWrong();
    void liveAndCounted();
    void aClickReveals();
    void keysRevealAndMove();
    void fixByAClick();
    void fixByKeys();
    void insertingAFlatten();
    void revealNextGoesRound();
    void problemsOfTheTraining();
    void manyProblems();
    void narrow();
    void aProblemInABlockLeadsIntoIt();
    void unknownKeysAreFixedOrKept();
    void missingDataAreDownloaded();

private:
    void set(const char* node, const char* parameter, ParameterValue value)
    {
        m_document->edit(u"set"_s, [&](Project& project) { setParameter(project.graph, layers(), {node}, parameter, value); });
    }
    ProblemRow* row(int index) const
    {
        auto* found = m_panel->findChild<ProblemRow*>(u"problem%1"_s.arg(index));
        return found && !found->isHidden() ? found : nullptr;
    }
    QString text(int index, const QString& part) const { return row(index)->findChild<QLabel*>(part)->text(); }
    QPushButton* fixOf(int index) const { return row(index)->findChild<QPushButton*>(u"problemFix"_s); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<ProblemsPanel> m_panel;
};

void TestProblemsPanel::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    Theme::instance().apply();
}

void TestProblemsPanel::init()
{
    m_document = std::make_unique<Document>();
    Expected<Project> project = loadProject(NETSMITH_PROJECTS "/mnist_cnn/mnist_cnn.netsmith");
    QVERIFY(project.hasValue());
    m_document->reset(std::move(*project), {});
    m_panel = std::make_unique<ProblemsPanel>(*m_document);
    m_panel->resize(800, 220);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
}

void TestProblemsPanel::cleanup()
{
    m_panel.reset();
    m_document.reset();
}

void TestProblemsPanel::nothingWrong()
{
    QVERIFY(m_document->analysis().problems().empty());
    const auto* nothing = m_panel->findChild<QLabel*>(u"problemsNothing"_s);
    QVERIFY(nothing->isVisible());
    QCOMPARE(nothing->text(), u"No problems"_s);
    QVERIFY(!row(0));
    m_panel->revealNext(); // leads nowhere
    QVERIFY(m_document->selection().empty());
}

void TestProblemsPanel::liveAndCounted()
{
    QSignalSpy counts(m_panel.get(), &ProblemsPanel::countsChanged);
    set("dense_2", "units", std::int64_t{7});
    QCOMPARE(counts.size(), 1);
    QCOMPARE(counts[0][0].toInt(), 1);
    QCOMPARE(m_panel->errorCount(), 1);
    QVERIFY(row(0));
    QCOMPARE(text(0, u"problemPlace"_s), u"dense_2"_s);
    QVERIFY(text(0, u"problemSentence"_s).contains(u"10"_s));
    QVERIFY(row(0)->accessibleName().startsWith(u"Error, dense_2: "_s));
    QCOMPARE(fixOf(0)->text(), u"Set units to 10"_s);
    QVERIFY(!m_panel->findChild<QLabel*>(u"problemsNothing"_s)->isVisible());
    // A new title is shown in the list at once.
    m_document->edit(u"rename"_s, [](Project& project) { rename(project.graph, "dense_2", "classes"); });
    QCOMPARE(text(0, u"problemPlace"_s), u"classes"_s);
    m_document->undoStack().undo();
    m_document->undoStack().undo();
    QVERIFY(!row(0));
    QCOMPARE(counts.size(), 2);
    QCOMPARE(counts[1][0].toInt(), 0);
}

void TestProblemsPanel::aClickReveals()
{
    set("dense_2", "units", std::int64_t{7});
    QSignalSpy revealed(&m_document->selection(), &Selection::revealed);
    QTest::mouseClick(row(0), Qt::LeftButton, {}, {40, 10});
    QCOMPARE(revealed.size(), 1);
    QVERIFY(m_document->selection().contains("dense_2"));
}

void TestProblemsPanel::keysRevealAndMove()
{
    m_document->edit(u"two inputs more"_s, [](Project& project) {
        addNode(project.graph, *layers().find("dense"), {0, 400});
        addNode(project.graph, *layers().find("flatten"), {0, 500});
    });
    QVERIFY(row(0) && row(1));
    row(0)->setFocus();
    QTest::keyClick(row(0), Qt::Key_Down);
    QVERIFY(row(1)->hasFocus());
    QSignalSpy revealed(&m_document->selection(), &Selection::revealed);
    QTest::keyClick(row(1), Qt::Key_Return);
    QCOMPARE(revealed.size(), 1);
    QCOMPARE(m_document->selection().nodes().size(), std::size_t{1});
    QCOMPARE(nodeName(*m_document->graph().find(*m_document->selection().nodes().begin())), text(1, u"problemPlace"_s));
    QTest::keyClick(row(1), Qt::Key_Up);
    QVERIFY(row(0)->hasFocus());
}

void TestProblemsPanel::fixByAClick()
{
    set("dense_2", "units", std::int64_t{7});
    const int steps = m_document->undoStack().count();
    QTest::mouseClick(fixOf(0), Qt::LeftButton);
    QVERIFY(m_document->analysis().problems().empty());
    QCOMPARE(m_document->undoStack().count(), steps + 1);
    QCOMPARE(m_document->undoStack().undoText(), u"Set units to 10"_s);
    QVERIFY(!row(0));
}

void TestProblemsPanel::fixByKeys()
{
    set("dense_2", "units", std::int64_t{7});
    row(0)->setFocus();
    QTest::keyClick(row(0), Qt::Key_Tab);
    QVERIFY(fixOf(0)->hasFocus());
    QTest::keyClick(fixOf(0), Qt::Key_Space);
    QVERIFY(m_document->analysis().problems().empty());
}

void TestProblemsPanel::insertingAFlatten()
{
    m_document->edit(u"remove"_s, [](Project& project) { remove(project.graph, layers(), {"flatten_1"}, {}); });
    QVERIFY(row(0));
    int found = -1;
    for (int i = 0; row(i); ++i)
        if (fixOf(i)->text() == u"Insert Flatten"_s)
            found = i;
    QVERIFY(found >= 0);
    QTest::mouseClick(fixOf(found), Qt::LeftButton);
    QVERIFY(m_document->analysis().problems().empty());
}

void TestProblemsPanel::revealNextGoesRound()
{
    m_document->edit(u"three"_s, [](Project& project) {
        for (int i = 0; i < 3; ++i)
            addNode(project.graph, *layers().find("flatten"), {0, 400.0 + 100 * i});
    });
    QStringList places;
    for (int i = 0; row(i); ++i)
        places << text(i, u"problemPlace"_s);
    QVERIFY(places.size() >= 3);
    QStringList met;
    QSignalSpy settings(m_panel.get(), &ProblemsPanel::settingsAsked); // two ends: it is not specified which one has the loss
    for (qsizetype i = 0; i < places.size() + 1; ++i) {
        const qsizetype before = settings.size();
        m_panel->revealNext();
        met << (settings.size() > before ? u"Training"_s
                                         : nodeName(*m_document->graph().find(*m_document->selection().nodes().begin())));
    }
    QCOMPARE(met.mid(0, places.size()), places);
    QCOMPARE(met.last(), places.first());
    // If the shown one is fixed, the next takes its place and is not skipped.
    const std::string first = *m_document->selection().nodes().begin();
    m_document->edit(u"remove"_s, [&](Project& project) { remove(project.graph, layers(), {first}, {}); });
    m_panel->revealNext();
    QCOMPARE(nodeName(*m_document->graph().find(*m_document->selection().nodes().begin())), text(0, u"problemPlace"_s));
}

void TestProblemsPanel::problemsOfTheTraining()
{
    QSignalSpy settings(m_panel.get(), &ProblemsPanel::settingsAsked);
    m_document->edit(u"optimizer"_s, [](Project& project) { project.training.optimizer.id = "nonesuch"; });
    QVERIFY(row(0));
    QCOMPARE(text(0, u"problemPlace"_s), u"Training"_s);
    QTest::mouseClick(row(0), Qt::LeftButton, {}, {40, 10});
    QCOMPARE(settings.size(), 1);
}

void TestProblemsPanel::manyProblems()
{
    m_document->edit(u"many"_s, [](Project& project) {
        for (int i = 0; i < 150; ++i)
            addNode(project.graph, *layers().find("flatten"), {0, 400.0 + 60 * i});
    });
    QVERIFY(m_document->analysis().problems().size() >= 150);
    QVERIFY(row(99));
    QVERIFY(!row(100));
    const auto* more = m_panel->findChild<QLabel*>(u"problemsMore"_s);
    QVERIFY(!more->isHidden());
    QVERIFY(more->text().contains(QString::number(m_document->analysis().problems().size() - 100)));
    row(99)->setFocus();
    m_document->undoStack().undo();
    QVERIFY(!row(0));
    QVERIFY(more->isHidden());
}

void TestProblemsPanel::narrow()
{
    set("dense_2", "units", std::int64_t{7});
    m_panel->resize(240, 400);
    const auto* sentence = row(0)->findChild<QLabel*>(u"problemSentence"_s);
    const auto* place = row(0)->findChild<QLabel*>(u"problemPlace"_s);
    QTRY_VERIFY(sentence->y() > place->y());
    QTRY_VERIFY(sentence->height() >= sentence->heightForWidth(sentence->width()));
    QVERIFY(row(0)->width() <= 240);
}

void TestProblemsPanel::aProblemInABlockLeadsIntoIt()
{
    m_document->reset(loadProject(NETSMITH_PROJECTS "/mnist_residual/mnist_residual.netsmith").take(), {});
    m_document->edit(u"break"_s, [](Project& project) {
        project.graph.blocks[0].nodes[0].parameters["filters"] = std::int64_t{0};
        rename(project.graph, "res_2", "second");
    });
    QCOMPARE(text(0, u"problemPlace"_s), u"res_1 › conv2d_1"_s);
    QVERIFY(!row(1)); // it is drawn once and used in three places
    QCOMPARE(m_panel->errorCount(), 1);
    QVERIFY2(text(0, u"problemSentence"_s).contains(u"in 3 place"_s), qPrintable(text(0, u"problemSentence"_s)));
    QSignalSpy revealed(&m_document->selection(), &Selection::revealed);
    QTest::mouseClick(row(0), Qt::LeftButton, {}, {40, 10});
    QCOMPARE(m_document->place(), std::string("res_1"));
    QCOMPARE(revealed.size(), 1);
    // If another of the places is open, that one is listed.
    m_document->open("res_2");
    QCOMPARE(text(0, u"problemPlace"_s), u"second › conv2d_1"_s);
    QTest::mouseClick(row(0), Qt::LeftButton, {}, {40, 10});
    QCOMPARE(m_document->place(), std::string("res_2"));
    QCOMPARE(revealed.size(), 2);
    QVERIFY(m_document->graph().find(*m_document->selection().nodes().begin()));
    // A problem of the network leads out of the block.
    m_document->edit(u"more"_s, [](Project& project) {
        project.graph.blocks[0].nodes[0].parameters["filters"] = std::int64_t{32};
        addNode(project.graph, *layers().find("flatten"), {0, 500});
    });
    m_document->open("res_1");
    QCOMPARE(text(0, u"problemPlace"_s), u"flatten_1"_s);
    QTest::mouseClick(row(0), Qt::LeftButton, {}, {40, 10});
    QCOMPARE(m_document->place(), std::string());
    QVERIFY(m_document->selection().contains("flatten_1"));
}

/// A file with unknown keys opens; each key is listed and can be fixed, and the remaining ones are saved unchanged.
void TestProblemsPanel::unknownKeysAreFixedOrKept()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(u"a.netsmith"_s).toStdString();
    Json file = Json::parse(toJson(m_document->project()));
    file["training"].erase("epochs");
    file["training"]["epohcs"] = 3;
    file["data"]["quetzalcoatl"] = {{"deep", 1}};
    file["graph"]["nodes"][1]["colour"] = "red";
    file["x-mine"] = 7;
    QVERIFY(writeFileSafely(path, file.dump()));
    m_document->reset(loadProject(path).take(), QString::fromStdString(path));
    QCOMPARE(m_panel->errorCount(), 3);
    QVERIFY2(text(0, u"problemSentence"_s).startsWith(u"/graph/nodes/1/colour: "_s), qPrintable(text(0, u"problemSentence"_s)));
    QCOMPARE(text(0, u"problemPlace"_s), QString::fromStdString(m_document->graph().nodes[1].id));
    QVERIFY(text(1, u"problemSentence"_s).startsWith(u"/data/quetzalcoatl: "_s));
    QVERIFY(text(2, u"problemSentence"_s).contains(u"did you mean \"epochs\"?"_s));

    QCOMPARE(fixOf(2)->text(), u"Rename it to epochs"_s);
    QTest::mouseClick(fixOf(2), Qt::LeftButton);
    QCOMPARE(m_document->project().training.epochs, 3);
    QCOMPARE(m_panel->errorCount(), 2);
    QCOMPARE(fixOf(1)->text(), u"Remove it"_s);
    QTest::mouseClick(fixOf(1), Qt::LeftButton);
    QCOMPARE(m_panel->errorCount(), 1);
    m_document->undoStack().undo();
    QCOMPARE(m_panel->errorCount(), 2);
    m_document->undoStack().redo();

    QVERIFY(saveDocument(*m_document, QString::fromStdString(path)));
    const Json saved = Json::parse(readTextFile(path, 1 << 20).take());
    QCOMPARE(saved["graph"]["nodes"][1].value("colour", std::string()), std::string("red"));
    QCOMPARE(saved.value("x-mine", 0), 7);
    QCOMPARE(saved["training"].value("epochs", 0), 3);
    QVERIFY(!saved["training"].contains("epohcs") && !saved["data"].contains("quetzalcoatl"));
}

void TestProblemsPanel::missingDataAreDownloaded()
{
    const QTemporaryDir empty;
    qputenv("NETSMITH_DATA_DIR", empty.path().toUtf8());
    qputenv("XDG_CACHE_HOME", empty.path().toUtf8());
    qputenv("XDG_DATA_DIRS", empty.path().toUtf8());
    m_document->edit(u"Data"_s, [](Project& project) {
        project.data.source = "cifar10";
        setParameter(project.graph, layers(), {"input_1"}, "shape", std::vector<std::int64_t>{32, 32, 3});
    });
    QVERIFY(row(0) && !row(1));
    QVERIFY2(text(0, u"problemSentence"_s).contains(u"CIFAR-10 is not in"_s), qPrintable(text(0, u"problemSentence"_s)));
    QVERIFY(fixOf(0)->isVisible());
    QCOMPARE(fixOf(0)->text(), u"Download 162 MiB"_s);
    QSignalSpy asked(m_panel.get(), &ProblemsPanel::downloadAsked);
    const int steps = m_document->undoStack().count();
    QTest::mouseClick(fixOf(0), Qt::LeftButton);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(m_document->undoStack().count(), steps); // it does not change the project
    m_document->undoStack().undo();
    QVERIFY(!row(0)); // another set replaces the missing one
    QVERIFY(!m_document->missingData());
}

NETSMITH_WINDOW_TEST(TestProblemsPanel)

} // namespace test_problems_panel

#include "test_problems_panel.moc"

#include "engine/core/philox.h"
#include "engine/layers/registry.h"
#include "gui/document/annotations.h"
#include "engine/graph/auto_layout.h"
#include "gui/document/clipboard.h"
#include "gui/document/document.h"
#include "gui/document/graph_edits.h"
#include "gui/document/placement.h"
#include "tests/gui/document/saved_document.h"
#include "tests/test_program.h"

#include <QtTest>

#include <filesystem>
#include <functional>
#include <random>

namespace test_document {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

Project sample(const char* name)
{
    return loadProject(std::filesystem::path(NETSMITH_PROJECTS) / name / (std::string(name) + ".netsmith")).take();
}

template <class T>
const T& pick(const std::vector<T>& values, std::mt19937& random)
{
    return values[random() % values.size()];
}

/// One random edit of a kind that people make.
void randomEdit(Document& document, std::mt19937& random)
{
    const LayerRegistry& known = layers();
    const Graph& graph = document.graph();
    const auto anyLayer = [&]() -> const LayerSpec& {
        return *(known.begin() + static_cast<std::ptrdiff_t>(random() % known.size()));
    };
    const QPointF place(static_cast<double>(random() % 2000), static_cast<double>(random() % 1000));
    const int kind = graph.nodes.empty() ? 0 : static_cast<int>(random() % 14);
    document.edit(u"Edit"_s, [&](Project& project) {
        Graph& drawn = project.graph;
        switch (kind) {
        case 0: addNode(drawn, anyLayer(), place); break;
        case 1: addBehind(drawn, known, anyLayer(), pick(drawn.nodes, random).id); break;
        case 2:
            if (!drawn.edges.empty())
                placeLayer(drawn, known, anyLayer(), pick(drawn.edges, random), place);
            break;
        case 3: {
            const Node& from = pick(drawn.nodes, random);
            const Node& to = pick(drawn.nodes, random);
            if (!objectionTo(drawn, known, {from.id, "output"}, {to.id, "input"}))
                connect(drawn, {from.id, "output"}, {to.id, "input"});
            break;
        }
        case 4:
        case 5: remove(drawn, known, {pick(drawn.nodes, random).id, pick(drawn.nodes, random).id}, {}); break;
        case 6: move(drawn, {pick(drawn.nodes, random).id}, {30.0, -10.0}); break;
        case 7: {
            const Node& node = pick(drawn.nodes, random);
            setParameter(drawn, known, {node.id}, "filters", static_cast<std::int64_t>(1 + random() % 64));
            setParameter(drawn, known, {node.id}, "units", static_cast<std::int64_t>(1 + random() % 64));
            break;
        }
        case 8: rename(drawn, pick(drawn.nodes, random).id, "name " + std::to_string(random() % 100)); break;
        case 9: autoLayout(drawn, random() % 2 ? LayoutDirection::leftToRight : LayoutDirection::topToBottom); break;
        case 10: {
            const QString text = copyText(drawn, {pick(drawn.nodes, random).id, pick(drawn.nodes, random).id});
            if (drawn.nodes.size() < 60)
                (void)paste(drawn, text, std::nullopt, {20.0, 20.0});
            break;
        }
        case 12: {
            const std::string frame = addFrame(drawn, {pick(drawn.nodes, random).id, pick(drawn.nodes, random).id});
            titleFrame(drawn, frame, "frame " + std::to_string(random() % 100));
            if (random() % 2)
                resizeFrame(drawn, frame, {place, QSizeF(400.0, 300.0)});
            colorFrames(drawn, {frame}, frameColors[random() % frameColors.size()].name);
            if (drawn.groups.size() > 6)
                removeAnnotations(drawn, {{pick(drawn.groups, random).id}, {}});
            break;
        }
        case 13:
            addNote(drawn, place, "note " + std::to_string(random() % 100));
            if (drawn.notes.size() > 6)
                removeAnnotations(drawn, {{}, {random() % drawn.notes.size()}});
            break;
        case 11:
            project.training.batch = static_cast<std::int64_t>(1 + random() % 256);
            project.data.shuffle = random() % 2 == 0;
            break;
        }
    });
}

} // namespace

/// The only place where a project is edited.
class TestDocument : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anEditIsOneStep();
    void editsOfOneGestureMerge();
    void nothingAlteredIsNoStep();
    void undoAfterSaveIsCleanExactlyThere();
    void tenThousandEditsUndoneAndRedone();
    void changesSayWhatTheyTouched();
    void analysisFollows();
    void unknownKeysAreReportedAfterEachEdit();
    void selectionForgetsWhatIsGone();
    void savingToAFullOrMissingPlaceSaysSo();
    void aNewInputFitsTheData();
    void newInputsTakeFieldsThatNoneHas();
    void reloadingTakesTheFileAsItIs();
};

void TestDocument::newInputsTakeFieldsThatNoneHas()
{
    QTemporaryDir folder;
    const auto write = [&](const QString& name, const char* type, const char* shape, const QByteArray& bytes) {
        QByteArray header = QByteArray("{'descr': '") + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
        header = header.leftJustified(117) + '\n';
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("\x93NUMPY\x01\x00\x76\x00", 10) + header + bytes);
    };
    write(u"left_train.npy"_s, "<f4", "(8, 3)", QByteArray(96, '\0'));
    write(u"right_train.npy"_s, "<f4", "(8, 2)", QByteArray(64, '\0'));
    write(u"y_train.npy"_s, "|u1", "(8,)", QByteArray("\0\1\0\1\0\1\0\1", 8));
    Document document;
    document.edit(u"Data"_s, [&](Project& project) {
        project.data.source = "npy";
        project.data.path = folder.filePath(u"left_train.npy"_s).toStdString();
        project.data.parameters["inputs"] = std::string("left, right");
    });
    QTRY_VERIFY(document.dataFacts().source);
    const auto add = [&] {
        document.editGraph(u"Add Input"_s, [&](Graph& graph) { addNode(graph, *document.layers().find("input"), {0.0, 0.0}); });
        return std::get<std::string>(document.graph().nodes.back().parameters.at("field"));
    };
    QCOMPARE(add(), std::string("left"));
    QCOMPARE(add(), std::string("right"));
    QCOMPARE(add(), std::string("left")); // no other is unused
}

/// Its loss stays at the output that the file names, although an edit would move it to the last one.
void TestDocument::reloadingTakesTheFileAsItIs()
{
    Project theirs = sample("mnist_cnn");
    Document document;
    document.reset(theirs, {});
    const std::string before = toJson(document.project());
    const std::string end = outputNodes(theirs.graph).front()->id;
    theirs.training.objectives.front().output = end;
    addBehind(theirs.graph, layers(), *layers().find("dense"), end);
    document.reload(theirs, "hash");
    QCOMPARE(toJson(document.project()), toJson(theirs));
    QVERIFY(!document.isModified());
    document.undoStack().undo();
    QCOMPARE(toJson(document.project()), before);
}

void TestDocument::aNewInputFitsTheData()
{
    Document document;
    document.edit(u"Data"_s, [](Project& project) { project.data.source = "cifar10"; });
    document.editGraph(u"Add Input"_s, [&](Graph& graph) { addNode(graph, *document.layers().find("input"), {0.0, 0.0}); });
    const auto shape = [&] { return document.graph().nodes.back().parameters.at("shape"); };
    QCOMPARE(document.graph().nodes.size(), 1u);
    QVERIFY(shape() == ParameterValue(std::vector<std::int64_t>{32, 32, 3}));
    // What a person sets stays, and later edits don't change it.
    document.editGraph(u"Set"_s, [](Graph& graph) { graph.nodes.back().parameters["shape"] = std::vector<std::int64_t>{8, 8, 3}; });
    document.editGraph(u"Move"_s, [](Graph& graph) { graph.nodes.back().x += 10.0; });
    QVERIFY(shape() == ParameterValue(std::vector<std::int64_t>{8, 8, 3}));
    document.undoStack().undo();
    document.undoStack().undo();
    document.undoStack().undo();
    QVERIFY(document.graph().nodes.empty()); // it was one step
}

void TestDocument::anEditIsOneStep()
{
    Document document;
    document.reset(sample("mnist_cnn"), {});
    const std::string before = toJson(document.project());
    document.edit(u"Delete"_s, [](Project& project) { remove(project.graph, layers(), {"conv2d_2", "max_pooling2d_1"}, {}); });
    QCOMPARE(document.undoStack().count(), 1);
    QVERIFY(toJson(document.project()) != before);
    document.undoStack().undo();
    QCOMPARE(toJson(document.project()), before);
}

void TestDocument::editsOfOneGestureMerge()
{
    Document document;
    document.reset(sample("mnist_cnn"), {});
    const std::string before = toJson(document.project());
    const double x = document.graph().find("conv2d_1")->x;
    const auto nudge = [&] {
        document.edit(
            u"Move"_s,
            [](Project& project) {
                move(project.graph, {"conv2d_1"}, {10.0, 0.0});
            },
            u"nudge"_s);
    };
    nudge();
    nudge();
    nudge();
    QCOMPARE(document.undoStack().count(), 1);
    document.endMerging();
    nudge();
    QCOMPARE(document.undoStack().count(), 2);
    document.undoStack().undo();
    document.undoStack().undo();
    QCOMPARE(toJson(document.project()), before);
    document.undoStack().redo();
    QCOMPARE(document.graph().find("conv2d_1")->x, x + 30.0);
}

void TestDocument::nothingAlteredIsNoStep()
{
    Document document;
    document.reset(sample("mnist_cnn"), {});
    QSignalSpy changed(&document, &Document::changed);
    document.edit(u"Nothing"_s, [](Project& project) { move(project.graph, {"conv2d_1"}, {0.0, 0.0}); });
    QCOMPARE(document.undoStack().count(), 0);
    QCOMPARE(changed.size(), 0);
}

void TestDocument::undoAfterSaveIsCleanExactlyThere()
{
    QTemporaryDir folder;
    Document document;
    document.reset(sample("mnist_cnn"), {});
    const auto step = [&] {
        document.edit(u"Rename"_s, [&](Project& project) { rename(project.graph, "conv2d_1", "n" + std::to_string(std::rand())); });
    };
    step();
    QVERIFY(document.isModified());
    QVERIFY(saveDocument(document, folder.filePath(u"a.netsmith"_s)));
    QVERIFY(!document.isModified());
    QCOMPARE(document.name(), u"a"_s);
    step();
    QVERIFY(document.isModified());
    document.undoStack().undo();
    QVERIFY(!document.isModified());
    document.undoStack().undo();
    QVERIFY(document.isModified());
    document.undoStack().redo();
    QVERIFY(!document.isModified());
    QCOMPARE(toJson(loadProject(folder.filePath(u"a.netsmith"_s).toStdString()).take()), toJson(document.project()));
}

void TestDocument::tenThousandEditsUndoneAndRedone()
{
    Document document;
    document.reset(sample("cifar_resnet"), {});
    std::mt19937 random(20260301);
    std::vector<std::size_t> hashes;
    const auto hash = [&] { return std::hash<std::string>{}(toJson(document.project())); };
    const std::string first = toJson(document.project());
    for (int i = 0; i < 10000; ++i) {
        const int steps = document.undoStack().count();
        hashes.resize(static_cast<std::size_t>(steps));
        const std::size_t before = hash();
        randomEdit(document, random);
        if (document.undoStack().count() > steps)
            hashes.push_back(before);
    }
    const std::string last = toJson(document.project());
    const int steps = document.undoStack().count();
    QVERIFY2(steps > 5000, qPrintable(QString::number(steps)));
    for (int i = steps; i > 0; --i) {
        document.undoStack().undo();
        QCOMPARE(hash(), hashes[static_cast<std::size_t>(i - 1)]);
    }
    QCOMPARE(toJson(document.project()), first);
    while (document.undoStack().canRedo())
        document.undoStack().redo();
    QCOMPARE(toJson(document.project()), last);
}

void TestDocument::changesSayWhatTheyTouched()
{
    Document document;
    document.reset(sample("mnist_cnn"), {});
    Change last;
    QObject::connect(&document, &Document::changed, this, [&last](const Change& change) { last = change; });
    document.edit(u"Move"_s, [](Project& project) { move(project.graph, {"conv2d_1"}, {10.0, 0.0}); });
    QCOMPARE(last.nodes, std::set<std::string>{"conv2d_1"});
    QVERIFY(last.appearance && !last.matters());
    document.edit(u"Set"_s,
                  [](Project& project) { setParameter(project.graph, layers(), {"conv2d_1"}, "filters", std::int64_t{8}); });
    QVERIFY(last.parameters && !last.structure);
    document.edit(u"Delete"_s, [](Project& project) { remove(project.graph, layers(), {"conv2d_2"}, {}); });
    QVERIFY(last.structure && last.nodes.contains("conv2d_2") && last.nodes.contains("max_pooling2d_1"));
    document.edit(u"Batch"_s, [](Project& project) { project.training.batch = 7; });
    QVERIFY(last.training && last.nodes.empty());
}

void TestDocument::analysisFollows()
{
    Document document;
    document.reset(sample("mnist_cnn"), {});
    QCOMPARE(document.analysis().errorCount(), 0);
    QCOMPARE(*document.analysis().shapeAt({"conv2d_1", "output"}), (Shape{26, 26, 32}));
    document.edit(u"Set"_s, [](Project& project) { setParameter(project.graph, layers(), {"dense_2"}, "units", std::int64_t{7}); });
    QCOMPARE(document.analysis().errorCount(), 1);
    const Problem* problem = document.analysis().problemOf("dense_2");
    QVERIFY(problem && problem->fix);
    document.edit(u"Fix"_s, [problem = *problem](Project& project) { fix(project.graph, layers(), problem); });
    QCOMPARE(document.analysis().errorCount(), 0);
    document.edit(u"Delete"_s, [](Project& project) { remove(project.graph, layers(), {"flatten_1"}, {}); });
    const Problem* unflattened = document.analysis().problems().empty() ? nullptr : &document.analysis().problems().front();
    QVERIFY(unflattened && unflattened->fix);
    document.edit(u"Fix"_s, [problem = *unflattened](Project& project) { fix(project.graph, layers(), problem); });
    QCOMPARE(document.analysis().errorCount(), 0);
}

/// A misspelt key is reported wherever in the file it stands, and no longer once it is removed.
void TestDocument::unknownKeysAreReportedAfterEachEdit()
{
    Project project = sample("mnist_cnn");
    project.graph.groups.push_back({.id = "group_1", .title = "Classifier", .nodes = {"dense_1", "dense_2"}});
    project.graph.notes.push_back({.text = "Two of these"});
    const std::pair<const char*, std::function<Json&(Project&)>> places[] = {
        {"project", [](Project& at) -> Json& { return at.extra; }},
        {"graph", [](Project& at) -> Json& { return at.graph.extra; }},
        {"layer", [](Project& at) -> Json& { return at.graph.nodes[1].extra; }},
        {"group", [](Project& at) -> Json& { return at.graph.groups[0].extra; }},
        {"note", [](Project& at) -> Json& { return at.graph.notes[0].extra; }},
        {"data", [](Project& at) -> Json& { return at.data.extra; }},
        {"training", [](Project& at) -> Json& { return at.training.extra; }},
    };
    Document document;
    document.reset(project, {});
    QCOMPARE(document.analysis().errorCount(), 0);
    for (const auto& [name, keys] : places) {
        document.edit(u"Key"_s, [&](Project& at) { keys(at)["epohcs"] = 3; });
        QVERIFY2(document.analysis().errorCount() == 1, name);
        document.undoStack().undo();
        QVERIFY2(document.analysis().errorCount() == 0, name);
    }
}

void TestDocument::selectionForgetsWhatIsGone()
{
    Document document;
    document.reset(sample("mnist_cnn"), {});
    document.selection().set({"conv2d_1", "conv2d_2"}, {document.graph().edges.front()});
    QSignalSpy changed(&document.selection(), &Selection::changed);
    document.edit(u"Delete"_s, [](Project& project) { remove(project.graph, layers(), {"conv2d_1"}, {}); });
    QCOMPARE(document.selection().nodes(), std::set<std::string>{"conv2d_2"});
    QVERIFY(document.selection().edges().empty());
    QCOMPARE(changed.size(), 1);
}

void TestDocument::savingToAFullOrMissingPlaceSaysSo()
{
    Document document;
    document.reset(sample("mnist_cnn"), {});
    document.edit(u"Batch"_s, [](Project& project) { project.training.batch = 7; });
    const Expected<void> saved = saveDocument(document, u"/nowhere/at/all.netsmith"_s);
    QVERIFY(!saved);
    QVERIFY(std::string(saved.error().what()).find("/nowhere/at") != std::string::npos);
    QVERIFY(document.isModified());
    QVERIFY(document.path().isEmpty());
}

NETSMITH_WINDOW_TEST(TestDocument)

} // namespace test_document

#include "test_document.moc"

#include "engine/graph/blocks/block_inside.h"
#include "engine/graph/project/project_file.h"
#include "engine/report/network/network_drawing.h"
#include "tests/engine/report/parsed_markup.h"
#include "tests/test_program.h"

#include <QDir>
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <set>

namespace test_network_drawing {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::report;
using namespace netsmith::test;

namespace {

Project chain()
{
    Project project;
    project.title = "chain";
    const auto add = [&](const char* id, const char* layer, ParameterMap parameters, double x) {
        Node node{.id = id, .layer = layer, .title = {}, .parameters = std::move(parameters)};
        node.x = x;
        project.graph.nodes.push_back(std::move(node));
    };
    add("in", "input", {{"shape", std::vector<std::int64_t>{28, 28, 1}}}, 0.0);
    add("flat", "flatten", {}, 170.0);
    add("out", "dense", {{"units", std::int64_t{10}}, {"activation", "softmax"}}, 340.0);
    project.graph.edges = {{{"in", "output"}, {"flat", "input"}, Json::object()},
                           {{"flat", "output"}, {"out", "input"}, Json::object()}};
    project.training.objectives.resize(1);
    project.training.objectives[0].loss.id = "sparse_categorical_crossentropy";
    return project;
}

bool overlap(const Box& one, const Box& other)
{
    return one.x < other.right() && other.x < one.right() && one.y < other.bottom() && other.y < one.bottom();
}

const DrawnNode& named(const NetworkDrawing& drawing, const std::string& id)
{
    const auto found = std::ranges::find(drawing.nodes, id, &DrawnNode::id);
    if (found == drawing.nodes.end())
        qFatal("no such node");
    return *found;
}

} // namespace

/// A network as SVG: every node is there, wires end at ports, texts fit and can't be markup.
class TestNetworkDrawing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aChain();
    void sampleProjects_data();
    void sampleProjects();
    void networksWithoutPositionsAreLaidOut();
    void blocksAreOneNode();
    void framesAndNotes();
    void brokenNetworks();
    void hostileTexts();
};

void TestNetworkDrawing::aChain()
{
    const NetworkDrawing drawing = drawingOf(chain());
    QCOMPARE(drawing.nodes.size(), std::size_t{4}); // and the loss
    const NodeWords& dense = named(drawing, "out").words;
    QCOMPARE(QString::fromStdString(dense.title), u"Dense"_s);
    QCOMPARE(QString::fromStdString(dense.details), u"10 · softmax"_s);
    QCOMPARE(QString::fromStdString(dense.count), u"7.85k"_s);
    QCOMPARE(dense.ink, Ink::dense);
    QCOMPARE(QString::fromStdString(named(drawing, "flat").words.details), u"28×28×1 → 784"_s);
    QCOMPARE(drawing.wires.size(), std::size_t{3});
    QCOMPARE(QString::fromStdString(drawing.wires[0].caption), u"28×28×1"_s);
    QVERIFY(drawing.wires[0].route == Route({{128.0, 26.0}, {170.0, 26.0}}));
    QCOMPARE(QString::fromStdString(drawing.nodes[3].words.details), u"Cross-entropy"_s);
    QVERIFY(drawing.nodes[3].place == Box({510.0, 0.0, 128.0, 52.0}));

    const std::string text = svgOf(drawing, Painting::ownColors);
    const ParsedMarkup svg(text);
    QVERIFY2(svg.error.isEmpty(), qPrintable(svg.error));
    QCOMPARE(svg.all("g", "layer").size(), std::size_t{3});
    QCOMPARE(svg.all("g", "loss").size(), std::size_t{1});
    QCOMPARE(svg.all("path", "wire").size(), std::size_t{3});
    QVERIFY(svg.texts("text").contains(u"28×28×1"_s));
    QVERIFY(text.find("#a86a00") != std::string::npos && text.find("var(") == std::string::npos);
    QVERIFY(svgOf(drawing, Painting::colorsOfPage).find("var(--dense)") != std::string::npos);
}

void TestNetworkDrawing::sampleProjects_data()
{
    QTest::addColumn<QString>("file");
    for (const auto& entry : std::filesystem::directory_iterator(NETSMITH_PROJECTS)) {
        const QString name = QString::fromStdString(entry.path().filename().string());
        QTest::newRow(qPrintable(name)) << QString::fromStdString((entry.path() / entry.path().filename()).string() + ".netsmith");
    }
}

void TestNetworkDrawing::sampleProjects()
{
    QFETCH(QString, file);
    const Project project = loadProject(file.toStdString()).take();
    const NetworkDrawing drawing = drawingOf(project);
    QCOMPARE(drawing.nodes.size(), project.graph.nodes.size() + project.training.objectives.size());
    QCOMPARE(drawing.wires.size(), project.graph.edges.size() + project.training.objectives.size());
    for (const DrawnWire& wire : drawing.wires) {
        QVERIFY(!wire.caption.empty()); // every shape is known
        const auto touches = [&](bool input) {
            const Place end = input ? wire.route.back() : wire.route.front();
            return std::ranges::any_of(drawing.nodes, [&](const DrawnNode& node) {
                const std::vector<std::string>& ports = input ? node.words.inputs : node.words.outputs;
                return end.x == (input ? node.place.x : node.place.right())
                    && std::ranges::any_of(ports, [&](const std::string& port) {
                           return end.y == node.place.y + portHeight(ports, port, input && node.words.lastInputIsOptional);
                       });
            });
        };
        QVERIFY(touches(true) && touches(false));
        for (std::size_t i = 0; i + 1 < wire.route.size(); ++i)
            QVERIFY(wire.route[i].x == wire.route[i + 1].x || wire.route[i].y == wire.route[i + 1].y);
        for (const Place& bend : wire.route)
            QVERIFY(bend.x >= drawing.bounds.x && bend.x <= drawing.bounds.right() && bend.y >= drawing.bounds.y
                    && bend.y <= drawing.bounds.bottom());
    }
    const ParsedMarkup svg(svgOf(drawing, Painting::ownColors));
    QVERIFY2(svg.error.isEmpty(), qPrintable(svg.error));
    const QStringList titles = svg.texts("title");
    for (const Node& node : project.graph.nodes)
        QCOMPARE(titles.count(QString::fromStdString(node.id)), 1);
    QCOMPARE(svg.all("rect", "node").size(), drawing.nodes.size());
    QCOMPARE(svg.all("path", "wire").size(), drawing.wires.size());
}

void TestNetworkDrawing::networksWithoutPositionsAreLaidOut()
{
    Project project = chain();
    for (Node& node : project.graph.nodes)
        node.x = node.y = 0.0;
    const NetworkDrawing drawing = drawingOf(project);
    for (std::size_t i = 0; i < drawing.nodes.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY(!overlap(drawing.nodes[i].place, drawing.nodes[j].place));
}

void TestNetworkDrawing::blocksAreOneNode()
{
    Project project = chain();
    Block block{.id = "block_2", .title = {}};
    block.nodes.push_back({.id = "dense_1", .layer = "dense", .title = {}, .parameters = {{"units", std::int64_t{784}}}});
    block.edges = {{{"", "input"}, {"dense_1", "input"}, Json::object()}, {{"dense_1", "output"}, {"", "output"}, Json::object()}};
    project.graph.blocks.push_back(block);
    Node stands{.id = "res", .layer = "block", .title = {}, .parameters = {{"block", "block_2"}}};
    stands.y = 100.0;
    project.graph.nodes.push_back(stands);
    project.graph.edges[1].to.node = "res";
    project.graph.edges.push_back({{"res", "output"}, {"out", "input"}, Json::object()});
    const NetworkDrawing drawing = drawingOf(project);
    QCOMPARE(drawing.nodes.size(), std::size_t{5});
    const NodeWords& words = named(drawing, "res").words;
    QCOMPARE(QString::fromStdString(words.title), u"Block 2"_s);
    QCOMPARE(QString::fromStdString(words.icon), u"block"_s);
    QCOMPARE(QString::fromStdString(words.count), u"615k"_s);
    QVERIFY(words.inputs == std::vector<std::string>{"input"} && words.outputs == std::vector<std::string>{"output"});
    QCOMPARE(QString::fromStdString(drawing.wires[2].caption), u"784"_s);
}

void TestNetworkDrawing::framesAndNotes()
{
    Project project = chain();
    project.graph.groups.push_back({"f", "Head", {"flat", "out"}, {{"color", "green"}}});
    project.graph.notes.push_back(
        {"A note of several words, which takes more than a single line and more than the least height of a "
         "note, so that the note is higher than it would be otherwise.",
         0.0,
         200.0,
         {{"size", {160, 40}}}});
    const NetworkDrawing drawing = drawingOf(project);
    QCOMPARE(drawing.frames.size(), std::size_t{1});
    QVERIFY(drawing.frames[0].place == Box({154.0, -46.0, 330.0, 114.0}));
    QCOMPARE(drawing.frames[0].ink, Ink::pooling);
    QVERIFY(drawing.notes[0].lines.size() > 4);
    QVERIFY(drawing.notes[0].place.height >= 18.0 * static_cast<double>(drawing.notes[0].lines.size()));
    const ParsedMarkup svg(svgOf(drawing, Painting::ownColors));
    QVERIFY(svg.texts("text").contains(u"Head"_s));
    QCOMPARE(svg.all("rect", "note").size(), std::size_t{1});
    QVERIFY(svg.all("svg")[0].number("height") > 230.0);
}

void TestNetworkDrawing::brokenNetworks()
{
    QVERIFY(ParsedMarkup(svgOf(drawingOf(Project()), Painting::ownColors)).texts("text").contains(u"The network has no layers."_s));
    Project project = chain();
    project.graph.nodes[1].layer = "from_the_future";
    project.graph.nodes[2].x = 1e300;
    project.graph.edges.push_back({{"nowhere", "output"}, {"out", "input"}, Json::object()});
    project.graph.edges.push_back({{"out", "output"}, {"flat", "nothing"}, Json::object()}); // a cycle, and no such port
    const NetworkDrawing drawing = drawingOf(project);
    QCOMPARE(QString::fromStdString(named(drawing, "flat").words.details), u"unknown layer"_s);
    const ParsedMarkup svg(svgOf(drawing, Painting::ownColors));
    QVERIFY2(svg.error.isEmpty(), qPrintable(svg.error));
    QVERIFY(svg.all("svg")[0].number("width") < 3e6);
}

void TestNetworkDrawing::hostileTexts()
{
    const std::string hostile = "</text><script>alert(1)</script>\"'&\x02\xc3";
    Project project = chain();
    project.title = hostile;
    project.graph.nodes[0].title = hostile;
    project.graph.nodes[1].layer = hostile;
    project.graph.nodes[2].id = hostile;
    project.graph.groups.push_back({"f", hostile, {"flat"}, Json::object()});
    project.graph.notes.push_back({hostile, 0.0, 200.0, Json::object()});
    project.training.objectives[0].loss.id = hostile;
    const std::string text = svgOf(drawingOf(project), Painting::ownColors);
    const ParsedMarkup svg(text);
    QVERIFY2(svg.error.isEmpty(), qPrintable(svg.error));
    QVERIFY(svg.all("script").empty());
    QVERIFY(text.find("<script") == std::string::npos);
    QVERIFY(svg.texts("title").front().startsWith(u"</text><script>"_s)); // as text
}

NETSMITH_TEST(TestNetworkDrawing)

} // namespace test_network_drawing

#include "test_network_drawing.moc"

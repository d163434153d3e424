#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

namespace test_large_projects {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

namespace {

/// A long chain of small layers between the input and the output of `smallProject`, with a second branch beside every tenth.
Project deepProject(int layers)
{
    Project project = smallProject();
    Graph& graph = project.graph;
    const std::string last = graph.nodes.back().id;
    Edge& into = *std::ranges::find_if(graph.edges, [&](const Edge& edge) { return edge.to.node == last; });
    std::string end = into.from.node, branch;
    const auto add = [&](std::string id, const char* layer, ParameterMap parameters, const std::vector<std::string>& from) {
        for (const std::string& node : from)
            graph.edges.push_back({{node, "output"}, {id, from.size() > 1 ? "inputs" : "input"}});
        graph.nodes.push_back({id, layer, 1, "", std::move(parameters), 0.0, 0.0});
        return id;
    };
    for (int i = 0; i < layers; ++i) {
        const std::string number = std::to_string(i);
        switch (i % 10) {
        case 3: branch = end; [[fallthrough]];
        case 0: end = add("dense_" + number, "dense", {{"units", std::int64_t{16}}}, {end}); break;
        case 1: end = add("norm_" + number, "batch_normalization", {}, {end}); break;
        case 5: end = add("add_" + number, "add", {}, {end, branch}); break;
        case 7: end = add("dropout_" + number, "dropout", {}, {end}); break;
        default: end = add("relu_" + number, "relu", {}, {end}); break;
        }
    }
    graph.edges.erase(std::ranges::find_if(graph.edges, [&](const Edge& edge) { return edge.to.node == last; }));
    graph.edges.push_back({{end, "output"}, {last, "input"}});
    return project;
}

} // namespace

/// The cost of reading a project with very many layers.
class TestLargeProjects : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void checksInProportionToTheLayers();
};

/// Counted in instructions, which do not depend on the machine's load.
void TestLargeProjects::checksInProportionToTheLayers()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("the sanitizers' programs don't run under valgrind");
#endif
    if (QStandardPaths::findExecutable(u"valgrind"_s).isEmpty())
        QSKIP("valgrind is not installed, which counts instructions");
    const QTemporaryDir folder;
    writeSmallMnist(folder.path(), 64, 32);
    const auto instructions = [&](int layers) -> double {
        const QString path = folder.filePath(u"%1.netsmith"_s.arg(layers));
        writeProject(path, deepProject(layers));
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"NETSMITH_DATA_DIR"_s, folder.path());
        process.setProcessEnvironment(environment);
        process.start(u"valgrind"_s,
                      {u"--tool=callgrind"_s, u"--callgrind-out-file=/dev/null"_s, QStringLiteral(NETSMITH_CLI), u"check"_s, path,
                       u"--device"_s, u"cpu"_s, u"--threads"_s, u"1"_s});
        process.waitForFinished(-1); // ctest has the time limit
        const QString said = QString::fromUtf8(process.readAllStandardError());
        const QRegularExpressionMatch match = QRegularExpression(u"Collected\\s*:\\s*(\\d+)"_s).match(said);
        return process.exitCode() == 0 ? match.captured(1).toDouble() : 0.0;
    };
    const double start = instructions(10);
    const double few = instructions(2000);
    const double many = instructions(8000);
    QVERIFY(start > 0.0 && few > start);
    const double factor = (many - start) / (few - start);
    QVERIFY2(factor < 5.0, qPrintable(u"four times the layers take %1 times the instructions"_s.arg(factor)));
}

NETSMITH_TEST(TestLargeProjects)

} // namespace test_large_projects

#include "test_large_projects.moc"

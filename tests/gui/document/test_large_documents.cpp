#include "engine/layers/registry.h"
#include "gui/document/document.h"
#include "gui/document/graph_edits.h"
#include "tests/gui/document/large_network.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QtTest>

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::gui;

/// What is counted: a parameter, a new layer, a removed one, a name, and all of it undone, each with the check that follows.
extern "C" [[gnu::noinline]] void netsmithEdits(Document& document, const std::string& node)
{
    const auto edit = [&](const std::function<void(Graph&)>& change) { document.editGraph(u"Edit"_s, change); };
    edit([&](Graph& graph) { setParameter(graph, document.layers(), {node}, "units", std::int64_t{17}); });
    edit([&](Graph& graph) { addBehind(graph, document.layers(), *layers().find("relu"), node); });
    edit([&](Graph& graph) { remove(graph, document.layers(), {"dropout_3"}, {}); });
    edit([&](Graph& graph) { rename(graph, node, "Middle"); });
    while (document.undoStack().canUndo())
        document.undoStack().undo();
}

/// Edits of a network with very many layers. Called with a number of layers the program only makes the edits.
class TestLargeDocuments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void editsInProportionToTheLayers();
    void editsAndUndoesThem();
};

/// Counted in instructions, which do not depend on the machine's load.
void TestLargeDocuments::editsInProportionToTheLayers()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("the sanitizers' programs don't run under valgrind");
#endif
    if (QStandardPaths::findExecutable(u"valgrind"_s).isEmpty())
        QSKIP("valgrind is not installed, which counts instructions");
    const auto instructions = [](int layers) -> double {
        QProcess process;
        process.start(u"valgrind"_s,
                      {u"--tool=callgrind"_s, u"--callgrind-out-file=/dev/null"_s, u"--toggle-collect=netsmithEdits"_s,
                       QCoreApplication::applicationFilePath(), QString::number(layers)});
        process.waitForFinished(-1); // ctest has the time limit
        const QString said = QString::fromUtf8(process.readAllStandardError());
        const QRegularExpressionMatch match = QRegularExpression(u"Collected\\s*:\\s*(\\d+)"_s).match(said);
        return process.exitCode() == 0 ? match.captured(1).toDouble() : 0.0;
    };
    const double few = instructions(2000);
    const double many = instructions(8000);
    QVERIFY(few > 0.0);
    QVERIFY2(many < 5.0 * few, qPrintable(u"four times the layers take %1 times the instructions"_s.arg(many / few)));
}

/// What the program that is counted does changes the network and changes it back.
void TestLargeDocuments::editsAndUndoesThem()
{
    constexpr int count = 40;
    Document document;
    document.reset(test::largeNetwork(count), {});
    const Graph before = document.graph();
    int changes = 0;
    QObject::connect(&document, &Document::changed, &document, [&] { ++changes; });
    netsmithEdits(document, test::middleOf(count));
    QCOMPARE(changes, 8);
    QVERIFY(document.graph() == before);
    QCOMPARE(document.analysis().errorCount(), 0);
}

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
    if (const int layers = argc > 1 ? std::atoi(argv[1]) : 0) {
        Document document;
        document.reset(test::largeNetwork(layers), {});
        netsmithEdits(document, test::middleOf(layers));
        return document.undoStack().count() == 4 ? 0 : 1;
    }
    TestLargeDocuments test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_large_documents.moc"

#include "engine/layers/registry.h"
#include "gui/document/document.h"
#include "gui/document/graph_edits.h"
#include "tests/gui/document/large_network.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::gui;

namespace {

void edit(Document& document, const std::function<void(Graph&)>& change)
{
    document.editGraph(u"Edit"_s, change);
}

} // namespace

// What is counted, each with the check that follows. The names are given to valgrind.
extern "C" {
[[gnu::noinline]] void netsmithEditParameter(Document& document, const std::string& node)
{
    edit(document, [&](Graph& graph) { setParameter(graph, document.layers(), {node}, "units", std::int64_t{17}); });
}
[[gnu::noinline]] void netsmithEditAdd(Document& document, const std::string& node)
{
    edit(document, [&](Graph& graph) { addBehind(graph, document.layers(), *layers().find("relu"), node); });
}
[[gnu::noinline]] void netsmithEditRemove(Document& document)
{
    edit(document, [&](Graph& graph) { remove(graph, document.layers(), {"dropout_3"}, {}); });
}
[[gnu::noinline]] void netsmithEditName(Document& document, const std::string& node)
{
    edit(document, [&](Graph& graph) { rename(graph, node, "Middle"); });
}
[[gnu::noinline]] void netsmithEditUndo(Document& document)
{
    document.undoStack().undo();
}
}

namespace {

void makeEdits(Document& document, const std::string& node)
{
    netsmithEditParameter(document, node);
    netsmithEditAdd(document, node);
    netsmithEditRemove(document);
    netsmithEditName(document, node);
    while (document.undoStack().canUndo())
        netsmithEditUndo(document);
}

} // namespace

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
    // Of each edit: valgrind writes a file after it.
    const auto instructions = [](int layers) {
        const QTemporaryDir folder;
        QProcess process;
        QStringList arguments{u"--tool=callgrind"_s, u"--callgrind-out-file="_s + folder.filePath(u"part"_s),
                              u"--toggle-collect=netsmithEdit*"_s};
        for (const char* edit : {"Parameter", "Add", "Remove", "Name", "Undo"})
            arguments << u"--dump-after=netsmithEdit"_s + QLatin1StringView(edit);
        process.start(u"valgrind"_s, arguments + QStringList{QCoreApplication::applicationFilePath(), QString::number(layers)});
        process.waitForFinished(-1); // ctest has the time limit
        std::vector<double> counts;
        for (int part = 1; process.exitCode() == 0; ++part) {
            QFile file(folder.filePath(u"part.%1"_s.arg(part)));
            if (!file.open(QIODevice::ReadOnly))
                break;
            const QRegularExpressionMatch match = QRegularExpression(u"^totals: (\\d+)$"_s, QRegularExpression::MultilineOption)
                                                      .match(QString::fromUtf8(file.readAll()));
            counts.push_back(match.captured(1).toDouble());
        }
        return counts;
    };
    const std::vector<double> few = instructions(2000);
    const std::vector<double> many = instructions(8000);
    QCOMPARE(few.size(), 8u);
    QCOMPARE(many.size(), few.size());
    for (std::size_t i = 0; i < few.size(); ++i) {
        QVERIFY(few[i] > 0.0);
        QVERIFY2(many[i] < 5.0 * few[i],
                 qPrintable(u"edit %1: four times the layers take %2 times the instructions"_s.arg(i + 1).arg(many[i] / few[i])));
    }
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
    makeEdits(document, test::middleOf(count));
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
        makeEdits(document, test::middleOf(layers));
        return document.undoStack().count() == 4 ? 0 : 1;
    }
    TestLargeDocuments test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_large_documents.moc"

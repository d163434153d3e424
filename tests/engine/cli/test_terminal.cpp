#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

namespace test_terminal {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

namespace {

/// What the program writes to a terminal, which is its stdout and stderr, until it ends.
struct Shown {
    int code = -1;
    QByteArray bytes;
};

Shown onTerminal(const QString& folder, const QStringList& arguments)
{
    std::vector<QByteArray> words{NETSMITH_CLI};
    for (const QString& argument : arguments)
        words.push_back(argument.toUtf8());
    std::vector<char*> line;
    for (QByteArray& word : words)
        line.push_back(word.data());
    line.push_back(nullptr);
    const QByteArray place = folder.toUtf8();
    winsize size{24, 100, 0, 0};
    int terminal = -1;
    const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
    if (child == 0) {
        setenv("NETSMITH_DATA_DIR", place.constData(), 1);
        if (chdir(place.constData()) == 0)
            execv(line[0], line.data());
        _exit(127);
    }
    Shown shown;
    char bytes[4096];
    for (ssize_t count; (count = read(terminal, bytes, sizeof bytes)) > 0;) // fails once the program has closed its end
        shown.bytes.append(bytes, count);
    int status = 0;
    waitpid(child, &status, 0);
    close(terminal);
    shown.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return shown;
}

} // namespace

/// The program on a terminal: a bar shows progress, and nothing else is written on its line.
class TestTerminal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void clearsTheBarBeforeOtherOutput_data();
    void clearsTheBarBeforeOtherOutput();
};

void TestTerminal::clearsTheBarBeforeOtherOutput_data()
{
    QTest::addColumn<QStringList>("arguments");
    const auto row = [](const char* name, const QStringList& arguments) { QTest::newRow(name) << arguments; };
    row("train", {u"train"_s, u"small.netsmith"_s, u"--run-dir"_s, u"run"_s});
    row("folds", {u"train"_s, u"small.netsmith"_s, u"--run-dir"_s, u"folds"_s, u"--folds"_s, u"2"_s});
    row("compare", {u"compare"_s, u"small.netsmith"_s, u"--seeds"_s, u"1,2"_s});
    row("lr-range", {u"lr-range"_s, u"small.netsmith"_s, u"--steps"_s, u"30"_s});
    row("twin", {u"twin"_s, u"small.netsmith"_s, u"--steps"_s, u"4"_s, u"--precision"_s, u"bf16-emulated"_s});
    row("json", {u"train"_s, u"small.netsmith"_s, u"--run-dir"_s, u"json"_s, u"--json"_s});
}

void TestTerminal::clearsTheBarBeforeOtherOutput()
{
    QFETCH(const QStringList, arguments);
    const QTemporaryDir folder;
    writeSmallMnist(folder.path(), 64, 32);
    Project project = smallProject();
    project.training.device = "reference"; // part of every build
    writeProject(folder.filePath(u"small.netsmith"_s), project);
    const Shown shown = onTerminal(folder.path(), arguments);
    QVERIFY2(shown.code == 0, shown.bytes.constData());
    const QByteArray clear = "\r\x1b[K";
    QVERIFY2(shown.bytes.contains(clear), "there was no bar");
    QList<QByteArray> lines = shown.bytes.split('\n');
    const QByteArray rest = lines.takeLast();
    QVERIFY2(rest.isEmpty() || rest.endsWith(clear), rest.constData()); // the shell's prompt comes next
    for (QByteArray line : lines) {
        if (line.endsWith('\r'))
            line.chop(1); // the terminal's own
        const auto bar = line.lastIndexOf('\r');
        QVERIFY2(bar < 0 || line.mid(bar).startsWith(clear), line.constData());
    }
}

NETSMITH_TEST(TestTerminal)

} // namespace test_terminal

#include "test_terminal.moc"

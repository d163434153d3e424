#include "tests/engine/cli/own_arrays.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QProcess>

namespace test_runner {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

/// A trained network can be used without data sets and trainer, with only the core and input libraries.
class TestRunner : public OwnArraysTest {
    Q_OBJECT

private Q_SLOTS:
    void answersWithTwoLibraries();
};

void TestRunner::answersWithTwoLibraries()
{
    makeFolder();
    write(plain());
    write(project("features", {6}));
    train(u"run"_s);
    const CliResult predicted = cli({u"predict"_s, u"run"_s, u"set.npz"_s});
    QCOMPARE(predicted.code, 0);

    QProcess runner;
    runner.start(QStringLiteral(NETSMITH_RUNNER), {path(u"run"_s), path(u"set.npz"_s)});
    QVERIFY(runner.waitForFinished(-1));
    QVERIFY2(runner.exitCode() == 0, runner.readAllStandardError());
    const QList<QByteArray> lines = runner.readAllStandardOutput().trimmed().split('\n');
    QCOMPARE(lines.size(), samples + 2);
    QCOMPARE(lines.sliced(samples), (QList<QByteArray>{"libnetsmith-core.so", "libnetsmith-input.so"}));
    int sample = 0;
    for (const QJsonObject& line : predicted.lines()) {
        if (!line.contains(u"shares"_s))
            continue;
        const QJsonArray shares = line[u"shares"_s].toArray();
        const QList<QByteArray> numbers = lines[sample++].trimmed().split(' ');
        QCOMPARE(numbers.size(), shares.size());
        for (qsizetype i = 0; i < shares.size(); ++i)
            QCOMPARE(numbers[i].toFloat(), static_cast<float>(shares[i].toDouble()));
    }
    QCOMPARE(sample, samples);
}

NETSMITH_TEST(TestRunner)

} // namespace test_runner

#include "test_runner.moc"

#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>

namespace test_fork {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

/// `train --fork`: a new run from a checkpoint of another one.
class TestFork : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void goesOnAsTheRunItself();
    void aChangedRateIsGoneOnWith();
    void anotherOptimizerSaysThatItStartsFresh();
    void mistakesAreSentences();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    CliResult train(const QStringList& more) const
    {
        return m_cli->run(QStringList{u"train"_s, u"small.netsmith"_s, u"--json"_s, u"--set"_s, u"training.keep_checkpoints=9"_s}
                          + more);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestFork::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    writeSmallMnist(path(u"data"_s), 200, 50); // 13 steps an epoch, the last one smaller
    netsmith::Project project = smallProject();
    netsmith::Node dropout;
    dropout.id = "dropout";
    dropout.layer = "dropout";
    project.graph.nodes.push_back(dropout);
    project.graph.edges.back() = {{"hidden", "output"}, {"dropout", "input"}};
    project.graph.edges.push_back({{"dropout", "output"}, {"classes", "input"}});
    project.training.epochs = 3;
    writeProject(path(u"small.netsmith"_s), project);
    m_cli = std::make_unique<CliProcess>(m_folder->path());
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
    const CliResult trained = train({u"--run-dir"_s, u"run"_s});
    QVERIFY2(trained.code == 0, trained.words());
}

void TestFork::goesOnAsTheRunItself()
{
    for (const QString& step : {u"000013"_s, u"000026"_s}) {
        const QString fork = u"fork"_s + step;
        const CliResult forked = train({u"--fork"_s, u"run/checkpoints/"_s + step, u"--run-dir"_s, fork});
        QVERIFY2(forked.code == 0, forked.words());
        const QJsonObject told = forked.event(u"fork"_s);
        QCOMPARE(told[u"goes_on"].toBool(), true);
        QCOMPARE(told[u"step"].toInt(), step.toInt());
        QCOMPARE(told[u"run"].toString(), path(u"run"_s));
        QCOMPARE(forked.event(u"start"_s)[u"step"].toInt(), step.toInt());
        QCOMPARE(readBytes(path(fork + u"/metrics.csv"_s)), readBytes(path(u"run/metrics.csv"_s)));
        for (const QString& file : {u"weights.safetensors"_s, u"optimizer.safetensors"_s, u"state.json"_s})
            QCOMPARE(readBytes(path(fork + u"/checkpoints/000039/"_s + file)),
                     readBytes(path(u"run/checkpoints/000039/"_s + file)));
        const CliResult card = m_cli->run({u"runs"_s, u"card"_s, fork, u"--json"_s});
        QVERIFY2(card.code == 0, card.words());
        QVERIFY2(card.out.contains("forked_from") && card.out.contains("forked_at"), card.words());
        const CliResult verified = m_cli->run({u"verify"_s, fork});
        QVERIFY2(verified.code == 0 && verified.out.contains("bit-identical"), verified.words());
    }
}

void TestFork::aChangedRateIsGoneOnWith()
{
    const CliResult forked = train({u"--fork"_s, u"run/checkpoints/000013"_s, u"--run-dir"_s, u"fork"_s, u"--set"_s,
                                    u"optimizer.learning_rate=0.1"_s, u"--epochs"_s, u"4"_s});
    QVERIFY2(forked.code == 0, forked.words());
    QCOMPARE(forked.event(u"fork"_s)[u"goes_on"].toBool(), true);
    QCOMPARE(forked.event(u"done"_s)[u"step"].toInt(), 52);
    QCOMPARE(readBytes(path(u"fork/checkpoints/000013/optimizer.safetensors"_s)),
             readBytes(path(u"run/checkpoints/000013/optimizer.safetensors"_s)));
    const QByteArray before = readBytes(path(u"run/metrics.csv"_s)), after = readBytes(path(u"fork/metrics.csv"_s));
    const qsizetype known = before.indexOf("\nstep,2,14,");
    QVERIFY(known > 0);
    QCOMPARE(after.left(known), before.left(known));
    QVERIFY(after.mid(known, 200) != before.mid(known, 200));
    // It is repeated from where it began.
    const CliResult verified = m_cli->run({u"verify"_s, u"fork"_s});
    QVERIFY2(verified.code == 0, verified.words());
}

void TestFork::anotherOptimizerSaysThatItStartsFresh()
{
    const CliResult forked =
        train({u"--fork"_s, u"run/checkpoints/000013"_s, u"--run-dir"_s, u"fork"_s, u"--set"_s, u"optimizer=sgd"_s});
    QVERIFY2(forked.code == 0, forked.words());
    const QJsonObject told = forked.event(u"fork"_s);
    QCOMPARE(told[u"goes_on"].toBool(), false);
    QVERIFY(told[u"change"].toString().contains(u"optimizer"_s));
    QVERIFY2(forked.err.contains("only the weights of step 13 are taken"), forked.words());
    QCOMPARE(forked.event(u"start"_s)[u"step"].toInt(), 0);
    QCOMPARE(forked.event(u"done"_s)[u"step"].toInt(), 39);
    QCOMPARE(readBytes(path(u"fork/checkpoints/000000/weights.safetensors"_s)),
             readBytes(path(u"run/checkpoints/000013/weights.safetensors"_s)));
    const CliResult verified = m_cli->run({u"verify"_s, u"fork"_s});
    QVERIFY2(verified.code == 0, verified.words());
}

void TestFork::mistakesAreSentences()
{
    const auto refused = [&](const QStringList& more, int code, const char* said) {
        const CliResult result = train(more + QStringList{u"--run-dir"_s, u"never"_s});
        QVERIFY2(result.code == code && result.err.contains(said), result.words());
        QVERIFY(!QFile::exists(path(u"never"_s)));
    };
    refused({u"--fork"_s, u"run"_s}, 2, "set more epochs");
    refused({u"--fork"_s, u"nothing"_s}, 3, "nothing");
    refused({u"--fork"_s, u"run/checkpoints/000001"_s}, 3, "is not a checkpoint");
    refused({u"--fork"_s, u"run"_s, u"--weights"_s, u"run"_s}, 2, "--weights");
    refused({u"--fork"_s, u"run"_s, u"--folds"_s, u"3"_s}, 2, "--folds");
}

NETSMITH_TEST(TestFork)

} // namespace test_fork

#include "test_fork.moc"

#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <set>

namespace test_embed {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

/// `embed`: a layer's outputs as points of a plane.
class TestEmbedCommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void classesHaveTheirPlaces();
    void pointsAreWritten();
    void theSameEachTime();
    void fewSamplesAreTold();
    void mistakesAreSentences_data();
    void mistakesAreSentences();

private:
    CliResult embed(const QStringList& arguments) { return m_cli->run(QStringList{u"embed"_s} + arguments); }
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QJsonObject event(const CliResult& result, const QString& name)
    {
        for (const QJsonObject& line : result.lines())
            if (line[u"event"_s] == name)
                return line;
        return {};
    }

    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestEmbedCommand::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_cli = std::make_unique<CliProcess>(m_folder.path());
    writeSmallMnist(path(u"data"_s), 200, 90);
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
    writeProject(path(u"small.netsmith"_s), smallProject());
    const CliResult trained = m_cli->run({u"train"_s, u"small.netsmith"_s, u"--epochs"_s, u"2"_s, u"--run-dir"_s, u"run"_s,
                                          u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE)});
    QVERIFY2(trained.code == 0, trained.words());
}

void TestEmbedCommand::classesHaveTheirPlaces()
{
    const CliResult result = embed({u"run"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject all = event(result, u"embedding"_s);
    QCOMPARE(all[u"layer"_s].toString(), u"hidden"_s); // before the softmax
    QCOMPARE(all[u"method"_s].toString(), u"tsne"_s);
    QCOMPARE(all[u"samples"_s].toInt(), 90);
    QCOMPARE(all[u"features"_s].toInt(), 16);
    QVERIFY(all[u"kl_divergence"_s].toDouble() > 0.0);
    QVERIFY(std::abs(all[u"perplexity"_s].toDouble() - 89.0 / 3.0) < 1e-9); // there are too few for 30
    int samples = 0;
    for (const QJsonObject& line : result.lines())
        samples += line[u"event"_s] == u"class"_s ? line[u"samples"_s].toInt() : 0;
    QCOMPARE(samples, 90);
    const CliResult pca =
        embed({u"run"_s, u"--method"_s, u"pca"_s, u"--layer"_s, u"input"_s, u"--part"_s, u"training"_s, u"--json"_s});
    const QJsonArray shares = event(pca, u"embedding"_s)[u"explained_variance_ratios"_s].toArray();
    QVERIFY2(pca.code == 0 && shares.size() == 2, pca.words());
    QVERIFY(shares[0].toDouble() >= shares[1].toDouble() && shares[1].toDouble() > 0.0);
    QCOMPARE(event(pca, u"embedding"_s)[u"part"_s].toString(), u"train"_s);
    const QString text = QString::fromUtf8(embed({u"run"_s}).out);
    for (const char* words : {"90 of 90 validation samples", "the output of hidden", "t-SNE: perplexity", "mean x"})
        QVERIFY2(text.contains(QString::fromLatin1(words)), qPrintable(text));
}

void TestEmbedCommand::pointsAreWritten()
{
    const CliResult result = embed({u"run"_s, u"--samples"_s, u"40"_s, u"--output"_s, u"points.csv"_s});
    QVERIFY2(result.code == 0, result.words());
    const QList<QByteArray> lines = readBytes(path(u"points.csv"_s)).trimmed().split('\n');
    QCOMPARE(lines.size(), 41);
    QCOMPARE(lines[0], "index,x,y,target,prediction");
    std::set<QByteArray> indices;
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const QList<QByteArray> cells = lines[i].split(',');
        QCOMPARE(cells.size(), 5);
        indices.insert(cells[0]);
        QVERIFY(std::isfinite(cells[1].toDouble()) && std::isfinite(cells[2].toDouble()));
        QVERIFY(cells[3].toInt() >= 0 && cells[3].toInt() < 10 && !cells[4].isEmpty());
    }
    QCOMPARE(indices.size(), std::size_t{40});
}

void TestEmbedCommand::theSameEachTime()
{
    for (const QString& file : {u"once.csv"_s, u"again.csv"_s})
        QVERIFY(embed({u"run"_s, u"--output"_s, file}).code == 0);
    QCOMPARE(readBytes(path(u"once.csv"_s)), readBytes(path(u"again.csv"_s)));
}

void TestEmbedCommand::fewSamplesAreTold()
{
    const CliResult few = embed({u"run"_s, u"--samples"_s, u"10"_s});
    QVERIFY2(few.code == 0 && few.err.contains("a perplexity of 30 needs 91 samples"), few.words());
}

void TestEmbedCommand::mistakesAreSentences_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("no run") << QStringList{u"nowhere"_s} << 3 << u"nowhere"_s;
    QTest::newRow("no layer") << QStringList{u"run"_s, u"--layer"_s, u"hiden"_s} << 3 << u"hidden"_s;
    QTest::newRow("one sample") << QStringList{u"run"_s, u"--samples"_s, u"1"_s} << 3 << u"at least 2 samples"_s;
    QTest::newRow("a method") << QStringList{u"run"_s, u"--method"_s, u"umap"_s} << 2 << u"umap"_s;
    QTest::newRow("a perplexity") << QStringList{u"run"_s, u"--perplexity"_s, u"0"_s} << 2 << u"perplexity"_s;
    QTest::newRow("a part") << QStringList{u"run"_s, u"--part"_s, u"some"_s} << 2 << u"some"_s;
    QTest::newRow("an output in no folder") << QStringList{u"run"_s, u"--output"_s, u"none/points.csv"_s} << 3 << u"none"_s;
}

void TestEmbedCommand::mistakesAreSentences()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const int, code);
    QFETCH(const QString, words);
    const CliResult result = embed(arguments);
    QVERIFY2(result.ended && result.code == code, result.words());
    QVERIFY2(result.err.contains(words.toUtf8()), result.words());
}

NETSMITH_TEST(TestEmbedCommand)

} // namespace test_embed

#include "test_embed.moc"

#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/engine/train/tiny_text.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace test_texts {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

/// A text through the program itself: shown, trained on, continued.
class TestTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void showsTexts();
    void writesTexts();
    void takesEveryTemperature_data();
    void takesEveryTemperature();
    void tellsWhatItNeverSaw();
    void filesAreContinued();
    void samplesTellTheirNext();

private:
    QStringList predict(const QString& prompt, const QStringList& more = {}) const
    {
        return QStringList{u"predict"_s, u"run"_s, u"--prompt"_s, prompt} + more;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestTexts::initTestCase()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_cli = std::make_unique<CliProcess>(m_folder->path());
    writeProject(m_folder->filePath(u"text.netsmith"_s), tinyTextProject(m_folder->path().toStdString()));
    const CliResult trained =
        m_cli->run({u"train"_s, u"text.netsmith"_s, u"--run-dir"_s, u"run"_s, u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE)});
    QVERIFY2(trained.code == 0, trained.words());
}

void TestTexts::showsTexts()
{
    const CliResult words = m_cli->run({u"data"_s, u"show"_s, u"text.netsmith"_s});
    QVERIFY2(words.code == 0, words.words());
    for (const char* said : {"vocabulary of 13", "⏎", "␣", "0: hell", "1: ello"})
        QVERIFY2(QByteArray(words.words()).contains(said), words.words());
    const CliResult json = m_cli->run({u"data"_s, u"show"_s, u"text.netsmith"_s, u"--json"_s});
    const QJsonArray fields = json.event(u"data"_s)[u"fields"].toArray();
    QCOMPARE(fields.size(), 2);
    const QJsonObject vocabulary = fields[0][u"vocabulary"].toObject();
    QCOMPARE(vocabulary[u"size"].toInt(), 13);
    QCOMPARE(vocabulary[u"unit"].toString(), u"characters"_s);
    QCOMPARE(vocabulary[u"unknown"].toInt(), 0);
    QCOMPARE(vocabulary[u"tokens"].toArray().size(), 11);
    QCOMPARE(vocabulary[u"tokens"][0][u"token"].toString(), u"l"_s);
    QCOMPARE(vocabulary[u"tokens"][0][u"number"].toInt(), 2);
    QCOMPARE(vocabulary[u"tokens"][0][u"count"].toInt(), 90);
    QCOMPARE(fields[0][u"samples"][2].toString(), u"llo,"_s);
    QVERIFY(!fields[0].toObject().contains(u"train_counts"_s));
}

void TestTexts::writesTexts()
{
    const CliResult words = m_cli->run(predict(u"hell"_s, {u"--temperature"_s, u"0"_s, u"--length"_s, u"12"_s}));
    QVERIFY2(words.code == 0, words.words());
    QVERIFY2(QByteArray(words.words()).contains("hello, world!\nhe"), words.words());
    const QStringList settings{u"--json"_s, u"--length"_s, u"30"_s,   u"--temperature"_s, u"3"_s, u"--top-k"_s,
                               u"5"_s,      u"--top-p"_s,  u"0.95"_s, u"--seed"_s,        u"11"_s};
    const CliResult json = m_cli->run(predict(u"hell"_s, settings));
    QVERIFY2(json.code == 0, json.words());
    const QList<QJsonObject> lines = json.lines();
    QCOMPARE(lines.size(), 31);
    QString text;
    for (int i = 0; i < 30; ++i) {
        QCOMPARE(lines[i][u"event"].toString(), u"token"_s);
        text += lines[i][u"text"].toString();
        const double probability = lines[i][u"probability"].toDouble();
        QVERIFY(probability > 0.0 && probability <= 1.0);
    }
    QCOMPARE(json.event(u"text"_s)[u"text"].toString(), text);
    QCOMPARE(json.event(u"text"_s)[u"tokens"].toInt(), 30);
    const CliResult again = m_cli->run(predict(u"hell"_s, settings));
    QCOMPARE(again.event(u"text"_s)[u"text"].toString(), text);
}

void TestTexts::takesEveryTemperature_data()
{
    QTest::addColumn<QString>("temperature");
    for (const char* temperature : {"0", "1e-9", "1e9", "1e300"})
        QTest::newRow(temperature) << QString(temperature);
}

/// From always the likeliest token to all tokens alike, the probabilities add up to 1.
void TestTexts::takesEveryTemperature()
{
    QFETCH(QString, temperature);
    const CliResult json = m_cli->run(predict(u"hell"_s, {u"--json"_s, u"--length"_s, u"20"_s, u"--temperature"_s, temperature}));
    QVERIFY2(json.code == 0, json.words());
    const QList<QJsonObject> lines = json.lines();
    QCOMPARE(lines.size(), 21);
    for (int i = 0; i < 20; ++i) {
        const double probability = lines[i][u"probability"].toDouble();
        if (temperature.startsWith(u"1e-") || temperature == u"0"_s)
            QVERIFY(probability > 0.999);
        else
            QVERIFY(std::abs(probability - 1.0 / 11) < 1e-6); // of the eleven characters that it knows
    }
}

void TestTexts::tellsWhatItNeverSaw()
{
    const CliResult asked = m_cli->run(predict(u"床xhell"_s, {u"--length"_s, u"1"_s, u"--json"_s}));
    QVERIFY2(asked.code == 0, asked.words());
    const QString warning = asked.event(u"warning"_s)[u"message"].toString();
    QVERIFY2(warning.contains(u"\"床\", \"x\""_s), qPrintable(warning));
}

/// A file, a text and stdin are prompts: a language model has no class of a text.
void TestTexts::filesAreContinued()
{
    const QStringList most{u"--temperature"_s, u"0"_s, u"--length"_s, u"12"_s, u"--json"_s};
    const QJsonObject expected = m_cli->run(predict(u"hell"_s, most)).event(u"text"_s);
    writeBytes(m_folder->filePath(u"prompt.txt"_s), "hell");
    for (const QStringList& asked :
         {QStringList{u"predict"_s, u"run"_s, u"prompt.txt"_s}, {u"predict"_s, u"run"_s, u"--text"_s, u"hell"_s}}) {
        const CliResult said = m_cli->run(asked + most);
        QVERIFY2(said.code == 0, said.words());
        QCOMPARE(said.event(u"text"_s)[u"text"], expected[u"text"]);
    }
    const CliResult piped = m_cli->runWith("hell", QStringList{u"predict"_s, u"run"_s, u"-"_s} + most);
    QCOMPARE(piped.event(u"text"_s)[u"text"], expected[u"text"]);
    QCOMPARE(m_cli->run({u"predict"_s, u"run"_s, u"prompt.txt"_s, u"--output"_s, u"a.csv"_s}).code, 2);
}

/// For a sample of the test set one token is predicted, or one a step by a network that predicts each next token.
void TestTexts::samplesTellTheirNext()
{
    const QJsonObject one = m_cli->run({u"predict"_s, u"run"_s, u"--index"_s, u"0"_s, u"--json"_s}).event(u"prediction"_s);
    QVERIFY(!one[u"name"].toString().isEmpty());
    QVERIFY(one[u"right"].toBool());
    writeProject(m_folder->filePath(u"every.netsmith"_s), tinyTextProject(m_folder->path().toStdString(), true));
    const CliResult trained = m_cli->run(
        {u"train"_s, u"every.netsmith"_s, u"--run-dir"_s, u"every"_s, u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE)});
    QVERIFY2(trained.code == 0, trained.words());
    const QJsonObject all = m_cli->run({u"predict"_s, u"every"_s, u"--index"_s, u"0"_s, u"--json"_s}).event(u"prediction"_s);
    QCOMPARE(all[u"names"].toArray().size(), 4); // a step for each token of the window
    QCOMPARE(all[u"known"].toInt(), 4);
}

NETSMITH_TEST(TestTexts)

} // namespace test_texts

#include "test_texts.moc"

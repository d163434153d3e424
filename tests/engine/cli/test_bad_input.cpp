#include "tests/engine/cli/bad_input.h"
#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace netsmith::test;

namespace {

/// Every file below the folder with its bytes' hash, but for the program's cache.
QMap<QString, QByteArray> snapshot(const QString& folder)
{
    QMap<QString, QByteArray> files;
    QDirIterator entries(folder, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (entries.hasNext()) {
        const QString path = entries.next();
        if (path.contains(u"/cache"_s))
            continue;
        files[path] =
            QFileInfo(path).isDir() ? QByteArray() : QCryptographicHash::hash(readBytes(path), QCryptographicHash::Sha256);
    }
    return files;
}

} // namespace

/// Whatever is wrong with what the program is given, it ends with the documented exit code and one line that names the culprit: it
/// never crashes, hangs or leaves a half-written file.
class TestBadInput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void corpusIsLarge();
    void endsWell_data();
    void endsWell();

private:
    QTemporaryDir m_folder;
    std::vector<BadInput> m_corpus;
};

void TestBadInput::initTestCase()
{
    QVERIFY(m_folder.isValid());
    writeSmallMnist(m_folder.filePath(u"data"_s), 200, 50);
    netsmith::Project project = smallProject();
    const CliProcess cli(m_folder.path());
    for (const auto& [name, units] : {std::pair{u"run"_s, 16}, std::pair{u"other"_s, 8}}) {
        project.graph.find("hidden")->parameters["units"] = std::int64_t{units};
        const QString file = m_folder.filePath(name == u"run" ? u"small.netsmith"_s : u"other.netsmith"_s);
        writeProject(file, project);
        const CliResult result =
            cli.run({u"train"_s, file, u"--data-dir"_s, m_folder.filePath(u"data"_s), u"--run-dir"_s, m_folder.filePath(name)});
        QVERIFY2(result.code == 0, result.words());
    }
    for (const auto& part :
         {badProjectFiles(), badGraphs(), badSettings(), badData(), badTables(), badTexts(), badPictures(), badRuns()})
        std::ranges::copy(part, std::back_inserter(m_corpus));
}

void TestBadInput::corpusIsLarge()
{
    QVERIFY2(m_corpus.size() >= 250, qPrintable(QString::number(m_corpus.size())));
}

void TestBadInput::endsWell_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < m_corpus.size(); ++i)
        QTest::newRow(m_corpus[i].name.constData()) << static_cast<int>(i);
}

void TestBadInput::endsWell()
{
    QFETCH(int, index);
    const BadInput& bad = m_corpus[static_cast<std::size_t>(index)];
    const QString name = QString::number(index);
    QVERIFY(QDir(m_folder.path()).mkpath(name));
    QDir folder(m_folder.filePath(name));
    CliProcess cli(folder.path());
    const QStringList arguments = bad.prepare(folder, m_folder.filePath(u"data"_s));
    const auto before = snapshot(m_folder.path());

    const CliResult result = cli.run(arguments);
    QVERIFY2(result.ended, "it crashed or hung: " + arguments.join(u' ').toUtf8() + '\n' + result.words());
    QVERIFY2(result.code == bad.code, result.words());
    const QList<QByteArray> said = result.err.trimmed().split('\n');
    const auto errors = std::ranges::count_if(said, [](const QByteArray& line) { return line.startsWith("error: "); });
    QVERIFY2(errors == (bad.code == 0 ? 0 : 1), result.words());
    QVERIFY2(bad.code == 0 || said.last().startsWith("error: "), result.words());
    const QByteArray words = bad.code == 0 ? result.out + result.err : said.last();
    for (const QString& text : bad.says + QStringList(bad.mention))
        QVERIFY2(words.contains(text.toUtf8()), "it does not say " + text.toUtf8() + ": " + result.words());
    QVERIFY2(snapshot(m_folder.path()) == before, "it changed files: " + result.words());
    QVERIFY(folder.removeRecursively());
}

QTEST_GUILESS_MAIN(TestBadInput)
#include "test_bad_input.moc"

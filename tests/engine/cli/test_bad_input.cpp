#include "tests/engine/cli/bad_input.h"
#include "tests/engine/cli/copied_tree.h"
#include "tests/engine/cli/input_corpus.h"
#include "tests/test_program.h"

#include <QTemporaryDir>

namespace test_bad_input {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

/// Whatever is wrong with its input, the program ends with the documented exit code and one line that names the culprit: it never
/// crashes, hangs or leaves a half-written file.
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
    for (const auto& [name, units] : {std::pair{u"run"_s, 16}, std::pair{u"other"_s, 8}}) {
        project.graph.find("hidden")->parameters["units"] = std::int64_t{units};
        const QString file = name == u"run" ? u"small.netsmith"_s : u"other.netsmith"_s;
        const CliResult result = trainIn(QDir(m_folder.path()), project, file, name);
        QVERIFY2(result.code == 0, result.words());
    }
    m_corpus =
        corpusOf({badProjectFiles(), badGraphs(), badSettings(), badData(), badTables(), badTexts(), badPictures(), badRuns()});
}

void TestBadInput::corpusIsLarge()
{
    QVERIFY2(m_corpus.size() >= 250, qPrintable(QString::number(m_corpus.size())));
}

void TestBadInput::endsWell_data()
{
    addRows(m_corpus);
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
    const auto before = contentOf(m_folder.path(), u"/cache"_s);

    const CliResult result = cli.run(arguments);
    QVERIFY2(result.ended, "it crashed or hung: " + arguments.join(u' ').toUtf8() + '\n' + result.words());
    QVERIFY2(result.code == bad.code, result.words());
    QVERIFY2(saysError(result, bad.code != 0), result.words());
    const QByteArray words = bad.code == 0 ? result.out + result.err : result.err.trimmed().split('\n').last();
    for (const QString& text : bad.says + QStringList(bad.mention))
        QVERIFY2(words.contains(text.toUtf8()), "it does not say " + text.toUtf8() + ": " + result.words());
    QVERIFY2(contentOf(m_folder.path(), u"/cache"_s) == before, "it changed files: " + result.words());
    QVERIFY(folder.removeRecursively());
}

NETSMITH_TEST(TestBadInput)

} // namespace test_bad_input

#include "test_bad_input.moc"

#include "tests/engine/cli/copied_tree.h"
#include "tests/engine/cli/hostile_input.h"
#include "tests/engine/cli/input_corpus.h"
#include "tests/test_program.h"

#include <QStringDecoder>
#include <QTemporaryDir>

#include <algorithm>
#include <set>

namespace test_hostile_inputs {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

namespace {

/// Whether any of it controls a terminal, by Qt's Unicode tables: invalid bytes, controls other than line breaks and tabs, other
/// line separators, and changes of the writing direction.
bool acts(const QByteArray& bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(bytes);
    return decoder.hasError() || std::ranges::any_of(text, [](QChar c) {
               static const QString marks = u"\u061c\u200e\u200f"_s;
               const bool turns =
                   (c.direction() >= QChar::DirLRE && c.direction() <= QChar::DirPDF && c.direction() != QChar::DirAL)
                   || (c.direction() >= QChar::DirLRI && c.direction() <= QChar::DirPDI);
               const bool ends = c.category() == QChar::Separator_Line || c.category() == QChar::Separator_Paragraph;
               const bool controls = c.category() == QChar::Other_Control && c != u'\n' && c != u'\t';
               return turns || ends || controls || marks.contains(c);
           });
}

} // namespace

/// Whatever a project contains, is called, or is started with, the program ends by itself with the documented exit code, prints one
/// sentence, sends no control characters to the terminal, and touches nothing outside the project.
class TestHostileInputs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void corpusIsLarge();
    void endsWell_data();
    void endsWell();

private:
    QTemporaryDir m_folder;
    std::vector<HostileInput> m_corpus;
};

void TestHostileInputs::initTestCase()
{
    QVERIFY(m_folder.isValid());
    writeSmallMnist(m_folder.filePath(u"data"_s), 60, 20);
    netsmith::Project project = smallProject();
    project.training.epochs = 1;
    project.training.keepCheckpoints = 2;
    const CliResult result = trainIn(QDir(m_folder.path()), project, u"good/small.netsmith"_s, u"good/runs/a"_s);
    QVERIFY2(result.code == 0, result.words());
    m_corpus = corpusOf({hostileLinks(), hostileNames(), hostileArguments(), hostileSurroundings(), hostileFiles()});
}

void TestHostileInputs::corpusIsLarge()
{
    std::set<QByteArray> names;
    for (const HostileInput& input : m_corpus)
        names.insert(input.name);
    QVERIFY2(names.size() >= 200, qPrintable(QString::number(names.size())));
    QCOMPARE(names.size(), m_corpus.size());
}

void TestHostileInputs::endsWell_data()
{
    addRows(m_corpus);
}

void TestHostileInputs::endsWell()
{
    QFETCH(int, index);
    const HostileInput& hostile = m_corpus[static_cast<std::size_t>(index)];
    QTemporaryDir folder;
    const HostilePlace place{QDir(folder.filePath(u"project"_s)), m_folder.filePath(u"data"_s),
                             QDir(folder.filePath(u"outside"_s))};
    copyTree(m_folder.filePath(u"good"_s), place.project.path());
    copyTree(m_folder.filePath(u"good/runs/a"_s), place.outside.filePath(u"run"_s));
    copyTree(m_folder.filePath(u"good/runs/a"_s), place.outside.filePath(u"runs/a"_s));
    writeBytes(place.outside.filePath(u"diary"_s), "dear diary\n");
    CliProcess cli(place.project.path());
    cli.setVariable(u"HOME"_s, folder.filePath(u"home"_s));
    cli.setVariable(u"XDG_CACHE_HOME"_s, folder.filePath(u"cache"_s));
    cli.setVariable(u"OMP_NUM_THREADS"_s, u"2"_s);
    for (auto [name, value] : hostile.environment.asKeyValueRange())
        cli.setVariable(name, value);
    cli.setPrelude(hostile.prelude);
    const QStringList arguments = hostile.prepare(place);
    const auto before = contentOf(place.outside.path());

    const CliResult result = cli.run(arguments, 60000);
    QVERIFY2(result.ended, "it crashed or hung: " + arguments.join(u' ').toUtf8().left(300) + '\n' + result.words().left(2000));
    QVERIFY2(result.code == hostile.code && !result.err.contains("a bug in Netsmith"), result.words().left(2000));
    QVERIFY2(contentOf(place.outside.path()) == before, "it changed files outside the project: " + result.words().left(2000));
    for (const QByteArray& text : {result.out, result.err}) {
        QVERIFY2(!acts(text), "it sends controls: " + text.toPercentEncoding(" \n").left(2000));
        const bool quoted = hostile.name.contains("as csv"); // where a quoted cell may have several lines
        for (const QByteArray& line : text.split('\n'))
            QVERIFY2(quoted || !line.startsWith("FORGED"), "a forged line: " + result.words().left(2000));
    }
    QVERIFY2(!hostile.name.startsWith("data: ") || !result.err.contains("there is no data set"), result.words().left(2000));
    // A process whose standard error is closed can't say it.
    const bool dumb = hostile.prelude.contains(u"2>&-"_s);
    QVERIFY2(saysError(result, hostile.code != 0 && !dumb), result.words().left(2000));
}

NETSMITH_TEST(TestHostileInputs)

} // namespace test_hostile_inputs

#include "test_hostile_inputs.moc"

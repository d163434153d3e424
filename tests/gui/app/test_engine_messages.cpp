#include "engine/core/placeholder.h"
#include "engine/core/system_reason.h"
#include "engine/data/source.h"
#include "engine/graph/project/project.h"
#include "engine/store/fingerprint.h"
#include "engine/train/project_checks.h"
#include "gui/app/language.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/ideographs.h"
#include "tests/test_program.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <cerrno>
#include <cstring>
#include <map>
#include <set>

namespace test_engine_messages {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

const QString literal = u"\"(?:[^\"\\\\]|\\\\.)*\""_s;

QString unquoted(const QString& literals)
{
    static const QRegularExpression each(literal);
    QString out;
    for (const QRegularExpressionMatch& match : each.globalMatch(literals))
        out += match.captured().sliced(1).chopped(1);
    return out.replace(u"\\\""_s, u"\""_s).replace(u"\\n"_s, u"\n"_s).replace(u"\\\\"_s, u"\\"_s);
}

/// A message as declared in a source file.
struct Sentence {
    std::string id;
    std::string pattern;
    QString file;
    QString arguments; ///< the rest of the same call

    QByteArray name() const { return QByteArray::fromStdString(id + ": " + pattern) + " (" + file.toUtf8() + ')'; }
};

/// From `start` to where the call or the statement ends.
QString restOfCall(const QString& source, qsizetype start)
{
    int depth = 0;
    bool inText = false;
    qsizetype at = start;
    for (; at < source.size(); ++at) {
        const QChar c = source[at];
        if (inText && c == u'\\')
            ++at;
        else if (c == u'"')
            inText = !inText;
        else if (!inText && u"({["_s.contains(c))
            ++depth;
        else if (!inText && ((u")}]"_s.contains(c) && --depth < 0) || c == u';'))
            break;
    }
    return source.sliced(start, at - start);
}

const QList<Sentence>& sentences()
{
    static const QList<Sentence> all = [] {
        QList<Sentence> out;
        const QRegularExpression use(u"\\bNS_MESSAGE\\(\\s*\"([^\"]+)\",\\s*((?:%1\\s*)+)\\)"_s.arg(literal));
        for (const QString& room : {u"engine"_s, u"gui"_s}) {
            QDirIterator files(u"" NETSMITH_SOURCE_DIR "/"_s + room, {u"*.h"_s, u"*.cpp"_s}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                if (!file.open(QIODevice::ReadOnly))
                    continue;
                const QString source = QString::fromUtf8(file.readAll());
                for (const QRegularExpressionMatch& match : use.globalMatch(source))
                    out.push_back({match.captured(1).toStdString(), unquoted(match.captured(2)).toStdString(),
                                   QFileInfo(file).fileName(), restOfCall(source, match.capturedEnd())});
            }
        }
        return out;
    }();
    return all;
}

/// The arguments that a pattern uses; those that are counts with their noun.
std::map<std::size_t, Placeholder> placeholdersOf(std::string_view pattern)
{
    std::map<std::size_t, Placeholder> out;
    for (std::size_t i = 0; i < pattern.size(); ++i)
        if (const auto placeholder = placeholderAt(pattern.substr(i)))
            out.emplace(placeholder->index, *placeholder);
    return out;
}

QString markOf(std::size_t index)
{
    return QString::number(987000 + static_cast<int>(index));
}

/// The message with a different number for each argument.
Message filled(const Sentence& sentence)
{
    return Message(MessageTemplate{sentence.id, sentence.pattern}, "987000", "987001", "987002", "987003", "987004", "987005",
                   "987006", "987007", "987008", "987009");
}

/// The first English words in a text that should have none, or nothing. Names don't count: text in quotation marks, words with a
/// digit, a dot, an underscore or a hyphen or only capitals, and names that are the same in Chinese.
QString englishIn(QString text)
{
    static const QRegularExpression quoted(u"“[^”]*”|`[^`]*`|\"[^\"]*\"|/\\S*|--\\S+"_s);
    static const QRegularExpression word(u"[A-Za-z][A-Za-z0-9_.:*/-]*"_s);
    static const QRegularExpression plain(u"^[A-Z]?[a-z]{2,}$"_s);
    static const QSet<QString> names{
        u"Netsmith"_s, u"mpirun"_s,      u"openmpi"_s, u"libopenmpi"_s, u"root"_s,        u"NaN"_s,      u"auto"_s,
        u"cpu"_s,      u"reference"_s,   u"none"_s,    u"relu"_s,       u"sigmoid"_s,     u"tanh"_s,     u"same"_s,
        u"valid"_s,    u"zlib"_s,        u"gzip"_s,    u"id"_s,         u"add"_s,         u"true"_s,     u"false"_s,
        u"null"_s,     u"softmax"_s,     u"train"_s,   u"evaluate"_s,   u"concatenate"_s, u"accuracy"_s, u"split"_s,
        u"libcurl"_s,  u"safetensors"_s, u"loss"_s,    u"epsilon"_s,    u"Python"_s,      u"Darknet"_s,  u"Keras"_s,
        u"Unicode"_s,  u"protobuf"_s,    u"Lite"_s,    u"shuffle"_s};
    text.replace(quoted, u" "_s);
    QStringList found;
    for (const QRegularExpressionMatch& match : word.globalMatch(text))
        if (const QString each = match.captured(); plain.match(each).hasMatch() && !names.contains(each))
            found << each;
    return found.join(u' ');
}

bool isChinese(const QString& text)
{
    return std::ranges::any_of(text, [](QChar letter) { return letter.script() == QChar::Script_Han; });
}

/// The English message of the error that `call` throws or returns.
template <class F>
Message errorOf(F call)
{
    try {
        call();
    } catch (const Error& error) {
        return error.message();
    }
    return Message(NS_MESSAGE("test.nothing", "nothing was thrown"));
}

Message refusalOf(std::string_view json)
{
    return projectFromJson(json).error().message();
}

} // namespace

/// Everything the engine says can be read in Chinese: every message, with any arguments.
class TestEngineMessages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ideographsStandWithoutGaps();
    void sentencesBeginWithACapital_data();
    void sentencesBeginWithACapital();
    void initTestCase() { QCOMPARE(speak(u"zh_CN"_s), u"zh_CN"_s); }
    void everySentenceIsChinese();
    void anIdHasOneSentence();
    void noArgumentIsEnglish();
    void whatIsCountedHasASingular();
    void aCountTakesItsNoun();
    void whatGoesWrongIsChinese_data();
    void whatGoesWrongIsChinese();
    void problemsOfANetworkAreChinese();
    void theSystemsReasonsAreChinese();
};

void TestEngineMessages::everySentenceIsChinese()
{
    QVERIFY(sentences().size() > 280);
    for (const Sentence& sentence : sentences()) {
        const Message message = filled(sentence);
        QString text = messageText(message).remove(u',');
        for (const auto& [index, placeholder] : placeholdersOf(sentence.pattern))
            QVERIFY2(text.contains(markOf(index)), sentence.name() + " leaves out an argument: " + text.toUtf8());
        QVERIFY2(!text.contains(u'{') && !text.contains(u'}'), sentence.name() + " leaves a placeholder: " + text.toUtf8());
        static const QRegularExpression mark(u"98700\\d"_s);
        for (const QRegularExpressionMatch& match : mark.globalMatch(text))
            QVERIFY2(placeholdersOf(sentence.pattern).contains(static_cast<std::size_t>(match.captured().toInt() - 987000)),
                     sentence.name());
        const QString english = QString::fromStdString(message.text());
        const bool hasWords = englishIn(english) != QString();
        QVERIFY2(!hasWords || isChinese(text), sentence.name() + " is not translated: " + text.toUtf8());
        QVERIFY2(englishIn(text).isEmpty(), sentence.name() + " speaks English: " + englishIn(text).toUtf8());
    }
}

void TestEngineMessages::anIdHasOneSentence()
{
    // Errors are identified by their ids, and translations are looked up by them.
    const std::set<std::string> shared{"data.memory"};
    std::map<std::string, std::string> known;
    for (const Sentence& sentence : sentences())
        if (const auto [found, isNew] = known.emplace(sentence.id, sentence.pattern); !isNew && !shared.contains(sentence.id))
            QVERIFY2(found->second == sentence.pattern, sentence.name());
}

void TestEngineMessages::noArgumentIsEnglish()
{
    static const QRegularExpression nested(u"\\bNS_(?:MESSAGE|TEXT)\\(\\s*%1\\s*,\\s*(?:%1\\s*)+\\)"_s.arg(literal));
    static const QRegularExpression each(literal);
    static const QRegularExpression letters(u"[A-Za-z]{2}"_s);
    for (const Sentence& sentence : sentences()) {
        if (QByteArray::fromStdString(sentence.id).startsWith("cli."))
            continue; // the command line is English
        const QString arguments = QString(sentence.arguments).remove(nested);
        for (const QRegularExpressionMatch& match : each.globalMatch(arguments))
            QVERIFY2(!letters.match(match.captured()).hasMatch(), sentence.name() + " is given " + match.captured().toUtf8());
    }
}

void TestEngineMessages::whatIsCountedHasASingular()
{
    static const QRegularExpression counted(
        u"(?:^|[^}] )\\{\\d\\} (?:(?!has|is|and|runs)\\w+ )?"
        "(?:samples|steps|epochs|bytes|inputs|outputs|axes|images|labels|errors|losses|layers|numbers|"
        "classes|filters|channels|slots|rates|metrics|wires|nodes|files)\\b"_s);
    for (const Sentence& sentence : sentences())
        QVERIFY2(!counted.match(QString::fromStdString(sentence.pattern)).hasMatch(), sentence.name());
}

void TestEngineMessages::aCountTakesItsNoun()
{
    constexpr auto steps = NS_MESSAGE("train.done", "trained {0:epoch|epochs}, {1:step|steps}");
    QCOMPARE(Message(steps, 1, 0).text(), std::string("trained 1 epoch, 0 steps"));
    QCOMPARE(Message(steps, 2, 1).text(), std::string("trained 2 epochs, 1 step"));
    QCOMPARE(messageText(Message(steps, 2, 60000)), u"已训练 2 轮，60,000 步"_s);
    speak(u"en"_s);
    QCOMPARE(messageText(Message(steps, 1, 60000)), u"trained 1 epoch, 60,000 steps"_s);
    speak(u"zh_CN"_s);
    QCOMPARE(Message(NS_MESSAGE("test.pattern", "{0} {0:a|b} {1} {x} {0:ab} {0"), 1).text(),
             std::string("1 1 a {1} {x} {0:ab} {0"));
}

void TestEngineMessages::whatGoesWrongIsChinese_data()
{
    QTest::addColumn<Message>("message");
    QTest::addColumn<QString>("chinese");
    const auto row = [](const char* name, const Message& message, const QString& chinese) {
        QTest::newRow(name) << message << chinese;
    };
    row("no object", refusalOf("[]"), u"/：应为对象，实际为数组"_s);
    row("empty", refusalOf(""), u"文本在第 1 行第 1 列、开头附近不是有效的 JSON；它可能被截断或被手工修改过"_s);
    row("a text for a number", refusalOf(R"({"netsmith": 2, "training": {"batch": "32"}})"),
        u"/training/batch：应为整数，实际为文本"_s);
    Project project;
    row("an integer", errorOf([&] { applySetting(project, "training.epochs=many"); }), u"training.epochs：应为整数，实际为 many"_s);
    row("nothing to set", errorOf([&] { applySetting(project, "conv.units=3"); }),
        u"没有可设置的层“conv”；请写 training, data, optimizer, schedule, loss, sample_weight, early_stopping, pruning, groups, phases 或某一层的 id"_s);
    static const QTemporaryDir empty;
    const data::DataPaths nowhere{.dataDir = {}, .environmentDir = {}, .cacheDir = {}};
    const data::DataPaths somewhere{.dataDir = empty.path().toStdString(), .environmentDir = {}, .cacheDir = {}};
    row("no data", data::resolve("mnist", somewhere).words, u"MNIST 不在 %1 中；暂由内置合成数字代替"_s.arg(empty.path()));
    row("no folder", data::source("mnist").find(nowhere).where, u"这里没有 MNIST，也没有可以查找的文件夹"_s);
    row("no cache", errorOf([&] { nowhere.downloadDir(); }), u"没有缓存文件夹，因为 HOME 和 XDG_CACHE_HOME 都未设置"_s);
    row("no fields", errorOf([] { data::DataSplit().field("image"); }), u"数据中没有字段“image”；现有字段：无"_s);
    row("other conditions", *differenceOf({{"threads", "2"}, {"build", "1"}}, {{"threads", "1"}, {"build", "1"}}),
        u"threads：当时为 2，现在为 1"_s);
}

void TestEngineMessages::whatGoesWrongIsChinese()
{
    QFETCH(Message, message);
    QFETCH(QString, chinese);
    QCOMPARE(messageText(message), chinese);
}

void TestEngineMessages::problemsOfANetworkAreChinese()
{
    Project project;
    for (const auto& [id, layer] : {std::pair("a", "relu"), std::pair("b", "relu"), std::pair("c", "dens")}) {
        Node node;
        node.id = id;
        node.layer = layer;
        project.graph.nodes.push_back(node);
    }
    project.graph.nodes[0].parameters["slope"] = 1.0;
    project.graph.edges = {{{"a", "output"}, {"b", "input"}}, {{"b", "output"}, {"a", "input"}}, {{"b", "out"}, {"c", "input"}}};
    project.training.optimizer.id = "adman";
    project.training.objectives[0].loss.parameters["smooth"] = 1.0;
    QStringList texts;
    const std::vector<FieldType> fields{{"features", {3}, DataType::f32, 0}};
    for (const Problem& problem : train::checkProject(project, fields).problems()) {
        texts << messageText(problem.message);
        QVERIFY2(isChinese(texts.back()) && englishIn(QString(texts.back()).remove(u"“"_s).remove(u"”"_s)).size() < 80,
                 qPrintable(texts.back()));
    }
    const QString all = texts.join(u'\n');
    for (const QString& expected :
         {u"连线形成了环路 relu \"a\" → relu \"b\" → relu \"a\"；"_s, u"没有参数“slope”；现有参数：无"_s, u"没有优化器“adman”"_s,
          u"损失“sparse_categorical_crossentropy”没有参数“smooth”"_s, u"它的输出端为：output"_s, u"现有字段：features"_s})
        QVERIFY2(all.contains(expected), qPrintable(expected + u"\nis not in\n"_s + all));
}

void TestEngineMessages::theSystemsReasonsAreChinese()
{
    for (const int code : {EACCES, EEXIST, EFBIG, EIO, EISDIR, EMFILE, ENFILE, ENAMETOOLONG, ENOENT, ENOMEM, ENOSPC, ENOTDIR,
                           ENOTEMPTY, EPERM, EROFS}) {
        const Message reason = systemReason(code);
        QCOMPARE(reason.text(), std::string(std::strerror(code)));
        QVERIFY2(isChinese(messageText(reason)), reason.text().c_str());
    }
    QCOMPARE(messageText(systemReason(EXFULL)), QString::fromLocal8Bit(std::strerror(EXFULL)));
}

/// A Chinese pattern has spaces around Latin words; ideographs in their place have none. A person's own text stays as it is.
void TestEngineMessages::ideographsStandWithoutGaps()
{
    constexpr auto share = NS_MESSAGE("profiler.share", "{0} % of a step is {1}.");
    QCOMPARE(messageText(Message(share, 40, Message(NS_MESSAGE("profiler.of_update", "updating the weights")))),
             u"一步中 40% 的时间用于更新权重。"_s);
    QCOMPARE(messageText(Message(share, 40, Message(NS_MESSAGE("profiler.of_forward", "the forward pass of {0}"), "dense_3"))),
             u"一步中 40% 的时间用于 dense_3 的前向计算。"_s);
    QCOMPARE(messageText(Message(share, 40, "我的 数据")), u"一步中 40% 的时间用于我的 数据。"_s);
    QCOMPARE(withoutGaps(u"从 上一步 的 softmax 到 第 2 步，"_s), u"从上一步的 softmax 到第 2 步，"_s);
    QCOMPARE(withoutGaps(u"a b"_s), u"a b"_s);
    QCOMPARE(withoutGaps({}), QString());
}

void TestEngineMessages::sentencesBeginWithACapital_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("a word") << u"a batch of 40 does not fit"_s << u"A batch of 40 does not fit"_s;
    QTest::newRow("one word") << u"stopped."_s << u"Stopped."_s;
    QTest::newRow("with a colon") << u"data: there is none"_s << u"Data: there is none"_s;
    QTest::newRow("a precision") << u"fp32 on reference: computed in double"_s << u"fp32 on reference: computed in double"_s;
    QTest::newRow("a layer") << u"conv2d \"stem\": no filters"_s << u"conv2d \"stem\": no filters"_s;
    QTest::newRow("a node") << u"dense_1: no units"_s << u"dense_1: no units"_s;
    QTest::newRow("a setting") << u"training.batch is 0"_s << u"training.batch is 0"_s;
    QTest::newRow("nothing") << QString() << QString();
    QTest::newRow("Chinese") << u"没有数据"_s << u"没有数据"_s;
}

void TestEngineMessages::sentencesBeginWithACapital()
{
    QFETCH(QString, text);
    QTEST(asSentence(text), "sentence");
}

NETSMITH_WINDOW_TEST(TestEngineMessages)

} // namespace test_engine_messages

#include "test_engine_messages.moc"

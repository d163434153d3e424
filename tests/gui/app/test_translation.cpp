#include "engine/data/source.h"
#include "engine/graph/project/settings.h"
#include "engine/layers/registry.h"
#include "engine/losses/registry.h"
#include "engine/optimizers/registry.h"
#include "engine/schedules/registry.h"
#include "gui/app/language.h"
#include "gui/app/window/status_line.h"
#include "gui/document/document.h"
#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"
#include "tests/test_program.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtTest>

namespace test_translation {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

struct Entry {
    QString context;
    QString source;
    bool finished = true;
    bool plural = false;
    QStringList translations; ///< several where the language has several plural forms
};

/// A text with its context.
using Text = std::pair<QString, QString>;

QString contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QList<Entry> readCatalogue(const QString& language)
{
    QXmlStreamReader xml(contentsOf(u"" NETSMITH_SOURCE_DIR "/resources/translations/netsmith_%1.ts"_s.arg(language)));
    QList<Entry> out;
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == u"name") {
            context = xml.readElementText();
        } else if (xml.name() == u"message") {
            out.push_back({context, {}, true, xml.attributes().value(u"numerus"_s) == u"yes", {}});
        } else if (xml.name() == u"source") {
            out.back().source = xml.readElementText();
        } else if (xml.name() == u"translation") {
            out.back().finished = !xml.attributes().hasAttribute(u"type"_s);
            if (!out.back().plural)
                out.back().translations << xml.readElementText();
        } else if (xml.name() == u"numerusform") {
            out.back().translations << xml.readElementText();
        }
    }
    return xml.hasError() ? QList<Entry>() : out;
}

/// Every source file of the engine and the studio, concatenated.
const QString& sources()
{
    static const QString all = [] {
        QString text;
        for (const QString& room : {u"engine"_s, u"gui"_s}) {
            QDirIterator files(u"" NETSMITH_SOURCE_DIR "/"_s + room, {u"*.h"_s, u"*.cpp"_s}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext())
                text += contentsOf(files.next()) + u'\n';
        }
        return text;
    }();
    return all;
}

/// The text of one or more adjacent literals.
QString unquoted(const QString& literals)
{
    static const QRegularExpression literal(u"\"((?:[^\"\\\\]|\\\\.)*)\""_s);
    QString out;
    for (const QRegularExpressionMatch& match : literal.globalMatch(literals))
        out += match.captured(1);
    return out.replace(u"\\\""_s, u"\""_s).replace(u"\\n"_s, u"\n"_s).replace(u"\\\\"_s, u"\\"_s);
}

const QString literals = u"(\"(?:[^\"\\\\]|\\\\.)*\"(?:\\s*\"(?:[^\"\\\\]|\\\\.)*\")*)"_s;

/// The literals in `macro("name", "text")`.
QSet<Text> textsIn(const QString& macro)
{
    const QRegularExpression use(u"\\b%1\\(\\s*\"([^\"]+)\",\\s*"_s.arg(macro) + literals);
    QSet<Text> out;
    for (const QRegularExpressionMatch& match : use.globalMatch(sources()))
        out.insert({match.captured(1), unquoted(match.captured(2))});
    return out;
}

/// Every placeholder, each once.
QSet<QString> placeholders(const QString& text)
{
    static const QRegularExpression placeholder(u"(\\{\\d)(?::[^}]*)?\\}|%\\d|%n"_s); // a language may count without a noun
    QSet<QString> out;
    for (const QRegularExpressionMatch& match : placeholder.globalMatch(text))
        out.insert(match.captured(match.lastCapturedIndex()));
    return out;
}

bool isChinese(const QString& text)
{
    return std::ranges::any_of(text, [](QChar letter) { return letter.script() == QChar::Script_Han; });
}

} // namespace

/// The studio is completely translated: no text is missing from a catalogue, and each is looked up in its own context.
class TestTranslation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everythingIsTranslated();
    void englishCountsInPlurals();
    void theCatalogueHoldsTheEnginesTexts();
    void theCatalogueHoldsTheWindowsTexts();
    void everyContextIsAskedFor();
    void messagesAreChinese();
    void registriesAreChinese();
    void layersAreNamedInOneWay();
    void runsAreCalledByOneWord();
    void theWindowIsSpokenTo();
};

void TestTranslation::everythingIsTranslated()
{
    const QList<Entry> entries = readCatalogue(u"zh_CN"_s);
    QVERIFY(entries.size() > 900);
    for (const Entry& entry : entries) {
        const QString text = entry.context + u": "_s + entry.source;
        QVERIFY2(entry.finished && entry.translations.size() == 1 && !entry.translations.front().isEmpty(), qPrintable(text));
        QVERIFY2(placeholders(entry.source) == placeholders(entry.translations.front()), qPrintable(text));
    }
}

void TestTranslation::englishCountsInPlurals()
{
    QSet<Text> english;
    for (const Entry& entry : readCatalogue(u"en"_s)) {
        QVERIFY2(entry.finished && entry.plural && entry.translations.size() == 2, qPrintable(entry.source));
        for (const QString& form : entry.translations) {
            QVERIFY2(!form.isEmpty() && !form.contains(u"(s)"), qPrintable(form));
            QVERIFY2(placeholders(entry.source) == placeholders(form), qPrintable(form));
        }
        english.insert({entry.context, entry.source});
    }
    for (const Entry& entry : readCatalogue(u"zh_CN"_s))
        QVERIFY2(!entry.plural || english.contains({entry.context, entry.source}), qPrintable(entry.source));
}

void TestTranslation::theCatalogueHoldsTheEnginesTexts()
{
    QSet<Text> known;
    for (const Entry& entry : readCatalogue(u"zh_CN"_s))
        known.insert({entry.context, entry.source});
    const QSet<Text> texts = textsIn(u"NS_TEXT"_s);
    const QSet<Text> messages = textsIn(u"NS_MESSAGE"_s);
    QVERIFY(texts.size() > 150 && messages.size() > 200);
    for (const Text& text : texts | messages)
        QVERIFY2(known.contains(text), qPrintable(u"build the target translations: %1: %2"_s.arg(text.first, text.second)));

    constexpr const char* contexts[] = {
#include <engine_contexts.inc>
    };
    QSet<QString> asked;
    for (const char* context : contexts)
        asked.insert(QString::fromUtf8(context));
    QSet<QString> marked;
    for (const Text& text : texts)
        marked.insert(text.first);
    for (const QString& context : marked - asked)
        QFAIL(qPrintable(u"engineText does not look into \"%1\""_s.arg(context)));
    for (const QString& context : asked - marked)
        QFAIL(qPrintable(u"engineText looks into \"%1\", where nothing is"_s.arg(context)));
}

void TestTranslation::theCatalogueHoldsTheWindowsTexts()
{
    QSet<QString> known;
    QSet<Text> knownIn;
    for (const Entry& entry : readCatalogue(u"zh_CN"_s)) {
        known.insert(entry.source);
        knownIn.insert({entry.context, entry.source});
    }
    const QRegularExpression use(u"\\btr\\(\\s*"_s + literals);
    int texts = 0;
    for (const QRegularExpressionMatch& match : use.globalMatch(sources())) {
        const QString text = unquoted(match.captured(1));
        QVERIFY2(known.contains(text), qPrintable(u"build the target translations: "_s + text));
        ++texts;
    }
    QVERIFY(texts > 200);
    for (const Text& text : textsIn(u"translate"_s) | textsIn(u"QT_TRANSLATE_NOOP"_s))
        QVERIFY2(knownIn.contains(text), qPrintable(u"build the target translations: %1: %2"_s.arg(text.first, text.second)));
}

void TestTranslation::everyContextIsAskedFor()
{
    QSet<QString> asked;
    for (const QString& macro : {u"NS_TEXT"_s, u"NS_MESSAGE"_s, u"translate"_s, u"QT_TRANSLATE_NOOP"_s})
        for (const Text& text : textsIn(macro))
            asked.insert(text.first);
    static const QRegularExpression named(u"\\bQ_DECLARE_TR_FUNCTIONS\\(([\\w:]+)\\)"_s);
    for (const QRegularExpressionMatch& match : named.globalMatch(sources()))
        asked.insert(match.captured(1));
    static const QRegularExpression classes(u"\\bclass (\\w+)[^;{]*\\{\\s*Q_OBJECT\\b"_s);
    for (const QRegularExpressionMatch& match : classes.globalMatch(sources()))
        asked.insert(u"netsmith::gui::"_s + match.captured(1));
    for (const Entry& entry : readCatalogue(u"zh_CN"_s))
        QVERIFY2(asked.contains(entry.context), qPrintable(u"nobody asks for \"%1\" in %2"_s.arg(entry.source, entry.context)));
}

void TestTranslation::messagesAreChinese()
{
    QCOMPARE(speak(u"zh_CN"_s), u"zh_CN"_s);
    const Message reason(NS_MESSAGE("file.read", "can't read {0}: {1}"), "a/网络.netsmith", "EIO");
    QCOMPARE(messageText(reason), u"无法读取 a/网络.netsmith：EIO"_s);
    const Message count(
        NS_MESSAGE("train.batch",
                   "a batch of {0} is more than the {1:training sample|training samples} available; choose at most {1}"),
        100000, 60000);
    QCOMPARE(messageText(count), u"批大小 100,000 超过了现有的 60,000 个训练样本；最多选择 60,000"_s);
    const Message nested(NS_MESSAGE("graph.shape", "{0}: {1}"), "conv1", reason);
    QCOMPARE(messageText(nested), u"conv1："_s + messageText(reason));
}

void TestTranslation::registriesAreChinese()
{
    speak(u"zh_CN"_s);
    // Names that are the same in Chinese: of methods, number formats and data sets.
    const QSet<QString> names{
        u"Adam"_s,    u"AdamW"_s,    u"SGD"_s,       u"ReLU"_s,  u"Sigmoid"_s,       u"Softmax"_s,      u"Tanh"_s,     u"BF16"_s,
        u"FP16"_s,    u"FP32"_s,     u"TF32"_s,      u"MNIST"_s, u"Fashion-MNIST"_s, u"AUC"_s,          u"Adadelta"_s, u"Adagrad"_s,
        u"Alpha"_s,   u"CIFAR-10"_s, u"CIFAR-100"_s, u"Delta"_s, u"ELU"_s,           u"EMNIST"_s,       u"GELU"_s,     u"Gamma"_s,
        u"Huber"_s,   u"L1"_s,       u"L2"_s,        u"LAMB"_s,  u"Lion"_s,          u"Mish"_s,         u"Nadam"_s,    u"PReLU"_s,
        u"RMSprop"_s, u"ReLU6"_s,    u"Rho"_s,       u"SELU"_s,  u"SiLU"_s,          u"Softplus"_s,     u"Softsign"_s, u"k"_s,
        u"Muon"_s,    u"GRU"_s,      u"LSTM"_s,      u"GLU"_s,   u"Dropout"_s,       u"Alpha dropout"_s};
    QStringList english;
    const auto expect = [&](const std::string& text) {
        if (!text.empty() && !isChinese(engineText(text)) && !names.contains(fromStd(text)))
            english << fromStd(text);
    };
    const auto expectAll = [&](const std::vector<ParameterSpec>& parameters) {
        for (const ParameterSpec& parameter : parameters) {
            expect(parameter.title);
            expect(parameter.doc);
            expect(parameter.unit);
            for (const Choice& choice : parameter.choices)
                expect(choice.title);
        }
    };
    const auto expectRegistry = [&](const auto& registry) {
        for (const Spec& spec : registry) {
            expect(spec.title);
            expect(spec.shortTitle);
            expect(spec.doc);
            expectAll(spec.parameters);
        }
    };
    expectRegistry(layers());
    expectRegistry(losses());
    expectRegistry(metrics());
    expectRegistry(optimizers());
    expectRegistry(schedules());
    expectAll(dataSettings().specs());
    expectAll(trainingSettings().specs());
    expectAll(earlyStoppingSettings().specs());
    for (const LayerSpec& layer : layers())
        for (const auto& ports : {layer.inputs, layer.outputs})
            for (const PortSpec& port : ports)
                expect(port.doc);
    for (const data::Source* source : data::sources()) {
        expect(source->info().title);
        expect(source->info().doc);
        if (source->find({}).available && source->info().files.empty()) // our own: otherwise a licence's name
            expect(source->info().licence);
    }
    QVERIFY2(english.isEmpty(), qPrintable(english.join(u'\n')));
}

/// As in Keras's Chinese documentation: "2D 卷积", in the list of layers and on the canvas, with the axes counted first.
void TestTranslation::layersAreNamedInOneWay()
{
    speak(u"zh_CN"_s);
    static const QRegularExpression axes(u"[123]D"_s);
    for (const LayerSpec& layer : layers()) {
        const QString counted = axes.match(fromStd(layer.title)).captured();
        for (const std::string& name : {layer.title, layer.shortTitle}) {
            if (name.empty())
                continue;
            const QString shown = engineText(name);
            QVERIFY2(counted.isEmpty() || shown.startsWith(counted + u' '), qPrintable(shown));
            QVERIFY2(shown.count(axes) == (counted.isEmpty() ? 0 : 1), qPrintable(shown));
            if (isChinese(engineText(layer.title)))
                QVERIFY2(isChinese(shown), qPrintable(shown));
        }
    }
}

/// 训练: 运行 is what a machine does with a program, and the label of the button that starts a run.
void TestTranslation::runsAreCalledByOneWord()
{
    static const QRegularExpression named(
        u"\\b(a|an|another|each|every|new|no|one|single|that|the|this|which) (last |latest )?runs?\\b|\\bof runs\\b|^runs (?!on)"_s,
        QRegularExpression::CaseInsensitiveOption);
    int runs = 0;
    for (const Entry& entry : readCatalogue(u"zh_CN"_s)) {
        if (!named.match(entry.source).hasMatch())
            continue;
        ++runs;
        for (QString text : entry.translations)
            QVERIFY2(!text.remove(u"“运行”"_s).contains(u"运行"_s), qPrintable(entry.source + u": "_s + text));
    }
    QVERIFY2(runs > 60, qPrintable(QString::number(runs)));
}

void TestTranslation::theWindowIsSpokenTo()
{
    speak(u"zh_CN"_s);
    QCOMPARE(Document::tr("Untitled"), u"未命名"_s);
    QCOMPARE(StatusLine::tr("%n error(s)", nullptr, 2), u"2 个错误"_s);
    // One English word for two things: of numbers, and the metric.
    QCOMPARE(engineText("Precision"), u"精度"_s);
    QCOMPARE(engineText("Precision", "precision"), u"精确率"_s);
    QCOMPARE(quantityTitle("learning_rate"), u"学习率"_s);
    QCOMPARE(quantityTitle("val_loss"), u"验证损失"_s);
    const Message missing =
        Message(NS_MESSAGE("data.missing", "{0} is not in {1}"), "MNIST", "/data").with({.dataSource = "mnist"});
    const Message standIn(NS_MESSAGE("data.stand_in", "{0}; {1} are used instead"), missing, "digits");
    QCOMPARE(missingDataAdvice(standIn), u"请在“数据”面板中下载。"_s);
    QCOMPARE(missingDataAdvice(Message(NS_MESSAGE("data.read", "can't read {0}: {1}"), "a", "b")), QString());
    QCOMPARE(speak(u"en"_s), u"en"_s);
    QCOMPARE(Document::tr("Untitled"), u"Untitled"_s);
    QCOMPARE(StatusLine::tr("%n error(s)", nullptr, 1), u"1 error"_s);
    QCOMPARE(StatusLine::tr("%n error(s)", nullptr, 2), u"2 errors"_s);
}

NETSMITH_WINDOW_TEST(TestTranslation)

} // namespace test_translation

#include "test_translation.moc"

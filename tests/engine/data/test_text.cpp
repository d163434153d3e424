#include "engine/core/files/safe_file.h"
#include "engine/data/source.h"
#include "engine/data/text/text_windows.h"
#include "engine/fields/text/code_points.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cstring>
#include <numeric>

namespace test_text {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::data;

namespace {

constexpr TokenRule characters{TextUnit::characters, false};
constexpr TokenRule words{TextUnit::words, false};

std::vector<std::string> tokensOf(std::string_view text, TokenRule rule)
{
    std::vector<std::string> all;
    for (Tokens tokens(text, rule); tokens.next();)
        all.emplace_back(tokens.token());
    return all;
}

std::vector<std::string> listOf(std::string_view joined)
{
    std::vector<std::string> all;
    for (std::size_t begin = 0; begin < joined.size();) {
        const std::size_t end = std::min(joined.find('|', begin), joined.size());
        all.emplace_back(joined.substr(begin, end - begin));
        begin = end + 1;
    }
    return all;
}

template <class F>
std::string errorOf(F&& call)
{
    try {
        call();
    } catch (const Error& error) {
        return std::string(error.message().id()) + ": " + error.what();
    }
    return "nothing was thrown";
}

std::vector<int> numbersOf(const Field& field, std::int64_t sample)
{
    std::vector<int> numbers;
    const auto bytes = field.sample(sample);
    for (std::size_t at = 0; at < bytes.size(); at += sizeOf(field.spec.type)) {
        int number = std::to_integer<int>(bytes[at]);
        if (field.spec.type == DataType::i32)
            std::memcpy(&number, &bytes[at], sizeof number);
        numbers.push_back(number);
    }
    return numbers;
}

} // namespace

/// Texts become numbers: tokens, their numbers, windows, and what is rejected as a text.
class TestText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void tellsWords_data();
    void tellsWords();
    void tellsCharacters();
    void makesSmallLetters();
    void knowsEveryCodePoint();
    void cutsBetweenTokens();
    void partsGiveTheWhole_data();
    void partsGiveTheWhole();
    void numbersByCountThenCodePoint();
    void capsTheVocabulary();
    void aMillionWords();
    void keepsTheVocabulary();
    void writesTextsBack_data();
    void writesTextsBack();
    void largeTextsLieOnTheDisk();
    void refusesWhatIsNoText_data();
    void refusesWhatIsNoText();
    void windowsShareTheirBytes();
    void learnsTheNextToken();
    void learnsTheNextTokens();
    void endsOfTexts_data();
    void endsOfTexts();
    void changedFilesAreRefused();
    void noticesAFileThatShrinks();

private:
    fs::path write(const std::string& text) const;
    std::shared_ptr<const Source> open(const std::string& text, const ParameterMap& parameters) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestText::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

fs::path TestText::write(const std::string& text) const
{
    const fs::path path = fs::path(m_folder->path().toStdString()) / "text.txt";
    writeFileSafely(path, text).take();
    return path;
}

std::shared_ptr<const Source> TestText::open(const std::string& text, const ParameterMap& parameters) const
{
    return source("text_file").setUp(write(text), parameters).take();
}

void TestText::tellsWords_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char* name, const std::string& text, const std::string& expected) {
        QTest::newRow(name) << text << expected;
    };
    row("words and signs", "Speak, speak.", "Speak|,|speak|.");
    row("apostrophes within", "don't 'tis o' it’s", "don't|'|tis|o|'|it’s");
    row("digits", "in 1984 a4", "in|1984|a4");
    row("hyphens part", "well-known", "well|-|known");
    row("line breaks", "a\n\nb", "a|\n|\n|b");
    row("mixed line ends", "a\r\nb\rc\nd\r\r\n", "a|\n|b|\n|c|\n|d|\n|\n");
    row("blanks of all kinds", "a\t \u00A0\u3000b\u2003c", "a|b|c");
    row("Chinese", "床前明月光，疑是", "床|前|明|月|光|，|疑|是");
    row("Japanese", "カメラとrobot", "カ|メ|ラ|と|robot");
    row("Korean has spaces", "안녕 세계!", "안녕|세계|!");
    row("Russian, Greek", "Всё течёт; πάντα ῥεῖ", "Всё|течёт|;|πάντα|ῥεῖ");
    row("Hindi", "नमस्ते दुनिया।", "नमस्ते|दुनिया|।");
    row("Arabic", "مرحبا، عالم؟", "مرحبا|،|عالم|؟");
    row("quotes and dashes", "«Oui» — “no”…", "«|Oui|»|—|“|no|”|…");
    row("emoji", "ok😀😀", "ok|😀|😀");
    row("only blanks", " \t ", "");
}

void TestText::tellsWords()
{
    QFETCH(std::string, text);
    QFETCH(std::string, expected);
    QCOMPARE(tokensOf(text, words), listOf(expected));
}

void TestText::tellsCharacters()
{
    QCOMPARE(tokensOf("a b\r\né床😀", characters), listOf("a| |b|\n|é|床|😀"));
    QCOMPARE(tokensOf("", characters), listOf(""));
}

void TestText::makesSmallLetters()
{
    QCOMPARE(tokensOf("ÀÉ ŁÓDŹ ÇA ÑU Ÿ", {TextUnit::words, true}), listOf("àé|łódź|ça|ñu|ÿ"));
    QCOMPARE(tokensOf("ΆΛΦΑ ΏΜΕΓΑ ЁЖИК ҐАВА ԱՐԵՎ", {TextUnit::words, true}), listOf("άλφα|ώμεγα|ёжик|ґава|արեվ"));
    QCOMPARE(tokensOf("AＡ×ẞİ", {TextUnit::characters, true}), listOf("a|ａ|×|ß|i"));
    // Lower case stays, and so does what has no lower case.
    for (char32_t c = 1; c < 0x3000; ++c)
        QCOMPARE(lowerCase(lowerCase(c)), lowerCase(c));
}

void TestText::knowsEveryCodePoint()
{
    for (char32_t c = 1; c <= 0x10FFFF; c = c == 0xD7FF ? 0xE000 : c + 1) {
        std::string text;
        appendUtf8(text, c);
        const CodePoint read = codePointAt(text, 0);
        if (read.value != c || read.bytes != text.size())
            QFAIL(qPrintable(QString("U+%1 became U+%2").arg(uint(c), 0, 16).arg(uint(read.value), 0, 16)));
    }
    QCOMPARE(codePointAt("\xE5\xBA", 0).bytes, std::size_t{1}); // cut short: no byte after the text is read
}

void TestText::cutsBetweenTokens()
{
    const std::string text = "ab床d\r\nef gh";
    for (std::size_t at = 0; at <= text.size(); ++at)
        for (const TokenRule rule : {characters, words}) {
            const std::size_t cut = cutBehind(text, at, rule.unit);
            QVERIFY(cut >= at && cut <= text.size());
            std::vector<std::string> joined = tokensOf(std::string_view(text).substr(0, cut), rule);
            for (const std::string& token : tokensOf(std::string_view(text).substr(cut), rule))
                joined.push_back(token);
            QCOMPARE(joined, tokensOf(text, rule));
        }
}

void TestText::partsGiveTheWhole_data()
{
    QTest::addColumn<bool>("byWords");
    QTest::newRow("characters") << false;
    QTest::newRow("words") << true;
}

/// A text read in many parts has the same tokens and counts as in one piece.
void TestText::partsGiveTheWhole()
{
    QFETCH(bool, byWords);
    const TokenRule rule = byWords ? words : characters;
    std::string text;
    for (int i = 0; text.size() < (std::size_t{9} << 20); ++i)
        text += "line " + std::to_string(i % 977) + " 床前 don't\r\n";
    const TextScan scan = scanText(text, "text", {.rule = rule, .vocabulary = 500, .validation = 0.2});
    QVERIFY(scan.train.size() > 1);
    const std::vector<std::string> all = tokensOf(text, rule);
    QCOMPARE(scan.trainTokens + scan.testTokens, static_cast<std::int64_t>(all.size()));
    QVERIFY(std::abs(double(scan.testTokens) / double(all.size()) - 0.2) < 0.001);
    std::vector<std::int32_t> ids(all.size());
    encodeText(text, scan.train, *scan.vocabulary, ids.data());
    encodeText(text, scan.test, *scan.vocabulary, ids.data() + scan.trainTokens);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (ids[i] != scan.vocabulary->idOf(all[i]))
            QFAIL(qPrintable(QString("token %1").arg(i)));
}

void TestText::numbersByCountThenCodePoint()
{
    const TextScan scan = scanText("ccbbaé床 xx", "text", {.rule = characters});
    QCOMPARE(scan.vocabulary->tokens(), listOf("b|c|x| |a|é|床"));
    QCOMPARE(scan.vocabulary->size(), 9);
    QCOMPARE(scan.vocabulary->idOf("b"), 2);
    QCOMPARE(scan.vocabulary->idOf("z"), Vocabulary::unknown);
    QCOMPARE(scan.vocabulary->shown(0), std::string("⟨padding⟩"));
    QCOMPARE(scan.vocabulary->shown(5), std::string("␣"));
    // From the training part only: the z at the end is unknown.
    const TextScan parted = scanText("aaaabbbbzz", "text", {.rule = characters, .validation = 0.2});
    QCOMPARE(parted.vocabulary->tokens(), listOf("a|b"));
    std::vector<std::uint8_t> ids(2);
    encodeText("aaaabbbbzz", parted.test, *parted.vocabulary, ids.data());
    QCOMPARE(ids, (std::vector<std::uint8_t>{1, 1}));
}

void TestText::capsTheVocabulary()
{
    const TextScan scan = scanText("to be or not to be", "text", {.rule = words, .vocabulary = 4});
    QCOMPARE(scan.vocabulary->tokens(), listOf("be|to"));
    QCOMPARE(scan.different, std::int64_t{4});
    QCOMPARE(scan.vocabulary->encoded("to be or"), (std::vector<std::int32_t>{3, 2, 1}));
}

void TestText::aMillionWords()
{
    std::string text;
    for (int i = 0; i < 1'100'000; ++i)
        text += std::to_string(i) + (i % 10 == 9 ? "\n" : " ");
    const TextScan scan = scanText(text, "text", {.rule = words, .vocabulary = Vocabulary::largest});
    QCOMPARE(scan.different, std::int64_t{1'100'001});
    QCOMPARE(static_cast<std::int64_t>(scan.vocabulary->size()), Vocabulary::largest);
    QCOMPARE(scan.vocabulary->idOf("\n"), 2);
    const std::string why = errorOf([&] { Vocabulary(words, std::vector<std::string>(std::size_t{1} << 20, "a")); });
    QVERIFY2(why.starts_with("data.text.largest"), why.c_str());
}

void TestText::keepsTheVocabulary()
{
    const Vocabulary first({TextUnit::words, true}, listOf("the|\n|床|\"|\\|é"));
    const Vocabulary read = vocabularyFromJson(toJson(first), "some file").take();
    QVERIFY(read == first);
    QCOMPARE(read.idOf("床"), 4);
    for (const char* wrong : {"", "[]", R"({"schema":2})", R"({"schema":1,"unit":"lines","lower_case":true,"tokens":[]})",
                              R"({"schema":1,"unit":"words","lower_case":true,"tokens":["a","a"]})",
                              R"({"schema":1,"unit":"words","lower_case":true,"tokens":[""]})",
                              R"({"schema":1,"unit":"words","lower_case":1,"tokens":[]})"}) {
        const Expected<Vocabulary> refused = vocabularyFromJson(wrong, "some file");
        QVERIFY2(!refused && std::string_view(refused.error().what()).starts_with("some file"), wrong);
    }
}

void TestText::writesTextsBack_data()
{
    QTest::addColumn<bool>("byWords");
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("expected");
    const std::string sonnet = "Shall I compare thee to a summer's day?\nThou art more lovely, and (so) more \"fair\".";
    QTest::newRow("characters") << false << sonnet << sonnet;
    QTest::newRow("words") << true << std::string("Shall I, compare\nthee  (to) a «day»?")
                           << std::string("Shall I, compare\nthee (to) a «day»?");
    QTest::newRow("Chinese words") << true << std::string("床前明月光，\n疑是 PC 上") << std::string("床前明月光，\n疑是 PC 上");
}

void TestText::writesTextsBack()
{
    QFETCH(bool, byWords);
    QFETCH(std::string, text);
    QFETCH(std::string, expected);
    const TextScan scan = scanText(text, "text", {.rule = byWords ? words : characters});
    QCOMPARE(scan.vocabulary->text(scan.vocabulary->encoded(text)), expected);
}

void TestText::largeTextsLieOnTheDisk()
{
    const QTemporaryDir cache;
    qputenv("XDG_CACHE_HOME", cache.path().toLocal8Bit());
    std::string text;
    for (int i = 0; i < 3000; ++i) // some pages
        text += std::to_string(i * 37 % 101) + " is ";
    const TextSettings settings{.window = 20, .step = 3, .validation = 0.2};
    const TextScan scan = scanText(text, "text", settings.options());
    const auto read = [&](std::int64_t memory) {
        DataSet set;
        readWindows(set, text, scan, settings, windowFields(settings.windows(), scan.vocabulary), {}, memory);
        return set;
    };
    const std::int64_t bytes = scan.trainTokens + scan.testTokens;
    const DataSet inMemory = read(bytes), onDisk = read(bytes - 1);
    QVERIFY(!inMemory.train.mapped && onDisk.train.mapped && onDisk.test.mapped);
    for (const DataSplit DataSet::*split : {&DataSet::train, &DataSet::test})
        for (std::size_t i = 0; i < 2; ++i) {
            const Field &field = (onDisk.*split).fields[i], &expected = (inMemory.*split).fields[i];
            QVERIFY(field.spec == expected.spec && std::ranges::equal(field.all(), expected.all()));
        }
    QCOMPARE(reinterpret_cast<std::uintptr_t>(onDisk.train.fields[0].bytes.get()) % 4096, 0u); // a page of a mapping
}

void TestText::refusesWhatIsNoText_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("says");
    using namespace std::string_literals;
    QTest::newRow("empty") << ""s
                           << "data.text.empty: some file is empty"s;
    QTest::newRow("only a byte order mark") << "\xEF\xBB\xBF"s
                                            << "data.text.empty"s;
    QTest::newRow("Latin-1") << "caf\xE9 noir"s
                             << "data.text.utf8: some file: the byte 3 is not UTF-8"s;
    QTest::newRow("cut short") << "床\xE5\xBA"s
                               << "data.text.utf8: some file: the byte 3"s;
    QTest::newRow("a lone byte of a sequence") << "ab\x80"s
                                               << "data.text.utf8: some file: the byte 2"s;
    QTest::newRow("overlong") << "\xC0\xAF"s
                              << "data.text.utf8: some file: the byte 0"s;
    QTest::newRow("a surrogate") << "a\xED\xA0\x80"s
                                 << "data.text.utf8: some file: the byte 1"s;
    QTest::newRow("a zero") << "ab\0cd"s
                            << "data.text.zero: some file: the byte 2 is a 0"s;
    QTest::newRow("UTF-16") << "\xFF\xFE"
                               "a\0"s
                            << "data.text.utf8: some file: the byte 0"s;
    QTest::newRow("far inside") << std::string(9 << 20, 'x') + "\xFF" + std::string(9 << 20, '\0')
                                << "data.text.utf8: some file: the byte 9437184 is"s;
    QTest::newRow("in the test part") << std::string(1000, 'x') + "\xFF"
                                      << "data.text.utf8: some file: the byte 1000 is"s;
}

void TestText::refusesWhatIsNoText()
{
    QFETCH(std::string, text);
    QFETCH(std::string, says);
    for (const TokenRule rule : {characters, words}) {
        const std::string why = errorOf([&] { scanText(text, "some file", {.rule = rule, .validation = 0.1}); });
        QVERIFY2(why.starts_with(says), why.c_str());
    }
}

/// The bytes of a text are stored once, however many windows there are.
void TestText::windowsShareTheirBytes()
{
    const auto text = open(std::string(500, 'a') + std::string(500, 'b'),
                           {{"window", std::int64_t{100}}, {"step", std::int64_t{1}}, {"validation", 0.0}});
    const DataSet set = text->load({}, {}).take();
    QCOMPARE(set.train.count(), std::int64_t{900});
    QCOMPARE(set.train.bytes(), std::int64_t{1000});
    QCOMPARE(set.train.copiedBytes(), std::int64_t{999 + 900});
    QCOMPARE(set.train.slotBytes(), std::int64_t{200}); // a hundred strides of one byte for each field
    QCOMPARE(set.train.fields[0].sample(899).size(), std::size_t{100});
    QVERIFY(set.test.fields.empty());
    QCOMPARE(set.train.fields[0].spec.stridesCovered(), std::int64_t{100});
    FieldSpec apart{.name = "apart", .type = DataType::i32, .shape = {3}, .stride = 5};
    QCOMPARE(apart.bytesOf(4), std::int64_t{4 * (3 * 5 + 3)});
    QCOMPARE(apart.stridesCovered(), std::int64_t{1});
    FieldSpec badly = apart;
    badly.classes = 3;
    auto [field, bytes] = makeField(badly, 4);
    std::memset(bytes, 0, field.all().size());
    const std::int32_t outside = 7;
    std::memcpy(bytes + 4 * 3, &outside, 4); // between two samples
    checkClasses(field, "here");
    std::memcpy(bytes + 4 * 11, &outside, 4);
    const std::string why = errorOf([&, &field = field] { checkClasses(field, "here"); });
    QVERIFY2(why.find("sample 2 has the class 7") != std::string::npos, why.c_str());
}

void TestText::learnsTheNextToken()
{
    const auto text = open("abcdefghij", {{"window", std::int64_t{3}}, {"step", std::int64_t{2}}, {"validation", 0.0}});
    QCOMPARE(text->info().trainCount, std::int64_t{4});
    const DataSet set = text->load({}, {}).take();
    QCOMPARE(set.train.count(), std::int64_t{4});
    QVERIFY(set.train.fields[0].spec == text->fields()[0] && set.train.fields[1].spec == text->fields()[1]);
    QCOMPARE(set.train.fields[0].spec.classes, 12);
    QCOMPARE(set.train.fields[1].spec.shape, Shape());
    for (int i = 0; i < 4; ++i) {
        const int first = 2 + 2 * i;
        QCOMPARE(numbersOf(set.train.fields[0], i), (std::vector<int>{first, first + 1, first + 2}));
        QCOMPARE(numbersOf(set.train.fields[1], i), (std::vector<int>{first + 3}));
    }
}

void TestText::learnsTheNextTokens()
{
    std::string text; // more words than a byte can number
    for (int i = 0; i < 600; ++i)
        text += "w" + std::to_string(1000 + i) + " ";
    const auto source = open(text,
                             {{"unit", std::string("words")},
                              {"window", std::int64_t{4}},
                              {"step", std::int64_t{4}},
                              {"target", std::string("next_tokens")},
                              {"validation", 0.25}});
    const DataSet set = source->load({}, {}).take();
    QCOMPARE(set.train.fields[0].spec.type, DataType::i32);
    QCOMPARE(set.train.fields[1].spec.shape, Shape({4}));
    const std::vector<int> next = numbersOf(set.train.fields[1], 7);
    QCOMPARE(next, (std::vector<int>{2 + 29, 2 + 30, 2 + 31, 2 + 32}));
    QCOMPARE(numbersOf(set.test.fields[0], 0), (std::vector<int>{1, 1, 1, 1})); // words that are not in the training part
    QCOMPARE(set.train.count() + set.test.count(), source->info().trainCount + source->info().testCount);
}

void TestText::endsOfTexts_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<double>("validation");
    QTest::addColumn<std::string>("says");
    QTest::newRow("one token") << std::string("a") << 0.0 << std::string("data.text.short");
    QTest::newRow("as long as a window") << std::string("abcde") << 0.0 << std::string("data.text.short");
    QTest::newRow("one longer") << std::string("abcdef") << 0.0 << std::string("nothing was thrown");
    QTest::newRow("too short without the test part") << std::string("abcdef") << 0.5 << std::string("data.text.short");
    QTest::newRow("a test part that is too short") << std::string("abcdefghij") << 0.2 << std::string("nothing was thrown");
}

void TestText::endsOfTexts()
{
    QFETCH(std::string, text);
    QFETCH(double, validation);
    QFETCH(std::string, says);
    std::size_t warnings = 0;
    const std::string why = errorOf([&] {
        warnings = open(text, {{"window", std::int64_t{5}}, {"step", std::int64_t{1}}, {"validation", validation}})
                       ->load({}, {})
                       .take()
                       .warnings.size();
    });
    QVERIFY2(why.starts_with(says), why.c_str());
    QCOMPARE(warnings, std::size_t(text.size() == 10));
}

void TestText::changedFilesAreRefused()
{
    const auto text = open("abcdefghij", {{"window", std::int64_t{2}}});
    write("abc");
    const Expected<DataSet> read = text->load({}, {});
    QVERIFY(!read && read.error().message().id() == "data.text.changed");
    write("ab\xFFzzzzzz\xE5"); // of the same length, and not a text: any result will do but a crash
    (void)text->load({}, {});
}

/// In the middle of reading, with zeros where its end was.
void TestText::noticesAFileThatShrinks()
{
    std::string text;
    for (int i = 0; i < 20000; ++i)
        text += "word ";
    const auto opened = open(text, {{"validation", 0.5}, {"window", std::int64_t{8}}});
    QVERIFY(opened->load({}, {}));
    bool cut = false;
    const Watch watch{[&](const Progress&) {
                          if (!std::exchange(cut, true)) // the training part is read
                              fs::resize_file(fs::path(m_folder->path().toStdString()) / "text.txt", 10);
                      },
                      {}};
    const auto loaded = opened->load({}, watch);
    QVERIFY(cut);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().message().id(), std::string("file.shrunk"));
    QVERIFY2(QString(loaded.error().what()).contains("text.txt was truncated"), loaded.error().what());
}

NETSMITH_TEST(TestText)

} // namespace test_text

#include "test_text.moc"

#include "engine/graph/json/json_text.h"
#include "tests/test_program.h"

#include <QtTest>

namespace test_json_text {

using namespace netsmith;

namespace {

/// The error message; empty if the text can be read.
QString errorOf(const std::string& text)
{
    const Expected<Json> json = readJson(text);
    return json ? QString() : QString::fromUtf8(json.error().what());
}

std::string repeated(const char* text, int count)
{
    std::string out;
    for (int i = 0; i < count; ++i)
        out += text;
    return out;
}

} // namespace

class TestJsonText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hostileTexts_data();
    void hostileTexts();
    void depthIsBounded();
    void manyKeysTakeLinearTime();
    void keepsNumbersAndOrder();
    void writesWhatFitsOnOneLine();
    void writesTheSameBytesAgain();
    void replacesWhatIsNotUtf8();
    void escapesPointers();
};

void TestJsonText::hostileTexts_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto syntax = [](int line, int column, const char* place) {
        return QString("the text is not valid JSON at line %1, column %2, near %3; it may be truncated or edited by hand")
            .arg(line)
            .arg(column)
            .arg(place);
    };
    QTest::newRow("empty") << QByteArray("") << syntax(1, 1, "the beginning");
    QTest::newRow("cut off") << QByteArray("{\"a\": [1,\n 2") << syntax(2, 2, "/a/2");
    QTest::newRow("trailing comma") << QByteArray("{\"a\": 1,}") << syntax(1, 9, "/a");
    QTest::newRow("two values") << QByteArray("{} {}") << syntax(1, 4, "the beginning");
    QTest::newRow("not a number") << QByteArray("{\"a\": NaN}") << syntax(1, 7, "/a");
    QTest::newRow("infinity") << QByteArray("[-Infinity]") << syntax(1, 3, "/0");
    QTest::newRow("number overflow") << QByteArray("[1e999]") << syntax(1, 6, "/0");
    QTest::newRow("broken UTF-8") << QByteArray("[\"\xc3\x28\"]") << syntax(1, 4, "/0");
    QTest::newRow("half a surrogate") << QByteArray("[\"\\ud800\"]") << syntax(1, 9, "/0");
    QTest::newRow("a NUL") << QByteArray("[1\0]", 4) << syntax(1, 3, "/1");
    QTest::newRow("doubled key") << QByteArray("{\"a\": {\"b\": 1, \"c\": 2, \"b\": 3}}")
                                 << QString("/a/b: this key appears twice; remove one of them");
    QTest::newRow("comment") << QByteArray("[1, // one\n2]") << syntax(1, 5, "/1");
    QTest::newRow("single quotes") << QByteArray("{'a': 1}") << syntax(1, 2, "/");
}

void TestJsonText::hostileTexts()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    QCOMPARE(errorOf(text.toStdString()), expected);
}

void TestJsonText::depthIsBounded()
{
    QCOMPARE(errorOf(repeated("[", 64) + repeated("]", 64)), QString());
    QVERIFY(errorOf(repeated("[", 65) + repeated("]", 65)).endsWith("values are nested more than 64 deep"));
    QVERIFY(errorOf(repeated("{\"a\":", 1000000)).endsWith("values are nested more than 64 deep"));
}

/// With a search for each key this takes minutes.
void TestJsonText::manyKeysTakeLinearTime()
{
    std::string text = "{";
    for (int i = 0; i < 300000; ++i)
        text += (i ? ",\"" : "\"") + std::to_string(i) + "\":0";
    const Expected<Json> json = readJson(text + "}");
    QVERIFY(json.hasValue());
    QCOMPARE((*json).size(), 300000u);
}

void TestJsonText::keepsNumbersAndOrder()
{
    const Json json = readJson(R"({"z": 1, "a": 1.0, "m": 18446744073709551615, "n": -9223372036854775808, "x": 0.1})").take();
    QCOMPARE(json.begin().key(), std::string("z"));
    QVERIFY(json["z"].is_number_integer());
    QVERIFY(json["a"].is_number_float());
    QCOMPARE(json["m"].get<std::uint64_t>(), 18446744073709551615u);
    QCOMPARE(json["n"].get<std::int64_t>(), std::numeric_limits<std::int64_t>::min());
    QCOMPARE(json["x"].get<double>(), 0.1);
}

void TestJsonText::writesWhatFitsOnOneLine()
{
    const std::string expected = R"({
  "short": [1, 2.5, "three", null, true],
  "empty": {},
  "nested": {"a": {"b": []}},
  "long": [
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
    {"c": 1}
  ]
}
)";
    QCOMPARE(QString::fromStdString(writeJson(readJson(expected).take())), QString::fromStdString(expected));
    QCOMPARE(writeJson(Json::object()), std::string("{}\n"));
}

void TestJsonText::writesTheSameBytesAgain()
{
    const std::string once = writeJson(readJson(R"({"b":[[1,[2]],{"ü":"“quoted\" \\ \u0001"}],"a":[1e-7,1e300,0.1,-0.0]})").take());
    QCOMPARE(writeJson(readJson(once).take()), once);
}

void TestJsonText::replacesWhatIsNotUtf8()
{
    const std::string text = writeJson(Json{{"a", std::string("x\xffy")}});
    QCOMPARE(readJson(text).take()["a"].get<std::string>(), std::string("x\xef\xbf\xbdy"));
}

void TestJsonText::escapesPointers()
{
    QCOMPARE(pointerTo("/a", "b/c~d"), std::string("/a/b~1c~0d"));
    QCOMPARE(pointerTo("", std::size_t{3}), std::string("/3"));
}

NETSMITH_TEST(TestJsonText)

} // namespace test_json_text

#include "test_json_text.moc"

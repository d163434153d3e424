#include "engine/core/utf8.h"
#include "tests/test_program.h"

#include <QtTest>

namespace test_utf8 {

using namespace netsmith;

/// Which characters of foreign text reach a terminal.
class TestUtf8 : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void spellsOutWhatActs_data();
    void spellsOutWhatActs();
    void linesKeepBreaksAndTabs();
    void brokenBytesAreSpelled_data();
    void brokenBytesAreSpelled();
};

void TestUtf8::spellsOutWhatActs_data()
{
    QTest::addColumn<QByteArray>("given");
    QTest::addColumn<QByteArray>("visible");
    QTest::addColumn<QByteArray>("json");
    const auto row = [](const char* name, const QByteArray& given, const char* visible, const char* json) {
        QTest::addRow("%s", name) << given << QByteArray(visible) << QByteArray(json);
    };
    row("NUL", QByteArray(1, '\0'), "\\x00", "\\u0000");
    row("bell", "\a", "\\x07", "\\u0007");
    row("backspace", "\b", "\\x08", "\\u0008");
    row("carriage return", "\r", "\\r", "\\u000d");
    row("escape", "\x1b[2J", "\\x1b[2J", "\\u001b[2J");
    row("last of C0", "\x1f", "\\x1f", "\\u001f");
    row("first that is shown", " ", " ", " ");
    row("last of ASCII", "~", "~", "~");
    row("delete", "\x7f", "\\x7f", "\\u007f");
    row("first of C1", "\xc2\x80", "\\u0080", "\\u0080");
    row("CSI", "\xc2\x9b", "\\u009b", "\\u009b");
    row("last of C1", "\xc2\x9f", "\\u009f", "\\u009f");
    row("after C1", "\xc2\xa0", "\xc2\xa0", "\xc2\xa0");
    row("Arabic letter mark", "\xd8\x9c", "\\u061c", "\\u061c");
    row("before it", "\xd8\x9b", "\xd8\x9b", "\xd8\x9b");
    row("zero-width joiner", "\xe2\x80\x8d", "\xe2\x80\x8d", "\xe2\x80\x8d");
    row("left-to-right mark", "\xe2\x80\x8e", "\\u200e", "\\u200e");
    row("right-to-left mark", "\xe2\x80\x8f", "\\u200f", "\\u200f");
    row("before the separators", "\xe2\x80\xa7", "\xe2\x80\xa7", "\xe2\x80\xa7");
    row("line separator", "\xe2\x80\xa8", "\\u2028", "\\u2028");
    row("paragraph separator", "\xe2\x80\xa9", "\\u2029", "\\u2029");
    row("left-to-right embedding", "\xe2\x80\xaa", "\\u202a", "\\u202a");
    row("right-to-left override", "\xe2\x80\xae", "\\u202e", "\\u202e");
    row("narrow space", "\xe2\x80\xaf", "\xe2\x80\xaf", "\xe2\x80\xaf");
    row("before the isolates", "\xe2\x81\xa5", "\xe2\x81\xa5", "\xe2\x81\xa5");
    row("left-to-right isolate", "\xe2\x81\xa6", "\\u2066", "\\u2066");
    row("end of an isolate", "\xe2\x81\xa9", "\\u2069", "\\u2069");
    row("after the isolates", "\xe2\x81\xaa", "\xe2\x81\xaa", "\xe2\x81\xaa");
    row("letters", "caf\xc3\xa9 \xe7\xb2\xbe\xe5\xba\xa6 \xf0\x9f\x98\x80", "caf\xc3\xa9 \xe7\xb2\xbe\xe5\xba\xa6 \xf0\x9f\x98\x80",
        "caf\xc3\xa9 \xe7\xb2\xbe\xe5\xba\xa6 \xf0\x9f\x98\x80");
}

void TestUtf8::spellsOutWhatActs()
{
    QFETCH(QByteArray, given);
    QFETCH(QByteArray, visible);
    QFETCH(QByteArray, json);
    const auto said = [&](const QByteArray& words) { return "<" + words + ">"; };
    const std::string text = said(given).toStdString();
    QCOMPARE(QByteArray::fromStdString(visibleText(text)), said(visible));
    QCOMPARE(QByteArray::fromStdString(visibleLines(text)), said(visible));
    QCOMPARE(QByteArray::fromStdString(visibleJson(text)), said(json));
}

void TestUtf8::linesKeepBreaksAndTabs()
{
    QCOMPARE(visibleText("a\n\tb"), std::string("a\\n\\tb"));
    QCOMPARE(visibleLines("a\n\tb"), std::string("a\n\tb"));
    QCOMPARE(visibleJson("{\n\t\"a\": 1}"), std::string("{\n\t\"a\": 1}"));
}

void TestUtf8::brokenBytesAreSpelled_data()
{
    QTest::addColumn<QByteArray>("given");
    QTest::addColumn<QByteArray>("visible");
    QTest::addRow("a byte that begins nothing") << QByteArray("a\x80z") << QByteArray("a\\x80z");
    QTest::addRow("C1 as a byte") << QByteArray("a\x9b"
                                                "2J")
                                  << QByteArray("a\\x9b2J");
    QTest::addRow("overlong") << QByteArray("\xc0\xaf") << QByteArray("\\xc0\\xaf");
    QTest::addRow("overlong of three") << QByteArray("\xe0\x9f\xbf") << QByteArray("\\xe0\\x9f\\xbf");
    QTest::addRow("a surrogate") << QByteArray("\xed\xa0\x80") << QByteArray("\\xed\\xa0\\x80");
    QTest::addRow("past the last") << QByteArray("\xf4\x90\x80\x80") << QByteArray("\\xf4\\x90\\x80\\x80");
    QTest::addRow("cut off") << QByteArray("a\xe7\xb2") << QByteArray("a\\xe7\\xb2");
    QTest::addRow("never a byte") << QByteArray("\xff\xfe") << QByteArray("\\xff\\xfe");
}

void TestUtf8::brokenBytesAreSpelled()
{
    QFETCH(QByteArray, given);
    QFETCH(QByteArray, visible);
    QVERIFY(!isUtf8(given.toStdString()));
    QCOMPARE(QByteArray::fromStdString(visibleText(given.toStdString())), visible);
    QCOMPARE(QByteArray::fromStdString(visibleLines(given.toStdString())), visible);
}

NETSMITH_TEST(TestUtf8)

} // namespace test_utf8

#include "test_utf8.moc"

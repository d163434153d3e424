#include "engine/cli/words/words.h"
#include "tests/test_program.h"

#include <QtTest>

namespace test_words {

using namespace netsmith::cli;

class TestWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void figures();
    void aScreenTakesSomeRows();
    void shortensWhatIsTooWide();
    void wrapsAtSpaces();
    void alignsColumns();
};

void TestWords::figures()
{
    QCOMPARE(grouped(0), std::string("0"));
    QCOMPARE(grouped(-999), std::string("-999"));
    QCOMPARE(grouped(101770), std::string("101,770"));
    QCOMPARE(grouped(-1234567), std::string("-1,234,567"));
    QCOMPARE(bytesText(0), std::string("0 B"));
    QCOMPARE(bytesText(999), std::string("999 B"));
    QCOMPARE(bytesText(1023), std::string("0.999 KiB"));
    QCOMPARE(bytesText(1536), std::string("1.5 KiB"));
    QCOMPARE(bytesText(52.4 * 1048576), std::string("52.4 MiB"));
    QCOMPARE(countText(5.62e6), std::string("5.62 M"));
    QCOMPARE(countText(999.6), std::string("1 k")); // never "1000" or "1e+03"
    QCOMPARE(durationText(0.04), std::string("0.0 s"));
    QCOMPARE(durationText(9.96), std::string("10 s"));
    QCOMPARE(durationText(59.6), std::string("1 min 00 s"));
    QCOMPARE(durationText(125), std::string("2 min 05 s"));
    QCOMPARE(durationText(11520), std::string("3 h 12 min"));
    QCOMPARE(durationText(-1), std::string("–"));
}

void TestWords::aScreenTakesSomeRows()
{
    QVERIFY(rowsOnAScreen(0).empty());
    QCOMPARE(rowsOnAScreen(3), (std::vector<std::size_t>{0, 1, 2}));
    QCOMPARE(rowsOnAScreen(25).size(), 25u);
    const std::vector<std::size_t> some = rowsOnAScreen(1000);
    QCOMPARE(some[1], 40u);
    QCOMPARE(some.back(), 999u);
    QCOMPARE(some.size(), 26u);
}

void TestWords::shortensWhatIsTooWide()
{
    QCOMPARE(shortened("", 3), std::string());
    QCOMPARE(shortened("abc", 3), std::string("abc"));
    QCOMPARE(shortened("abcd", 3), std::string("ab…"));
    QCOMPARE(shortened("3×3×3", 5), std::string("3×3×3")); // columns, not bytes
    QCOMPARE(shortened("×××", 2), std::string("×…"));
    QCOMPARE(shortened(std::string(5'000'000, 'x'), 200).size(), 199 + std::string("…").size());
}

void TestWords::wrapsAtSpaces()
{
    QCOMPARE(wrapped("one two  three", 9, 1), std::string(" one two\n three\n"));
    QCOMPARE(wrapped("unbreakable", 4, 0), std::string("unbreakable\n"));
    QCOMPARE(wrapped("", 10, 2), std::string());
    QCOMPARE(wrapped("×× ××", 5, 0), std::string("×× ××\n")); // columns, not bytes
}

void TestWords::alignsColumns()
{
    Table table({Table::Align::left, Table::Align::right}, 1);
    table.add({"3×3", "7"});
    table.add({"a", "123"});
    table.add({"last", ""});
    QCOMPARE(table.text(), std::string(" 3×3     7\n a     123\n last\n"));
}

NETSMITH_TEST(TestWords)

} // namespace test_words

#include "test_words.moc"

#include "engine/input/tables/csv_reader.h"

#include "engine/core/philox.h"
#include "engine/core/utf8.h"
#include "engine/input/tables/csv_value.h"
#include "tests/test_program.h"

#include <QtTest>

#include <clocale>
#include <cmath>
#include <limits>

namespace test_csv {

using namespace netsmith;
using namespace netsmith::data;

using CsvRows = std::vector<std::vector<std::string>>;

namespace {

struct Read {
    CsvFormat format;
    std::vector<std::string> columns;
    CsvRows rows;
    std::vector<std::int64_t> lines;
};

Read read(const std::string& content, const CsvFormat& format = {})
{
    CsvReader reader(openBytes(std::as_bytes(std::span(content)), "some file"), "some file", format);
    Read out{reader.format(), reader.columns(), {}, {}};
    while (reader.next()) {
        out.rows.emplace_back(reader.row().begin(), reader.row().end());
        out.lines.push_back(reader.line());
    }
    return out;
}

/// The error's id, or nothing where the content can be read.
std::string errorOf(const std::string& content, std::string* sentence = nullptr)
try {
    read(content);
    return {};
} catch (const Error& error) {
    if (sentence)
        *sentence = error.what();
    return error.message().id();
}

std::string quoted(std::string text)
{
    for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2)
        text.insert(at, 1, '"');
    return '"' + text + '"';
}

} // namespace

class TestCsv : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void splitsRows_data();
    void splitsRows();
    void findsTheFormat_data();
    void findsTheFormat();
    void theFormatCanBeSaid();
    void namesColumns();
    void readsAcrossBlocks();
    void readsTenThousandColumns();
    void tellsLines();
    void refusesBadContent_data();
    void refusesBadContent();
    void everyTruncationEndsWell();
    void readsNumbers_data();
    void readsNumbers();
    void knowsMissingValues();
    void knowsUtf8();
};

void TestCsv::splitsRows_data()
{
    QTest::addColumn<std::string>("content");
    QTest::addColumn<CsvRows>("rows");
    const CsvRows two{{"1", "2"}, {"3", "4"}};
    QTest::newRow("LF") << std::string("1,2\n3,4\n") << two;
    QTest::newRow("CRLF") << std::string("1,2\r\n3,4\r\n") << two;
    QTest::newRow("CR") << std::string("1,2\r3,4\r") << two;
    QTest::newRow("mixed") << std::string("1,2\r3,4\r\n") << two;
    QTest::newRow("no end") << std::string("1,2\n3,4") << two;
    QTest::newRow("blank lines") << std::string("\n1,2\n\n\r\n  \n3,4\n\n") << two;
    QTest::newRow("blanks around") << std::string("1 ,\t2\n 3,  4\n") << two;
    QTest::newRow("BOM") << std::string("\xEF\xBB\xBF") + "1,2\n3,4\n" << two;
    QTest::newRow("quotes") << std::string("\"1\",\"2\"\n\"3\" , \"4\"\n") << two;
    QTest::newRow("empty cells") << std::string("1,,\n,,3\n") << CsvRows{{"1", "", ""}, {"", "", "3"}};
    QTest::newRow("delimiter in quotes") << std::string("1,\"a,b\"\n2,\"c\"\n") << CsvRows{{"1", "a,b"}, {"2", "c"}};
    QTest::newRow("line ends in quotes") << std::string("1,\"a\nb\r\nc\"\n2,d\n") << CsvRows{{"1", "a\nb\r\nc"}, {"2", "d"}};
    QTest::newRow("doubled quotes") << std::string("1,\"\"\"a\"\"b\"\"\"\n2,\"\"\"\"\n") << CsvRows{{"1", "\"a\"b\""}, {"2", "\""}};
    QTest::newRow("blanks in quotes") << std::string("1,\" a \"\n2,b c\n") << CsvRows{{"1", " a "}, {"2", "b c"}};
    QTest::newRow("a quote within") << std::string("1,6\" nail\n2,x\n") << CsvRows{{"1", "6\" nail"}, {"2", "x"}};
    QTest::newRow("one column") << std::string("1\n2\n\"\"\n") << CsvRows{{"1"}, {"2"}, {""}};
    QTest::newRow("UTF-8") << std::string("1,Zürich\n2,东京\n") << CsvRows{{"1", "Zürich"}, {"2", "东京"}};
}

void TestCsv::splitsRows()
{
    QFETCH(std::string, content);
    QFETCH(CsvRows, rows);
    QCOMPARE(read(content).rows, rows);
}

void TestCsv::findsTheFormat_data()
{
    QTest::addColumn<std::string>("content");
    QTest::addColumn<char>("delimiter");
    QTest::addColumn<char>("decimal");
    QTest::addColumn<bool>("header");
    const auto row = [](const char* name, const char* content, char delimiter, char decimal, bool header) {
        QTest::newRow(name) << std::string(content) << delimiter << decimal << header;
    };
    row("commas", "a,b,c\n1,2,3\n", ',', '.', true);
    row("semicolons", "a;b\n1.5;2\n", ';', '.', true);
    row("tabs", "a\tb\n1\t2\n", '\t', '.', true);
    row("bars", "a|b\n1|2\n", '|', '.', true);
    row("decimal commas", "a;b\n1,5;2,5\n3,0;4\n", ';', ',', true);
    row("decimal commas without header", "1,5;2,5\n3,0;4\n", ';', ',', false);
    row("decimal commas in quotes, which are words", "a,b\n\"1,5\",2\n\"3,0\",4\n", ',', '.', true);
    row("commas in words", "id;words\n1;a, b\n2;c, d, e\n3;f\n", ';', '.', true);
    row("semicolons in quotes", "a,b\n1,\"x;y;z\"\n2,\"x;y;z\"\n", ',', '.', true);
    row("only numbers", "1,2\n3,4\n", ',', '.', false);
    row("missing values", "?,2\n3,4\n", ',', '.', false);
    row("words with numbers", "red,2\nblue,4\n", ',', '.', false);
    row("words with a header", "colour,shape\nred,round\nblue,square\nred,square\n", ',', '.', true);
    row("words without a header", "red,round\nblue,square\nred,square\n", ',', '.', false);
    row("one column of numbers", "x\n1\n2\n", ',', '.', true);
    row("a ragged row", "a,b\n1,2\n3\n4,5\n", ',', '.', true);
}

void TestCsv::findsTheFormat()
{
    QFETCH(std::string, content);
    QFETCH(char, delimiter);
    QFETCH(char, decimal);
    QFETCH(bool, header);
    const CsvFormat format = sniffCsv(content, true, {});
    QCOMPARE(*format.delimiter, delimiter);
    QCOMPARE(*format.decimal, decimal);
    QCOMPARE(*format.header, header);
}

void TestCsv::theFormatCanBeSaid()
{
    const Read got = read("2001,2002;a\n1,2;b\n", {.delimiter = ',', .header = true});
    QCOMPARE(got.columns, (std::vector<std::string>{"2001", "2002;a"}));
    QCOMPARE(got.rows, (CsvRows{{"1", "2;b"}}));
}

void TestCsv::namesColumns()
{
    QCOMPARE(read("a,\"b \"\"c\"\"\",\n1,2,3\n").columns, (std::vector<std::string>{"a", "b \"c\"", "column 3"}));
    QCOMPARE(read("1,2\n").columns, (std::vector<std::string>{"column 1", "column 2"}));
}

/// Rows of every length cross the borders of the reader's blocks, also in the middle of quotes and line ends.
void TestCsv::readsAcrossBlocks()
{
    RandomStream random(7, 0);
    CsvRows rows;
    std::string content;
    while (content.size() < (std::size_t{5} << 20)) {
        std::vector<std::string>& row = rows.emplace_back();
        for (int i = 0; i < 3; ++i) {
            std::string& cell = row.emplace_back("c");
            const std::uint32_t length = random.below(random.below(50) == 0 ? 30000 : 40);
            for (std::uint32_t k = 0; k < length; ++k)
                cell += "ab\",\r\n x"[random.below(8)];
            cell += "d";
            content += quoted(cell) + (i < 2 ? "," : "\r\n");
        }
    }
    // One row that needs the buffer to grow.
    rows.push_back({std::string(std::size_t{3} << 20, 'z'), "1", "2"});
    content += rows.back()[0] + ",1,2";
    QVERIFY(read(content, {.delimiter = ',', .header = false}).rows == rows);
}

void TestCsv::readsTenThousandColumns()
{
    constexpr int columns = 10000;
    std::string content;
    for (int row = 0; row < 20; ++row)
        for (int i = 0; i < columns; ++i)
            content += (row == 0 ? "x" : "") + std::to_string(i) + (i + 1 < columns ? "," : "\n");
    const Read got = read(content);
    QCOMPARE(got.columns.size(), std::size_t{columns});
    QCOMPARE(got.rows.size(), 19u);
    QCOMPARE(got.rows[18][columns - 1], std::string("9999"));
}

void TestCsv::tellsLines()
{
    QCOMPARE(read("a,b\n\n1,\"x\ny\rz\"\r\n2,w\n\n3,v").lines, (std::vector<std::int64_t>{3, 6, 8}));
}

void TestCsv::refusesBadContent_data()
{
    QTest::addColumn<std::string>("content");
    QTest::addColumn<std::string>("id");
    QTest::addColumn<std::string>("mention");
    const auto row = [](const char* name, const std::string& content, const char* id, const char* mention) {
        QTest::newRow(name) << content << std::string(id) << std::string(mention);
    };
    row("empty", "", "data.csv.empty", "some file");
    row("only blank lines", "\n\r\n  \n", "data.csv.empty", "some file");
    row("only a BOM", "\xEF\xBB\xBF", "data.csv.empty", "some file");
    row("UTF-16, little",
        std::string("\xFF\xFE"
                    "a\0,\0b\0",
                    8),
        "data.csv.utf16", "UTF-8");
    row("UTF-16, big", std::string("\xFE\xFF\0a\0,\0b", 8), "data.csv.utf16", "UTF-8");
    row("UTF-16 without a mark", std::string("a\0,\0b\0", 6), "data.csv.nul", "line 1 ");
    row("a short row", "a,b\n1,2\n3\n", "data.csv.ragged", "line 3 has 1 value, expected 2");
    row("a long row", "a,b\n1,2\n3,4,5\n", "data.csv.ragged", "line 3 has 3 values, expected 2");
    row("a long row after quoted lines", "a,b\n1,\"x\n\n\"\n3,4,5\n", "data.csv.ragged", "line 5 ");
    row("a quote not closed", "a,b\n1,\"x\n2,y\n", "data.csv.unclosed", "line 2:");
    row("a quote not closed at all", "\"", "data.csv.unclosed", "line 1:");
    row("text after a quote", "a,b\n1,\"x\"y\n", "data.csv.quote", "line 2:");
    row("a zero byte", std::string("a,b\n1,x\0y\n", 10), "data.csv.nul", "line 2 ");
    row("a zero byte in quotes", std::string("a,b\n1,\"\nx\0y\"\n", 13), "data.csv.nul", "line 3 ");
    row("names twice", "a,b,a\n1,2,3\n", "data.csv.twice", "\"a\"");
    row("a name that is not UTF-8", "a,\xFC\n1,2\n", "data.csv.name", "column 2");
    row("too many columns", std::string(CsvReader::columnsAtMost, ','), "data.csv.columns", "100001");
    row("a row without end", "a,b\n\"" + std::string(CsvReader::rowBytesAtMost + 5, 'x'), "data.csv.long", "line 2:");
}

void TestCsv::refusesBadContent()
{
    QFETCH(std::string, content);
    QFETCH(std::string, id);
    QFETCH(std::string, mention);
    std::string sentence;
    QCOMPARE(errorOf(content, &sentence), id);
    QVERIFY2(sentence.find(mention) != std::string::npos && sentence.find('{') == std::string::npos, sentence.c_str());
}

void TestCsv::everyTruncationEndsWell()
{
    const std::string content = "\xEF\xBB\xBF"
                                "name,\"a \"\"b\"\"\"\r\n\"x\r\ny\",1.5\r\n,\"\"\r\n";
    for (std::size_t size = 0; size <= content.size(); ++size)
        errorOf(content.substr(0, size)); // throws nothing but an `Error`
}

void TestCsv::readsNumbers_data()
{
    QTest::addColumn<std::string>("cell");
    QTest::addColumn<char>("decimal");
    QTest::addColumn<double>("value"); // a NaN: not a number
    const auto row = [](const char* cell, char decimal, double value) {
        QTest::newRow(cell) << std::string(cell) << decimal << value;
    };
    constexpr double none = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    row("1", '.', 1.0);
    row("-2.5", '.', -2.5);
    row("+3e-4", '.', 3e-4);
    row(".5", '.', 0.5);
    row("1E3", '.', 1000.0);
    row("0.1", '.', 0.1);
    row("1e999", '.', infinity);
    row("-1e999", '.', -infinity);
    row("inf", '.', infinity);
    row("1e-999", '.', 0.0);
    row("-0.5", ',', -0.5);
    row("-2,5", ',', -2.5);
    row("2,5", '.', none);
    row("1,000.5", ',', none);
    row("1,2,3", ',', none);
    row("", '.', none);
    row("+", '.', none);
    row("+-1", '.', none);
    row("--1", '.', none);
    row("1x", '.', none);
    row("0x10", '.', none);
    row("1 000", '.', none);
    row("red", '.', none);
}

void TestCsv::readsNumbers()
{
    QFETCH(std::string, cell);
    QFETCH(char, decimal);
    QFETCH(double, value);
    std::setlocale(LC_ALL, "de_DE.UTF-8"); // if it is installed
    const std::optional<double> number = numberIn(cell, decimal);
    std::setlocale(LC_ALL, "C");
    QCOMPARE(number.has_value(), !std::isnan(value));
    if (number)
        QVERIFY(*number == value);
}

void TestCsv::knowsMissingValues()
{
    for (const char* cell : {"", "NA", "N/A", "NaN", "nan", "null", "NULL", "?"})
        QVERIFY2(isMissing(cell), cell);
    for (const char* cell : {"0", "None", "-", "Na", "??", "nano", "unknown"})
        QVERIFY2(!isMissing(cell), cell);
}

void TestCsv::knowsUtf8()
{
    for (const char* text : {"", "abc", "é", "漢字", "\U0001F600", "\u007F\u0080\u07FF\u0800\uFFFF\U00010000\U0010FFFF"})
        QVERIFY2(isUtf8(text), text);
    for (const char* text : {"\x80", "\xC3", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80", "\xF4\x90\x80\x80",
                             "\xF8", "a\xFF", "\xE6\xBC"})
        QVERIFY(!isUtf8(text));
}

NETSMITH_TEST(TestCsv)

} // namespace test_csv

#include "test_csv.moc"

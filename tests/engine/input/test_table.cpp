#include "engine/fields/field_fit.h"
#include "engine/input/tables/csv_samples.h"
#include "tests/engine/core/file_size_limit.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <cstring>
#include <numeric>

namespace test_table {

using namespace netsmith;
using namespace netsmith::data;

namespace {

OpenCsv opener(const std::string& content)
{
    return [&content] { return openBytes(std::as_bytes(std::span(content)), "some file"); };
}

CsvTable scan(const std::string& content, const CsvTableOptions& options = {})
{
    return scanCsv(opener(content), "some file", options);
}

DataSplit read(const std::string& content, const CsvTable& table)
{
    return readCsv(opener(content), "some file", table, {});
}

std::vector<float> numbersOf(const Field& field)
{
    std::vector<float> out(static_cast<std::size_t>(field.count * field.spec.shape.elements()));
    std::memcpy(out.data(), field.bytes.get(), out.size() * sizeof(float));
    return out;
}

/// Here the NaN of a missing value equals itself.
bool same(const std::vector<float>& a, const std::vector<float>& b)
{
    return std::ranges::equal(a, b, [](float x, float y) { return std::isnan(x) ? std::isnan(y) : x == y; });
}

std::string errorOf(const std::function<void()>& body, std::string* sentence = nullptr)
try {
    body();
    return {};
} catch (const Error& error) {
    if (sentence)
        *sentence = error.what();
    return error.message().id();
}

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

const std::string wine = "acid,colour,sugar,kind\n"
                         "1,red,?,b\n"
                         "3,white,10,a\n"
                         "NA,red,20,b\n"
                         "5,,30,c\n";

} // namespace

class TestTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsColumns();
    void readsNumbersToLearn();
    void sortsCategories();
    void takesWordsBelowNumbers();
    void leavesColumnsOut();
    void fitsTheGivenSamplesAlone();
    void fillsCategories();
    void countsUnseenCategories();
    void standardisesByScikitLearnsRule();
    void readsRowsToPredict();
    void summarisesColumns();
    void refusesBadTables_data();
    void refusesBadTables();
    void refusesOtherTables();
    void largeTablesLieOnTheDisk();
    void largeTablesNeedRoomOnTheDisk();
};

void TestTable::readsColumns()
{
    const CsvTable table = scan(wine);
    QCOMPARE(table.rows, 4);
    const FieldSpec& features = table.fields[0];
    QCOMPARE(features.name, std::string("features"));
    QCOMPARE(features.shape, Shape{4});
    QCOMPARE(features.columns[1].categories, (std::vector<std::string>{"red", "white"}));
    QCOMPARE(table.fields[1].name, std::string("label"));
    QCOMPARE(table.fields[1].classNames, (std::vector<std::string>{"a", "b", "c"}));
    const DataSplit split = read(wine, table);
    QVERIFY(same(numbersOf(split.fields[0]), {1, 1, 0, missing, 3, 0, 1, 10, missing, 1, 0, 20, 5, missing, missing, 30}));
    const std::byte* labels = split.fields[1].bytes.get();
    QCOMPARE((std::vector<int>{int(labels[0]), int(labels[1]), int(labels[2]), int(labels[3])}), (std::vector<int>{1, 0, 1, 2}));
}

void TestTable::readsNumbersToLearn()
{
    const std::string content = "x;price;area\n1;2,5;3\n2;4;6\n";
    const CsvTable table = scan(content, {.targets = {"area", "price"}});
    QCOMPARE(table.fields[1].name, std::string("target"));
    QCOMPARE(table.fields[1].shape, Shape{2});
    QCOMPARE(table.fields[1].classes, 0);
    QVERIFY(same(numbersOf(read(content, table).fields[1]), {2.5f, 3.0f, 4.0f, 6.0f})); // in column order
}

void TestTable::sortsCategories()
{
    const CsvTable table = scan("zip,y\n10,9\n9,10\n10,100\n", {.numbersAreClasses = true, .categories = {"zip"}});
    QCOMPARE(table.fields[0].columns[0].categories, (std::vector<std::string>{"9", "10"}));
    QCOMPARE(table.fields[1].classNames, (std::vector<std::string>{"9", "10", "100"}));
}

/// The numbers above the first word are categories too, though the column looked numeric at first.
void TestTable::takesWordsBelowNumbers()
{
    const std::string content = "size,y\n1,a\n2,b\n,a\nbig,b\n";
    const CsvTable table = scan(content);
    QCOMPARE(table.fields[0].columns[0].categories, (std::vector<std::string>{"1", "2", "big"}));
    QVERIFY(same(numbersOf(read(content, table).fields[0]), {1, 0, 0, 0, 1, 0, missing, missing, missing, 0, 0, 1}));
}

void TestTable::leavesColumnsOut()
{
    std::string content = "id,x,y\n";
    for (int i = 0; i < 2000; ++i) // more words than the limit of categories
        content += "row" + std::to_string(i) + "," + std::to_string(i) + "," + (i % 2 ? "a" : "b") + "\n";
    QCOMPARE(errorOf([&] { scan(content); }), std::string("data.csv.categories"));
    const CsvTable table = scan(content, {.leftOut = {"id"}});
    QCOMPARE(table.fields[0].shape, Shape{1});
    QCOMPARE(table.fields[0].columns[0].name, std::string("x"));
}

void TestTable::fitsTheGivenSamplesAlone()
{
    const std::string content = "x,y\n1,a\n3,b\n,a\n1000,b\n";
    const Field raw = read(content, scan(content)).fields[0];
    const std::vector<std::int32_t> train{0, 1, 2};
    const FieldSpec fitted = fitColumns(raw, train);
    QCOMPARE(fitted.columns[0].fit.fill, 2.0f);
    QCOMPARE(fitted.columns[0].fit.subtract, 2.0f);
    QCOMPARE(fitted.columns[0].fit.divide, 1.0f);
    const Field applied = applyFit(raw, fitted);
    QVERIFY(same(numbersOf(applied), {-1, 1, 0, 998}));
    QVERIFY(same(numbersOf(applyFit(applied, fitted)), numbersOf(applied))); // what is fitted stays as it is
    QVERIFY(same(numbersOf(raw), {1, 3, missing, 1000}));
}

void TestTable::fillsCategories()
{
    const std::string content = "c,y\nq,a\nr,b\nr,a\n,b\nz,a\n";
    const Field raw = read(content, scan(content)).fields[0];
    const std::vector<std::int32_t> train{0, 1, 2, 3};
    const FieldSpec fitted = fitColumns(raw, train);
    QCOMPARE(fitted.columns[0].fit.unseen, std::vector<int>{2});
    QVERIFY(same(numbersOf(applyFit(raw, fitted)), {1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0}));
}

void TestTable::countsUnseenCategories()
{
    const std::string content = "c,d,y\nq,1,a\nr,2,b\nz,3,a\nz,4,b\n";
    const CsvTable table = scan(content);
    const Field raw = read(content, table).fields[0];
    const std::vector<std::int32_t> train{0, 1}, validation{2, 3};
    QCOMPARE(unseenCounts(raw, fitColumns(raw, train), validation), (std::vector<std::int64_t>{2, 0}));
    const std::string other = "c,d,y\nnew,1,a\nq,2,b\n"; // from a separate file
    const Field test = read(other, table).fields[0];
    const std::vector<std::int32_t> both{0, 1};
    QCOMPARE(unseenCounts(test, fitColumns(raw, train), both), (std::vector<std::int64_t>{1, 0}));
}

void TestTable::standardisesByScikitLearnsRule()
{
    // StandardScaler().fit([[1], [2], [3], [4], [10]]): mean 4, scale sqrt(10); a column that is constant except for the last bit
    // of its floats has scale 1.
    const std::string content = "x,same,near,y\n1,7,1e6,a\n2,7,1000000.0625,b\n3,7,1e6,a\n4,7,1e6,b\n10,7,1e6,a\n";
    const Field raw = read(content, scan(content)).fields[0];
    const std::vector<std::int32_t> all{0, 1, 2, 3, 4};
    const FieldSpec fitted = fitColumns(raw, all);
    QCOMPARE(fitted.columns[0].fit.divide, static_cast<float>(std::sqrt(10.0)));
    QCOMPARE(fitted.columns[1].fit.divide, 1.0f);
    QCOMPARE(fitted.columns[2].fit.divide, 1.0f);
    QCOMPARE(fitColumns(read(content, scan(content, {.standardise = false})).fields[0], all).columns[0].fit.divide, 1.0f);
}

void TestTable::readsRowsToPredict()
{
    const std::vector<std::int32_t> train{0, 1, 2, 3};
    const FieldSpec fitted = fitColumns(read(wine, scan(wine)).fields[0], train);
    const auto field = [&](const std::string& content) {
        return readCsvSamples(opener(content), "some file", {.inputs = {fitted}}).inputs.front();
    };
    const auto rows = [&](const std::string& content) { return numbersOf(field(content)); };
    const std::vector<float> expected{1, 0, 1, 10, missing, 0, 0, 20};
    QVERIFY(same(rows("sugar,more,colour,acid\n10,x,white,1\n20,y,blue,\n"), expected));
    QVERIFY(same(rows("1,white,10\n,blue,20\n"), expected)); // without a header, in order
    std::string sentence;
    QCOMPARE(errorOf([&] { rows("sugar,acid\n1,2\n"); }, &sentence), std::string("data.csv.lacking"));
    QVERIFY2(sentence.find("\"colour\"") != std::string::npos, sentence.c_str());
    QCOMPARE(errorOf([&] { rows("1,2\n"); }), std::string("data.csv.lacking"));
    QCOMPARE(errorOf([&] { rows("acid,colour,sugar\n"); }), std::string("data.csv.no_samples"));
    QCOMPARE(errorOf([&] { rows("acid,colour,sugar\nx,red,1\n"); }), std::string("data.csv.number"));
    const Field applied = applyFit(field(wine), fitted);
    QVERIFY(std::ranges::none_of(numbersOf(applied), [](float number) { return std::isnan(number); }));
}

void TestTable::summarisesColumns()
{
    const std::vector<ColumnSummary> summaries = summariesOf(read(wine, scan(wine)).fields[0]);
    QCOMPARE(summaries[0].missing, 1);
    QCOMPARE(summaries[0].minimum, 1.0);
    QCOMPARE(summaries[0].maximum, 5.0);
    QCOMPARE(summaries[0].mean, 3.0);
    QCOMPARE(summaries[1].missing, 1);
    QCOMPARE(summaries[1].counts, (std::vector<std::int64_t>{2, 1}));
}

void TestTable::refusesBadTables_data()
{
    QTest::addColumn<std::string>("content");
    QTest::addColumn<CsvTableOptions>("options");
    QTest::addColumn<std::string>("id");
    QTest::addColumn<std::string>("mention");
    const auto row = [](const char* name, const std::string& content, const CsvTableOptions& options, const char* id,
                        const char* mention) {
        QTest::newRow(name) << content << options << std::string(id) << std::string(mention);
    };
    row("only a header", "a,b\n", {.format = {.header = true}}, "data.csv.no_rows", "some file");
    row("one column", "a\n1\n2\n", {}, "data.csv.no_features", "some file");
    row("an unknown target", "a,b\n1,2\n", {.targets = {"c"}}, "data.csv.column", "a, b");
    row("an unknown column to ignore", "a,b\n1,2\n", {.leftOut = {"c"}}, "data.csv.column", "\"c\"");
    row("an unknown category", "a,b\n1,2\n", {.categories = {"c"}}, "data.csv.column", "\"c\"");
    row("a target that is ignored", "a,b\n1,2\n", {.targets = {"b"}, .leftOut = {"b"}}, "data.csv.target_left_out", "\"b\"");
    row("a missing target", "a,b\n1,x\n2,\n", {}, "data.csv.no_target", "line 3, column \"b\"");
    row("a missing number to learn", "a,b\n1,2\n2,NaN\n", {}, "data.csv.no_target", "line 3, column \"b\"");
    row("an infinity", "a,b\n1,x\ninf,y\n", {}, "data.csv.infinite", "line 3, column \"a\"");
    row("a number past single precision", "a,b\n1,x\n1e39,y\n", {}, "data.csv.infinite", "1e39");
    row("one class", "a,b\n1,x\n2,x\n", {}, "data.csv.one_class", "\"b\"");
    row("two targets of words", "a,b,c\n1,x,1\n2,y,2\n", {.targets = {"b", "c"}}, "data.csv.targets", "\"b\"");
    row("a category that is not UTF-8", "a,b\n1,x\n2,\xFF\n", {}, "data.csv.utf8", "line 3, column \"b\"");
    row("a ragged row", "a,b\n1,x\n2\n", {}, "data.csv.ragged", "line 3 ");
}

void TestTable::refusesBadTables()
{
    QFETCH(std::string, content);
    QFETCH(CsvTableOptions, options);
    QFETCH(std::string, id);
    QFETCH(std::string, mention);
    std::string sentence;
    QCOMPARE(errorOf([&] { scan(content, options); }, &sentence), id);
    QVERIFY2(sentence.find(mention) != std::string::npos && sentence.find('{') == std::string::npos, sentence.c_str());
}

void TestTable::refusesOtherTables()
{
    const CsvTable table = scan(wine);
    QCOMPARE(errorOf([&] { read("acid,colour,kind\n1,red,a\n", table); }), std::string("data.csv.other_columns"));
    QCOMPARE(errorOf([&] { read("acid,colour,sugar,kind\nx,red,1,a\n", table); }), std::string("data.csv.number"));
    QCOMPARE(errorOf([&] { read("acid,colour,sugar,kind\n1,red,1,d\n", table); }), std::string("data.csv.class"));
    const Field field = read(wine, table).fields[0];
    const std::vector<std::int32_t> train{0, 1};
    FieldSpec fitted = fitColumns(field, train);
    fitted.columns[0].name = "other";
    QCOMPARE(errorOf([&] { applyFit(field, fitted); }), std::string("data.columns"));
}

void TestTable::largeTablesLieOnTheDisk()
{
    const QTemporaryDir cache;
    qputenv("XDG_CACHE_HOME", cache.path().toLocal8Bit());
    std::string content = "size,colour,note,kind\n";
    for (int i = 0; i < 3000; ++i) // some pages of each field
        content +=
            std::to_string(i * 37 % 101) + (i % 3 ? ",red," : ",,") + (i % 2 ? "good" : "not good") + (i % 5 ? ",a\n" : ",b\n");
    const CsvTable table = scan(content, {.text = "note", .textLength = 4});
    const DataSplit inMemory = read(content, table);
    QVERIFY(!inMemory.mapped);
    const std::int64_t bytes = inMemory.bytes();
    QVERIFY(!readCsv(opener(content), "some file", table, {}, bytes).mapped);
    const DataSplit onDisk = readCsv(opener(content), "some file", table, {}, bytes - 1);
    QVERIFY(onDisk.mapped);
    const auto same = [](const Field& a, const Field& b) { return a.spec == b.spec && std::ranges::equal(a.all(), b.all()); };
    for (std::size_t i = 0; i < 3; ++i)
        QVERIFY(same(inMemory.fields[i], onDisk.fields[i]));
    const Field& features = onDisk.fields[0];
    QCOMPARE(reinterpret_cast<std::uintptr_t>(features.bytes.get()) % 4096, 0u); // a page of a mapping

    std::vector<std::int32_t> all(3000);
    std::iota(all.begin(), all.end(), 0);
    const FieldSpec fitted = fitColumns(features, all);
    QVERIFY(same(applyFit(features, fitted, 0), applyFit(inMemory.fields[0], fitted)));
    // The files have no names, so that none of them stays.
    QVERIFY(QDir(cache.filePath("netsmith/data/samples")).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

void TestTable::largeTablesNeedRoomOnTheDisk()
{
    const CsvTable table = scan(wine);
    const auto reading = [&] { return errorOf([&] { readCsv(opener(wine), "some file", table, {}, 0); }); };
    const QTemporaryDir cache;
    QVERIFY(QDir(cache.path()).mkpath("netsmith"));
    QFile inTheWay(cache.filePath("netsmith/data"));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    qputenv("XDG_CACHE_HOME", cache.path().toLocal8Bit());
    QCOMPARE(reading(), std::string("scratch.room"));
    QVERIFY(inTheWay.remove());
    {
        const test::FileSizeLimit full(8);
        QCOMPARE(reading(), std::string("scratch.room"));
    }
    QCOMPARE(reading(), std::string());
}

NETSMITH_TEST(TestTable)

} // namespace test_table

#include "test_table.moc"

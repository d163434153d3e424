#include "engine/core/files/safe_file.h"
#include "engine/data/source.h"
#include "engine/fields/field_fit.h"
#include "engine/fields/text/vocabulary.h"
#include "engine/input/tables/csv_samples.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <cstring>

namespace test_sequences {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::data;

namespace {

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

std::vector<int> idsOf(const Field& field, std::int64_t sample)
{
    std::vector<int> ids;
    for (const std::byte id : field.sample(sample))
        ids.push_back(std::to_integer<int>(id));
    return ids;
}

std::vector<float> floatsOf(const Field& field, std::int64_t sample)
{
    const auto bytes = field.sample(sample);
    std::vector<float> numbers(bytes.size() / sizeof(float));
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return numbers;
}

bool close(const std::vector<float>& a, const std::vector<float>& b)
{
    return std::ranges::equal(a, b, [](float x, float y) { return std::abs(x - y) < 1e-5f; });
}

} // namespace

/// Sequences that are classified or forecast: texts in folders, texts in tables, rows of numbers in time order.
class TestSequences : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void textsByClass();
    void refusesBadFolders();
    void textsInTables();
    void tablesOfTextsAlone();
    void samplesThatTrainChooseTheTokens();
    void otherNumbersOfTheSameTokens();
    void refusesBadTexts();
    void windowsOfRows();
    void rowsThatTrainTellTheScale();
    void lastRowsAreRead();
    void gapsAndColumns();
    void refusesBadSeries();

private:
    fs::path root() const { return m_folder->path().toStdString(); }
    void write(const std::string& name, const std::string& text) const
    {
        fs::create_directories((root() / name).parent_path());
        writeFileSafely(root() / name, text).take();
    }
    DataSet load(const char* id, const fs::path& place, const ParameterMap& parameters = {}) const
    {
        return source(id).setUp(place, parameters).take()->load({}, {}).take();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestSequences::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestSequences::textsByClass()
{
    write("train/bad/1.txt", "Bad, bad film");
    write("train/good/a.TXT", "\xEF\xBB\xBFGood film!");
    write("train/good/b.txt", "");
    write("train/good/notes.md", "not read");
    write("test/good/c.txt", "a good bad film of films");
    const ParameterMap settings{{"length", std::int64_t{5}}};
    const DataSet set = load("text_folder", root(), settings);
    const FieldSpec& text = set.train.fields[0].spec;
    QCOMPARE(text.vocabulary->tokens(), (std::vector<std::string>{"bad", "film", "!", ",", "good"}));
    QCOMPARE(text.padding, std::optional<std::int64_t>(0));
    QCOMPARE(text.shape, Shape({5}));
    QCOMPARE(set.train.fields[1].spec.classNames, (std::vector<std::string>{"bad", "good"}));
    QCOMPARE(idsOf(set.train.fields[0], 0), (std::vector<int>{2, 5, 2, 3, 0}));
    QCOMPARE(idsOf(set.train.fields[0], 1), (std::vector<int>{6, 3, 4, 0, 0}));
    QCOMPARE(idsOf(set.train.fields[0], 2), (std::vector<int>{0, 0, 0, 0, 0}));
    QCOMPARE(idsOf(set.test.fields[0], 0), (std::vector<int>{1, 6, 2, 3, 1})); // cut at its end
    QCOMPARE(idsOf(set.train.fields[1], 1), (std::vector<int>{1}));
    QCOMPARE(set.train.names[1], std::string("train/good/a.TXT"));
    QCOMPARE(set.warnings.size(), std::size_t{1});
    QVERIFY(set.warnings[0].text().find("notes.md") != std::string::npos);
    const std::string before = set.fingerprint;
    write("test/good/c.txt", "a good bad film of film");
    QVERIFY(load("text_folder", root(), settings).fingerprint != before);
}

void TestSequences::refusesBadFolders()
{
    const auto refusal = [&] { return errorOf([&] { load("text_folder", root()); }); };
    QVERIFY(refusal().starts_with("texts.no_classes"));
    write("one/a.txt", "fine");
    write("two/b.md", "no text by its name");
    QVERIFY(refusal().starts_with("texts.empty_class"));
    write("two/b.txt", "caf\xE9");
    QVERIFY2(refusal().starts_with("data.text.utf8"), refusal().c_str());
    QVERIFY(refusal().find("two/b.txt: the byte 3") != std::string::npos);
    write("two/b.txt", std::string("a\0b", 3));
    QVERIFY(refusal().starts_with("data.text.zero"));
}

void TestSequences::textsInTables()
{
    write("reviews.csv", "review,stars,verdict\n\"Good, good film\",5,yes\nbad,1,no\n,2,no\n");
    const DataSet set = load("csv", root() / "reviews.csv", {{"text", std::string("review")}, {"text_length", std::int64_t{4}}});
    QCOMPARE(set.train.fields.size(), std::size_t{3});
    QCOMPARE(set.train.fields[0].spec.name, std::string("features"));
    QCOMPARE(set.train.fields[0].spec.columns.size(), std::size_t{1});
    QCOMPARE(set.train.fields[1].spec.name, std::string("label"));
    const Field& text = set.train.field("text");
    QCOMPARE(text.spec.vocabulary->tokens(), (std::vector<std::string>{"good", ",", "bad", "film"}));
    QCOMPARE(idsOf(text, 0), (std::vector<int>{2, 3, 2, 5}));
    QCOMPARE(idsOf(text, 1), (std::vector<int>{4, 0, 0, 0}));
    QCOMPARE(idsOf(text, 2), (std::vector<int>{0, 0, 0, 0}));
}

void TestSequences::tablesOfTextsAlone()
{
    write("lines.csv", "text,language\nguten Tag,de\ngood day,en\n");
    const DataSet set = load("csv", root() / "lines.csv",
                             {{"text", std::string("text")},
                              {"header", std::string("yes")},
                              {"text_unit", std::string("characters")},
                              {"text_length", std::int64_t{3}},
                              {"text_lower_case", false}});
    QCOMPARE(set.train.fields.size(), std::size_t{2});
    QCOMPARE(set.train.fields[0].spec.name, std::string("label"));
    QCOMPARE(set.train.fields[1].spec.name, std::string("text"));
    QCOMPARE(idsOf(set.train.fields[0], 1), (std::vector<int>{1}));
    QCOMPARE(set.train.fields[1].spec.vocabulary->text(std::vector<std::int32_t>{idsOf(set.train.fields[1], 1)[0]}),
             std::string("g"));
}

/// Held-out samples contribute nothing: neither tokens nor their frequencies.
void TestSequences::samplesThatTrainChooseTheTokens()
{
    write("reviews.csv", "review,verdict\ngood good film,yes\nbad bad bad film,no\nawful,no\ngood end,yes\n");
    ParameterMap settings{{"header", std::string("yes")}, {"text", std::string("review")}, {"text_length", std::int64_t{4}}};
    const Field raw = load("csv", root() / "reviews.csv", settings).train.field("text");
    QVERIFY(isRaw(raw.spec));
    QCOMPARE(idsOf(raw, 3), (std::vector<int>{3, 6, 0, 0})); // bad good film awful end
    const std::vector<std::int32_t> two{0, 1};
    const FieldSpec fitted = fitField(raw, two);
    QVERIFY(!isRaw(fitted));
    QCOMPARE(fitted.vocabulary->tokens(), (std::vector<std::string>{"bad", "film", "good"}));
    QCOMPARE(fitted.classes, 5);
    QCOMPARE(fitted.classNames, fitted.vocabulary->shownTokens());
    const Field applied = applyFit(raw, fitted);
    QVERIFY(applied.spec == fitted);
    QCOMPARE(idsOf(applied, 0), (std::vector<int>{4, 4, 3, 0}));
    QCOMPARE(idsOf(applied, 2), (std::vector<int>{1, 0, 0, 0})); // awful
    QCOMPARE(idsOf(applied, 3), (std::vector<int>{4, 1, 0, 0}));

    settings["text_vocabulary"] = std::int64_t{3};
    const auto capped = source("csv").setUp(root() / "reviews.csv", settings).take();
    const FieldSpec& declared = capped->fields().back();
    QCOMPARE(declared.vocabulary->tokens(), std::vector<std::string>{"bad"}); // of all rows
    QVERIFY(!isRaw(declared));
    const Field all = capped->load({}, {}).take().train.field("text");
    const std::vector<std::int32_t> ends{0, 3};
    QCOMPARE(fitField(all, ends).vocabulary->tokens(), std::vector<std::string>{"good"});
    QVERIFY(fittedToAll(all).spec == declared);

    write("folder/good/1.txt", "well done, well");
    write("folder/bad/1.txt", "ill done");
    const DataSet folder = load("text_folder", root() / "folder");
    const std::vector<std::int32_t> first{0};
    QCOMPARE(fitField(folder.train.fields[0], first).vocabulary->tokens(), (std::vector<std::string>{"done", "ill"}));
}

/// A vocabulary of another size needs another type, whichever samples chose it; a token that it lacks is the unknown one.
void TestSequences::otherNumbersOfTheSameTokens()
{
    std::string table = "text,kind\n";
    for (int i = 0; i < 300; ++i)
        table += "w" + std::to_string(i) + (i % 2 ? ",a\n" : ",b\n");
    write("many.csv", table);
    const auto many = source("csv")
                          .setUp(root() / "many.csv",
                                 {{"header", std::string("yes")}, {"text", std::string("text")}, {"text_length", std::int64_t{2}}})
                          .take();
    const Field raw = many->load({}, {}).take().train.field("text");
    QVERIFY(raw.spec.type == DataType::i32 && many->fields().back().type == DataType::i32);
    const std::vector<std::int32_t> few{299, 7};
    const FieldSpec fitted = fitField(raw, few);
    QCOMPARE(fitted.classes, 4);
    QVERIFY(fitted.type == DataType::i32); // as declared
    FieldSpec narrow = fitted;
    narrow.type = DataType::u8;
    const Field applied = applyFit(raw, narrow);
    QCOMPARE(idsOf(applied, 7), (std::vector<int>{3, 0})); // w299 w7
    QCOMPARE(idsOf(applied, 299), (std::vector<int>{2, 0}));
    QCOMPARE(idsOf(applied, 8), (std::vector<int>{1, 0}));
    const Field wide = applyFit(applied, fitted); // it has the same tokens
    QVERIFY(wide.bytes == applied.bytes);
}

void TestSequences::refusesBadTexts()
{
    write("lines.csv", "text,language\ncaf\xE9,de\ngood day,en\n");
    const auto refusal = [&](const ParameterMap& settings) {
        ParameterMap all = settings;
        all["header"] = std::string("yes");
        return errorOf([&] { load("csv", root() / "lines.csv", all); });
    };
    QVERIFY(refusal({{"text", std::string("text")}}).starts_with("data.csv.utf8"));
    QVERIFY(refusal({{"text", std::string("language")}}).starts_with("data.csv.text_role"));
    QVERIFY(refusal({{"text", std::string("words")}}).starts_with("data.csv.column"));
}

void TestSequences::windowsOfRows()
{
    std::string table = "day,load,wind\n";
    for (int i = 0; i < 10; ++i)
        table += "d" + std::to_string(i) + "," + std::to_string(i) + "," + std::to_string(100 * i) + "\n";
    write("series.csv", table);
    const ParameterMap settings{{"window", std::int64_t{3}},
                                {"horizon", std::int64_t{2}},
                                {"target", std::string("load")},
                                {"validation", 0.0},
                                {"standardise", false}};
    const DataSet set = load("series", root() / "series.csv", settings);
    QCOMPARE(set.train.count(), std::int64_t{6});
    const Field &series = set.train.field("series"), &target = set.train.field("target");
    QCOMPARE(series.spec.shape, Shape({3, 2}));
    QCOMPARE(target.spec.shape, Shape({2}));
    QVERIFY(close(floatsOf(series, 5), {5, 500, 6, 600, 7, 700}));
    QVERIFY(close(floatsOf(target, 5), {8, 9}));
    QCOMPARE(set.train.bytes(), std::int64_t{4 * (2 * 8 + 7)}); // rows 0 to 7, values 3 to 9
    ParameterMap parted = settings;
    parted["validation"] = 0.5;
    parted["standardise"] = true;
    const DataSet halves = load("series", root() / "series.csv", parted);
    QCOMPARE(halves.train.count(), std::int64_t{1});
    QCOMPARE(halves.test.count(), std::int64_t{1});
    QVERIFY(close(floatsOf(halves.test.field("series"), 0), {5, 500, 6, 600, 7, 700})); // training tells how they are changed
    QVERIFY(close(floatsOf(halves.test.field("target"), 0), {8, 9}));
    QCOMPARE(series.spec.columns,
             (std::vector<Column>{{.name = "load", .standardise = false}, {.name = "wind", .standardise = false}}));
    QVERIFY(halves.train.field("series").spec.columns[0].standardise);
}

/// Windows overlap, and a row in several of them counts once.
void TestSequences::rowsThatTrainTellTheScale()
{
    std::string table = "load,wind\n";
    for (int i = 0; i < 10; ++i)
        table += std::to_string(i) + "," + std::to_string(100 * i) + "\n";
    write("series.csv", table);
    const DataSet set = load("series", root() / "series.csv", {{"window", std::int64_t{3}}, {"validation", 0.0}});
    const Field& raw = set.train.field("series");
    const std::vector<std::int32_t> samples{0, 1, 3}; // rows 0 to 5
    const FieldSpec fitted = fitColumns(raw, samples);
    const auto deviation = static_cast<float>(std::sqrt(35.0 / 12.0));
    QCOMPARE(fitted.columns[0].fit.subtract, 2.5f);
    QCOMPARE(fitted.columns[0].fit.divide, deviation);
    QCOMPARE(fitted.columns[1].fit.subtract, 250.0f);
    const Field applied = applyFit(raw, fitted);
    QCOMPARE(applied.spec.stride, raw.spec.stride);
    QCOMPARE(applied.all().size(), raw.all().size()); // overlaps as before
    std::vector<float> expected;
    for (const int row : {6, 7, 8})
        expected.insert(expected.end(), 2, (static_cast<float>(row) - 2.5f) / deviation);
    QVERIFY(close(floatsOf(applied, 6), expected));
    QVERIFY(close(floatsOf(raw, 6), {6, 600, 7, 700, 8, 800}));
    const std::vector<ColumnSummary> summaries = summariesOf(raw);
    QCOMPARE(summaries[0].missing, std::int64_t{0});
    QCOMPARE(summaries[0].mean, 4.0); // of rows 0 to 8
    QCOMPARE(summaries[1].maximum, 800.0);
    FieldSpec others = fitted;
    std::swap(others.columns[0], others.columns[1]);
    QVERIFY(errorOf([&] { applyFit(raw, others); }).starts_with("data.columns"));
}

/// The input of a forecast: the end of a file.
void TestSequences::lastRowsAreRead()
{
    const FieldSpec spec{.name = "series",
                         .type = DataType::f32,
                         .shape = {3, 2},
                         .columns = {{.name = "load", .fitted = true}, {.name = "wind", .fitted = true}}};
    const auto rows = [&](const std::string& content, const char* load = "load", const char* wind = "wind") {
        FieldSpec named = spec;
        named.columns[0].name = load;
        named.columns[1].name = wind;
        const OpenCsv open = [&] { return openBytes(std::as_bytes(std::span(content)), "some file"); };
        const Field field = readCsvSamples(open, "some file", {.inputs = {named}}).inputs.front();
        return field.count == 1 && !field.spec.columns[0].fitted ? floatsOf(field, 0) : std::vector<float>();
    };
    QVERIFY(close(rows("day,wind,load\n1,10,1\n2,20,2\n3,30,\n4,40,4\n"), {2, 20, 2, 30, 4, 40}));
    QVERIFY(close(rows("1,10\n2,20\n3,30\n"), {1, 10, 2, 20, 3, 30})); // without a header, in order
    // The training table may have no header either, or one with gaps.
    QVERIFY(close(rows("10,1\n20,2\n30,3\n", "column 2", "column 1"), {1, 10, 2, 20, 3, 30}));
    QVERIFY(close(rows("2026-01-01,1,10\n2026-01-02,2,20\n2026-01-03,3,30\n", "column 2", "column 3"), {1, 10, 2, 20, 3, 30}));
    QVERIFY(close(rows("1,10\n2,20\n3,30\n", "column 2", "column 3"), {1, 10, 2, 20, 3, 30})); // without its target
    QVERIFY(close(rows(",wind\n1,10\n2,20\n3,30\n", "column 1", "wind"), {1, 10, 2, 20, 3, 30}));
    const auto refusal = [&](const std::string& content) { return errorOf([&] { rows(content); }); };
    QVERIFY(refusal("load,wind\n1,10\n2,20\n").starts_with("data.series.few"));
    QVERIFY(refusal("load,wind\n,10\n2,20\n3,30\n4,40\n").starts_with("data.series.first"));
    QVERIFY(refusal("load,rain\n1,10\n2,20\n3,30\n").starts_with("data.csv.lacking"));
    QVERIFY(refusal("load,wind\n1,10\n2,x\n3,30\n").starts_with("data.csv.number"));
}

void TestSequences::gapsAndColumns()
{
    write("series.csv", "a;b;c\n1;;5,5\n;2;6\n3;NA;7\n4;8;8\n");
    ParameterMap settings{
        {"window", std::int64_t{2}}, {"validation", 0.0}, {"standardise", false}, {"columns", std::string("c, a")}};
    const DataSet set = load("series", root() / "series.csv", settings);
    QVERIFY(close(floatsOf(set.train.field("series"), 0), {5.5f, 1, 6, 1})); // the gap holds the 1 before it
    QVERIFY(close(floatsOf(set.train.field("target"), 0), {3})); // of the last column that is read
    settings["columns"] = std::string("b");
    const std::string why = errorOf([&] { load("series", root() / "series.csv", settings); });
    QVERIFY2(why.starts_with("data.series.first"), why.c_str());
}

void TestSequences::refusesBadSeries()
{
    const auto refusal = [&](const std::string& table, const ParameterMap& settings = {}) {
        write("series.csv", table);
        return errorOf([&] { load("series", root() / "series.csv", settings); });
    };
    const ParameterMap two{{"window", std::int64_t{2}}, {"validation", 0.0}};
    QVERIFY(refusal("a,b\n1,2\n3,4\n").starts_with("data.series.short"));
    QVERIFY(refusal("a,b\nx,y\nx,y\nx,y\n", two).starts_with("data.series.no_numbers"));
    QVERIFY(refusal("a,b\n1,2\n3,x\n5,6\n", two).starts_with("data.series.number"));
    QVERIFY(refusal("a,b\n1,2\n3,4\n5,6\n", {{"target", std::string("z")}}).starts_with("data.csv.column"));
    QCOMPARE(refusal("a,b\n1,2\n3,4\n5,6\n", two), std::string("nothing was thrown"));
}

NETSMITH_TEST(TestSequences)

} // namespace test_sequences

#include "test_sequences.moc"

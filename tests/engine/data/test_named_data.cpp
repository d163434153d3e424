#include "engine/core/files/safe_file.h"
#include "engine/data/source.h"
#include "engine/fields/text/vocabulary.h"
#include "tests/engine/input/idx_bytes.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <cstring>
#include <set>
#include <sstream>

namespace test_named_data {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::data;

namespace {

std::shared_ptr<const Source> textNamed(const std::string& id, ParameterMap parameters = {})
{
    return sourceFor({.source = id, .path = {}, .parameters = std::move(parameters)}, {});
}

DataPaths realPaths()
{
    return {{}, dataPaths().environmentDir, {}};
}

std::string textOf(const Field& field, std::int64_t sample)
{
    std::vector<std::int32_t> ids;
    for (const std::byte id : field.sample(sample))
        ids.push_back(std::to_integer<std::int32_t>(id));
    return field.spec.vocabulary->text(ids);
}

float numberAt(const Field& field, std::int64_t sample, std::int64_t at)
{
    float number = 0.0f;
    std::memcpy(&number, field.sample(sample).data() + at * 4, sizeof number);
    return number;
}

/// How a reader understands a clause: whether it praises.
bool praises(const std::string& clause)
{
    static const std::set<std::string> good{"good",  "great",     "lovely", "clever", "moving",  "funny",
                                            "fresh", "brilliant", "loved",  "liked",  "enjoyed", "admired"};
    static const std::set<std::string> turning{"not", "never", "hardly"};
    bool praised = false, turned = false;
    std::istringstream words(clause);
    for (std::string word; words >> word;) {
        while (word.ends_with('.'))
            word.pop_back();
        praised = praised || good.contains(word);
        turned = turned || turning.contains(word);
    }
    return praised != turned;
}

} // namespace

/// Texts by name, whose fields are known before the download, and synthetic sequences.
class TestNamedData : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsItsFieldsWithoutTheFile();
    void isAsItSays_data();
    void isAsItSays();
    void saysWhereItIsLookedFor();
    void refusesOtherBytes();
    void readsPackedTexts();
    void refusesWindowsPastTheText();
    void reviewsMeanWhatTheySay();
    void wavesGoOn();
};

void TestNamedData::knowsItsFieldsWithoutTheFile()
{
    QCOMPARE(textNamed("shakespeare")->fields()[0].classes, 67);
    QCOMPARE(textNamed("shakespeare")->fields()[0].type, DataType::u8);
    QCOMPARE(textNamed("shakespeare", {{"lower_case", true}})->fields()[1].classes, 41);
    const auto words = textNamed("shakespeare",
                                 {{"unit", std::string("words")},
                                  {"vocabulary", std::int64_t{1000}},
                                  {"window", std::int64_t{20}},
                                  {"target", std::string("next_tokens")}});
    QCOMPARE(words->fields()[0].classes, 1000);
    QCOMPARE(words->fields()[0].type, DataType::i32);
    QCOMPARE(words->fields()[1].shape, Shape({20}));
    QVERIFY(!words->find({}).available);
    QCOMPARE(textNamed("tang_poems")->fields()[0].classes, 2659);
}

void TestNamedData::isAsItSays_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<bool>("words");
    QTest::addColumn<bool>("small");
    QTest::addColumn<double>("validation");
    for (const char* id : {"shakespeare", "tang_poems"})
        for (const bool words : {false, true})
            for (const bool small : {false, true})
                QTest::addRow("%s%s%s", id, words ? ", words" : "", small ? ", small" : "")
                    << QString(id) << words << small << (small ? 0.5 : 0.1);
}

/// The numbers in the program are those of the file, however much of its end is the test set.
void TestNamedData::isAsItSays()
{
    QFETCH(QString, id);
    QFETCH(bool, words);
    QFETCH(bool, small);
    QFETCH(double, validation);
    const auto text = textNamed(id.toStdString(),
                                {{"unit", std::string(words ? "words" : "characters")},
                                 {"lower_case", small},
                                 {"window", std::int64_t{1}},
                                 {"step", std::int64_t{1}},
                                 {"vocabulary", std::int64_t{100000}},
                                 {"validation", validation}});
    if (!text->find(realPaths()).available)
        QSKIP("NETSMITH_DATA_DIR names no folder with the text");
    const DataSet set = text->load(realPaths(), {}).take();
    const FieldSpec& known = text->fields()[0];
    const FieldSpec& found = set.train.fields[0].spec;
    QCOMPARE(found.classes, known.classes);
    QCOMPARE(found.vocabulary->size(), known.classes);
    QCOMPARE(found.type, known.type);
    QCOMPARE(found.shape, known.shape);
    checkClasses(set.test.fields[0], "the end");
    QCOMPARE(set.train.count() + set.test.count(), text->info().trainCount + text->info().testCount);
    const double apart = double(set.train.count() - text->info().trainCount) / double(set.train.count());
    QVERIFY2(std::abs(apart) < 0.02, qPrintable(QString::number(apart)));
    if (id == "shakespeare" && !words)
        QCOMPARE(set.train.count(), text->info().trainCount);
}

void TestNamedData::saysWhereItIsLookedFor()
{
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    const DataPaths paths{root, {}, {}};
    QCOMPARE(source("shakespeare").find(paths).where.text(), "Tiny Shakespeare is not in " + root.string());
    QCOMPARE(source("tang_poems").find(paths).where.text(),
             "300 Tang poems: the file tang300.txt is not in " + root.string() + "; put it there, or into \"text\" there");
    QCOMPARE(source("tang_poems").find({}).where.text(),
             std::string("300 Tang poems: name the folder that contains the file tang300.txt"));
    for (const char* place : {".", "text", "tang_poems"}) {
        fs::create_directories(root / place);
        writeFileSafely(root / place / "tang300.txt", std::string("x")).take();
        QVERIFY(source("tang_poems").find(paths).available);
        fs::remove(root / place / "tang300.txt");
    }
    const auto none = source("tang_poems").load(paths, {});
    QVERIFY(!none && none.error().message().id() == "data.absent_text");
}

void TestNamedData::refusesOtherBytes()
{
    const QTemporaryDir folder;
    const fs::path file = fs::path(folder.path().toStdString()) / "tinyshakespeare.txt";
    for (const std::string& text : {std::string(), std::string("To be"), std::string(1115394, 'x'), std::string(1115395, 'x')}) {
        writeFileSafely(file, text).take();
        const auto loaded = source("shakespeare").load({folder.path().toStdString(), {}, {}}, {});
        QVERIFY(!loaded);
        QCOMPARE(loaded.error().message().id(), std::string("data.text.other"));
        QVERIFY2(QString(loaded.error().what()).contains("tinyshakespeare.txt"), loaded.error().what());
    }
}

void TestNamedData::readsPackedTexts()
{
    const DataPaths real = realPaths();
    if (!source("tang_poems").find(real).available)
        QSKIP("NETSMITH_DATA_DIR names no folder with the text");
    const QTemporaryDir folder;
    const std::string text = readTextFile(real.environmentDir / "text" / "tang300.txt").take();
    writeFileSafely(fs::path(folder.path().toStdString()) / "tang300.txt.gz", test::gzipped(text)).take();
    const DataSet packed = source("tang_poems").load({folder.path().toStdString(), {}, {}}, {}).take();
    const DataSet plain = source("tang_poems").load(real, {}).take();
    QVERIFY(std::ranges::equal(packed.train.fields[0].all(), plain.train.fields[0].all()));
    QVERIFY(packed.fingerprint.empty()); // it is pinned
}

void TestNamedData::refusesWindowsPastTheText()
{
    try {
        textNamed("tang_poems", {{"window", std::int64_t{30000}}});
        QFAIL("a window longer than the text");
    } catch (const Error& error) {
        QCOMPARE(error.message().id(), std::string("data.text.short"));
        QVERIFY2(QString(error.what()).contains("tang300.txt"), error.what());
    }
}

void TestNamedData::reviewsMeanWhatTheySay()
{
    const DataSet set = source("synthetic_reviews").load({}, {}).take();
    std::set<std::string> different;
    int turned = 0, denied = 0;
    for (const DataSplit* split : {&set.train, &set.test})
        for (std::int64_t i = 0; i < split->count(); ++i) {
            const std::string text = textOf(split->fields[0], i);
            QVERIFY2(text.ends_with('.') && text.find("unknown") == std::string::npos, text.c_str());
            const std::size_t but = text.find(" but "), joined = std::min(but, text.find(" and "));
            const std::string last = joined == std::string::npos ? text : text.substr(joined + 5);
            const bool good = split->fields[1].sample(i)[0] == std::byte{1};
            QVERIFY2(praises(last) == good, text.c_str());
            if (joined != std::string::npos)
                QVERIFY2(praises(text.substr(0, joined)) == (good == (but == std::string::npos)), text.c_str());
            different.insert(text);
            turned += but != std::string::npos;
            denied += text.find("not ") != std::string::npos || text.find("never ") != std::string::npos;
        }
    QVERIFY(different.size() > 3500 && turned > 1500 && denied > 1500);
}

void TestNamedData::wavesGoOn()
{
    const DataSet set = source("synthetic_waves").load({}, {}).take();
    for (const DataSplit* split : {&set.train, &set.test}) {
        const Field &series = split->fields[0], &target = split->fields[1];
        double squares = 0.0, steps = 0.0;
        QVERIFY(split->known); // the baseline of a forecast
        for (std::int64_t i = 0; i + 48 < split->count(); i += 7) {
            for (std::int64_t at = 0; at < 8; ++at)
                QCOMPARE(numberAt(target, i, at), numberAt(series, i + 48, at)); // the target is the window 48 steps later
            QCOMPARE(numberAt(series, i, 1), numberAt(series, i + 1, 0));
            QCOMPARE(numberAt(*split->known, i, 0), numberAt(series, i, 47));
            squares += std::pow(double(numberAt(target, i, 7)), 2);
            steps += std::pow(double(numberAt(target, i, 7) - numberAt(series, i, 47)), 2);
        }
        QVERIFY(steps > squares); // repeating the last value is a bad forecast
    }
    QVERIFY(numberAt(set.train.fields[0], 0, 0) != numberAt(set.test.fields[0], 0, 0));
    for (std::int64_t at = 0; at < 48; ++at) // of the last training values
        QVERIFY(numberAt(set.train.fields[0], set.train.count() - 1, at) != numberAt(set.test.fields[0], 0, 0));
}

NETSMITH_TEST(TestNamedData)

} // namespace test_named_data

#include "test_named_data.moc"

#include "tests/engine/cli/own_arrays.h"
#include "tests/test_program.h"

#include <QJsonArray>

#include <limits>

namespace test_varying_data {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

namespace {

constexpr int rows = 5; ///< at most

std::int32_t lengthOf(int sample)
{
    return 1 + static_cast<std::int32_t>(noise(sample + 77) * rows);
}

std::vector<std::int32_t> lengths()
{
    std::vector<std::int32_t> out;
    for (int sample = 0; sample < samples; ++sample)
        out.push_back(lengthOf(sample));
    return out;
}

/// Two numbers a row, and their sum so far; the rest after a sample's rows is `filling`.
Members sequences(float filling)
{
    std::vector<float> x, y;
    for (int sample = 0; sample < samples; ++sample) {
        float sum = 0.0f;
        for (int row = 0; row < rows; ++row) {
            const bool counts = row < lengthOf(sample);
            for (int i = 0; i < 2; ++i) {
                const auto number = static_cast<float>(noise((sample * rows + row) * 2 + i));
                sum += number;
                x.push_back(counts ? number : filling);
            }
            y.push_back(counts ? sum : filling);
        }
    }
    return {{"x.npy", array("<f4", "5, 2", x)},
            {"x_length.npy", array("<i4", "", lengths())},
            {"y.npy", array("<f4", "5, 1", y)},
            {"y_length.npy", array("<i4", "", lengths())}};
}

Project sequenceProject()
{
    Project out = chain({node("in", "input", {{"shape", std::vector<std::int64_t>{rows, 2}}, {"field", std::string("features")}}),
                         node("lstm", "lstm", {{"units", std::int64_t{6}}, {"return_sequences", true}}),
                         node("out", "dense", {{"units", std::int64_t{1}}})},
                        "target", "mean_squared_error", "mean_absolute_error");
    out.data.source = "npy";
    out.data.path = "set.npz";
    out.data.validation = "split";
    out.data.validationSplit = 0.2;
    out.training.epochs = 3;
    return out;
}

/// A picture of 8×8 with up to two bright boxes; the file holds their positions and number.
Members boxes()
{
    std::vector<std::uint8_t> x(samples * 64);
    std::vector<float> y(samples * 2 * 4, -1.0f);
    std::vector<std::int64_t> counts;
    for (int sample = 0; sample < samples; ++sample) {
        counts.push_back(sample % 3);
        for (int m = 0; m < sample % 3; ++m) {
            const int left = 4 * m, top = static_cast<int>(noise(sample * 2 + m) * 5.0);
            for (int i = top; i < top + 3; ++i)
                for (int j = left; j < left + 3; ++j)
                    x[static_cast<std::size_t>(sample * 64 + i * 8 + j)] = 255;
            const float edges[] = {static_cast<float>(left), static_cast<float>(top), static_cast<float>(left + 3),
                                   static_cast<float>(top + 3)};
            std::ranges::copy(edges, y.begin() + (sample * 2 + m) * 4);
        }
    }
    return {{"x.npy", array("|u1", "8, 8", x)}, {"y.npy", array("<f4", "2, 4", y)}, {"y_length.npy", array("<i8", "", counts)}};
}

Project boxProject()
{
    Project out =
        chain({node("in", "input", {{"shape", std::vector<std::int64_t>{8, 8, 1}}, {"field", std::string("image")}}),
               node("flat", "flatten"), node("hidden", "dense", {{"units", std::int64_t{32}}, {"activation", std::string("relu")}}),
               node("out", "dense", {{"units", std::int64_t{8}}}),
               node("rows", "reshape", {{"target_shape", std::vector<std::int64_t>{2, 4}}})},
              "boxes", "mean_squared_error", "mean_absolute_error");
    out.data.source = "npy";
    out.data.path = "set.npz";
    out.data.parameters = {{"task", std::string("boxes")}};
    out.data.validation = "split";
    out.data.validationSplit = 0.2;
    out.training.epochs = 60;
    return out;
}

void replace(Members& members, const std::string& name, const std::string& bytes)
{
    const auto found = std::ranges::find(members, name, &Members::value_type::first);
    found->second = bytes;
}

} // namespace

/// A person's own arrays whose samples differ in length: trained on, evaluated and queried.
class TestVaryingData : public OwnArraysTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeFolder(); }
    void whatFillsUpChangesNothing();
    void boxesAreLearned();
    void boxesMoveInTraining();
    void misfitsAreSaid_data();
    void misfitsAreSaid();
    void givenLengthsAreChecked();
};

void TestVaryingData::whatFillsUpChangesNothing()
{
    write(sequenceProject());
    write(sequences(0.0f));
    const QJsonObject zeros = train(u"zeros"_s);
    const QJsonObject judged = cli({u"evaluate"_s, u"zeros"_s, u"set.npz"_s}).lines().last();
    const QList<QJsonObject> told = cli({u"predict"_s, u"zeros"_s, u"set.npz"_s}).lines();
    QCOMPARE(told.size(), samples);
    write(sequences(1000.0f));
    QCOMPARE(train(u"thousands"_s), zeros);
    QCOMPARE(cli({u"evaluate"_s, u"zeros"_s, u"set.npz"_s}).lines().last()[u"loss"], judged[u"loss"]);
    const QList<QJsonObject> again = cli({u"predict"_s, u"zeros"_s, u"set.npz"_s}).lines();
    for (int sample = 0; sample < samples; ++sample)
        for (int row = 0; row < lengthOf(sample); ++row)
            QCOMPARE(again[sample][u"values"_s].toArray()[row], told[sample][u"values"_s].toArray()[row]);
    // Without them the filling rows count like any others.
    write(Members{sequences(1000.0f)[0], sequences(1000.0f)[2]});
    QVERIFY(train(u"all"_s) != zeros);
}

void TestVaryingData::boxesAreLearned()
{
    write(boxProject());
    write(boxes());
    const QJsonObject done = train(u"run"_s);
    QVERIFY2(done[u"val_mean_absolute_error"].toDouble(99.0) < 1.0, QJsonDocument(done).toJson());
    const CliResult shown = cli({u"data"_s, u"show"_s, u"own.netsmith"_s});
    QVERIFY2(shown.code == 0 || shown.code == 2, shown.words());
    const CliResult judged = cli({u"evaluate"_s, u"run"_s, u"set.npz"_s});
    QVERIFY2(judged.code == 0 && judged.lines().last()[u"mean_absolute_error"].toDouble(99.0) < 1.0, judged.words());
    // Sample 1 has one box, and sample 0 has none to predict.
    const QList<QJsonObject> told = cli({u"predict"_s, u"run"_s, u"set.npz"_s}).lines();
    QVERIFY(told.size() >= 2 && !told[0].contains(u"error"_s));
    const QJsonArray errors = told[1][u"error"_s].toArray();
    QCOMPARE(errors.size(), 8);
    for (int i = 0; i < 8; ++i)
        QCOMPARE(errors[i].isDouble(), i < 4);
}

/// Flipped half the time: a network without a hidden layer learns the mean of both sides, and hits no corner.
void TestVaryingData::boxesMoveInTraining()
{
    Project project = boxProject();
    project.training.epochs = 4;
    write(boxes());
    write(project);
    const QJsonObject still = train(u"still"_s);
    project.data.transforms = {{"random_flip", {{"mode", std::string("horizontal")}}}};
    write(project);
    QVERIFY(train(u"flipped"_s)[u"loss"] != still[u"loss"]);
    project.data.transforms = {{"mix_up", {}}};
    write(project);
    const CliResult mixed = cli({u"check"_s, u"own.netsmith"_s});
    QCOMPARE(mixed.code, 3);
    QVERIFY2(mixed.err.contains("mix_up") || mixed.out.contains("mix_up"), mixed.words());
}

void TestVaryingData::misfitsAreSaid_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("more rows than there are") << u"long"_s << QByteArray("sample 3 has 6 rows, expected 0 to 5");
    QTest::newRow("less than none") << u"negative"_s << QByteArray("sample 3 has -1 rows");
    QTest::newRow("shares") << u"floats"_s << QByteArray("expected one integer per sample");
    QTest::newRow("boxes without a number") << u"no counts"_s << QByteArray("y_length");
    QTest::newRow("boxes of three numbers") << u"three"_s << QByteArray("left, top, right and bottom");
    QTest::newRow("lengths of numbers") << u"scalars"_s << QByteArray("the samples have no rows");
}

void TestVaryingData::misfitsAreSaid()
{
    QFETCH(const QString, change);
    QFETCH(const QByteArray, said);
    Members members = sequences(0.0f);
    Project project = sequenceProject();
    std::vector<std::int32_t> wrong = lengths();
    if (change == u"long" || change == u"negative") {
        wrong[3] = change == u"long" ? 6 : -1;
        replace(members, "x_length.npy", array("<i4", "", wrong));
    } else if (change == u"floats") {
        replace(members, "x_length.npy", array("<f4", "", std::vector<float>(samples, 1.5f)));
    } else if (change == u"scalars") {
        replace(members, "y.npy", array("<i8", "", classes()));
        project.training.objectives[0].target = "label";
    } else {
        project = boxProject();
        members = boxes();
        if (change == u"no counts")
            members.pop_back();
        else
            replace(members, "y.npy", array("<f4", "2, 3", std::vector<float>(samples * 6)));
    }
    write(members);
    write(project);
    for (const QString& command : {u"train"_s, u"check"_s}) {
        if (command == u"check" && (change == u"long" || change == u"negative"))
            continue; // the content of the array is read by training only
        const CliResult result = cli({command, u"own.netsmith"_s});
        QCOMPARE(result.code, 3);
        QVERIFY2(result.err.contains(said) || result.out.contains(said), result.words());
    }
}

/// A file that a run is asked about is held to the same.
void TestVaryingData::givenLengthsAreChecked()
{
    Members members = sequences(0.0f);
    write(members);
    write(sequenceProject());
    QCOMPARE(cli({u"train"_s, u"own.netsmith"_s, u"--run-dir"_s, u"run"_s, u"--epochs"_s, u"1"_s}).code, 0);
    for (const auto& [array, command] : {std::pair("x_length.npy", u"predict"_s), std::pair("x_length.npy", u"evaluate"_s),
                                         std::pair("y_length.npy", u"evaluate"_s)}) {
        Members given = members;
        std::vector<std::int32_t> wrong = lengths();
        wrong[7] = rows + 1;
        replace(given, array, test::array("<i4", "", wrong));
        write(given);
        const CliResult refused = cli({command, u"run"_s, u"set.npz"_s});
        QCOMPARE(refused.code, 3);
        QVERIFY2(refused.err.contains("sample 7 has 6 rows, expected 0 to 5"), refused.words());
    }
}

NETSMITH_TEST(TestVaryingData)

} // namespace test_varying_data

#include "test_varying_data.moc"

#include "tests/engine/cli/own_arrays.h"
#include "tests/test_program.h"

#include <cmath>

namespace test_own_data {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

namespace {

/// Two inputs of three numbers each, "left" and "right", to three classes.
Project ofTwoInputs()
{
    const std::vector<std::int64_t> three{3};
    Project both = project("left", three);
    both.graph.nodes = {node("a", "input", {{"shape", three}, {"field", std::string("left")}}),
                        node("b", "input", {{"shape", three}, {"field", std::string("right")}}), node("join", "concatenate"),
                        node("out", "dense", {{"units", std::int64_t{3}}, {"activation", std::string("softmax")}})};
    both.graph.edges = {{{"a", "output"}, {"join", "inputs"}, Json::object()},
                        {{"b", "output"}, {"join", "inputs"}, Json::object()},
                        {{"join", "output"}, {"out", "input"}, Json::object()}};
    both.data.parameters = {{"inputs", std::string("left, right")}, {"target", std::string("kind")}};
    return both;
}

/// The data for training or validation: each input gets one half of `features`.
Members halves(const std::string& ending, int seed)
{
    std::vector<float> left, right;
    const std::vector<float> whole = features(6, seed);
    for (std::size_t i = 0; i < whole.size(); ++i)
        (i % 6 < 3 ? left : right).push_back(whole[i]);
    return {{"left" + ending + ".npy", array("<f4", "3", left)},
            {"right" + ending + ".npy", array("<f4", "3", right)},
            {"kind" + ending + ".npy", array("<i8", "", classes())}};
}

} // namespace

/// A person's own arrays and tables through the program itself: learning from them.
class TestOwnData : public OwnArraysTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeFolder(); }
    void predictsAsItTrained();
    void refusesOtherCounts();
    void textsAreClasses();
    void takesSeveralInputs();
    void predictsFromSeveralInputs();
    void aNumberPerSampleIsAnInput();
    void aClassIsAnInput();
    void weighsSamples();
    void refusesImpossibleWeights_data();
    void refusesImpossibleWeights();
};

void TestOwnData::predictsAsItTrained()
{
    Members members = plain();
    members.emplace_back("x_test.npy", array("<f4", "6", features(6, 5000)));
    members.emplace_back("y_test.npy", array("<i8", "", classes()));
    write(members);
    Project tested = project("features", {6});
    tested.data.validation = "test";
    write(tested);
    const double accuracy = train(u"run"_s, {u"--epochs"_s, u"60"_s})[u"val_accuracy"].toDouble();
    QVERIFY2(accuracy >= 0.9, qPrintable(QString::number(accuracy)));
    train(u"named"_s, {u"--epochs"_s, u"60"_s, u"--set"_s, u"data.divide=1"_s});
    const CliResult evaluated = cli({u"evaluate"_s, u"run"_s});
    QCOMPARE(evaluated.event(u"evaluation"_s)[u"accuracy"].toDouble(), accuracy);
    const auto predicted = [&](const QString& run) {
        QJsonObject told = cli({u"predict"_s, run, u"--index"_s, u"3"_s}).event(u"prediction"_s);
        told.remove(u"run"_s);
        told.remove(u"checkpoint"_s);
        return told;
    };
    QVERIFY(!predicted(u"run"_s).isEmpty());
    QCOMPARE(predicted(u"run"_s), predicted(u"named"_s));
}

void TestOwnData::refusesOtherCounts()
{
    write(project("features", {6}));
    std::vector<std::int64_t> more = classes();
    more.push_back(0);
    write({{"x.npy", array("<f4", "6", features(6, 0))}, {"y.npy", npyFile(npyHeader("<i8", "(61,)"), bytesOf(more))}});
    for (const char* command : {"check", "train"}) {
        const CliResult refused = cli({QString::fromLatin1(command), u"own.netsmith"_s});
        QCOMPARE(refused.code, 3);
        QVERIFY2(refused.err.contains("x_train has 60 samples but y_train has 61"), refused.words());
    }
    Members weighed = plain();
    weighed.emplace_back("sample_weight.npy", npyFile(npyHeader("<f4", "(59,)"), std::string(59 * 4, '\0')));
    write(weighed);
    QVERIFY(cli({u"check"_s, u"own.netsmith"_s}).err.contains("x_train has 60 samples but sample_weight_train has 59"));
}

void TestOwnData::textsAreClasses()
{
    write(project("features", {6}));
    write(plain());
    const QJsonObject numbers = train(u"numbers"_s);
    const std::string unicode = textLabels();
    std::string bytes;
    for (const std::int64_t number : classes())
        bytes += names[number] + std::string(1, '\0');
    for (const std::string& labels : {unicode, npyFile(npyHeader("|S4", "(60,)"), bytes)}) {
        write({plain()[0], {"y.npy", labels}});
        QCOMPARE(train(u"texts%1"_s.arg(labels.size())), numbers);
    }
    write({plain()[0], {"y.npy", unicode}, {"x_test.npy", plain()[0].second}, {"y_test.npy", unicode}});
    train(u"tested"_s, {u"--set"_s, u"data.validation=test"_s});
    const QByteArray said = QJsonDocument(cli({u"predict"_s, u"tested"_s, u"--index"_s, u"0"_s}).event(u"prediction"_s)).toJson();
    QVERIFY2(said.contains("ant") || said.contains("bee") || said.contains("cat"), said.constData());
    write({plain()[0],
           {"y.npy", unicode},
           {"x_test.npy", plain()[0].second},
           {"y_test.npy", npyFile(npyHeader("|S4", "(60,)"), std::string(240, 'd'))}});
    QVERIFY(cli({u"data"_s, u"show"_s, u"npy"_s, u"--path"_s, u"set.npz"_s}).err.contains("the class \"dddd\", which no training"));

    const auto refusal = [&](const std::string& labels) {
        write({plain()[0], {"y.npy", labels}});
        const CliResult checked = cli({u"check"_s, u"own.netsmith"_s});
        return checked.code == 3 ? checked.err : QByteArray("accepted");
    };
    QVERIFY(refusal(npyFile(npyHeader("|S4", "(60,)"), std::string(240, '\xFF'))).contains("is not Unicode"));
    QVERIFY(refusal(npyFile(npyHeader("|S4", "(60,)"), std::string(240, '\0'))).contains("an empty text as its class"));
    QVERIFY(refusal(npyFile(npyHeader("|S4", "(60,)"), std::string(240, 'a'))).contains("the same class for all"));
    QVERIFY(refusal(npyFile(npyHeader("<U1", "(60,)"), std::string(240, '\x7F'))).contains("is not Unicode"));
    const QByteArray shorter = refusal(npyFile(npyHeader("|S4", "(60,)"), std::string(239, 'a')));
    QVERIFY2(shorter.contains("ends after 239 of 240 bytes"), shorter.constData());
}

void TestOwnData::takesSeveralInputs()
{
    write(ofTwoInputs());
    const Members training = halves("_train", 0);
    write(training);
    const QJsonObject done = train(u"run"_s, {u"--epochs"_s, u"60"_s});
    QVERIFY2(done[u"val_accuracy"].toDouble() >= 0.9, QJsonDocument(done).toJson().constData());
    QCOMPARE(cli({u"evaluate"_s, u"run"_s}).event(u"evaluation"_s)[u"accuracy"], done[u"val_accuracy"]);

    Members lacking = training;
    lacking.erase(lacking.begin() + 1);
    write(lacking);
    const CliResult refused = cli({u"check"_s, u"own.netsmith"_s});
    QCOMPARE(refused.code, 3);
    QVERIFY2(refused.err.contains("has no array right_train; it has: left_train, kind_train;"), refused.words());
    // As NPY files side by side.
    for (const auto& [name, bytes] : training)
        writeBytes(path(QString::fromStdString(name)), QByteArray::fromStdString(bytes));
    QCOMPARE(train(u"files"_s, {u"--epochs"_s, u"60"_s, u"--set"_s, u"data.path=left_train.npy"_s}), done);
}

/// Inputs are matched by name, wherever in the file they are: both have the same size.
void TestOwnData::predictsFromSeveralInputs()
{
    write(ofTwoInputs());
    Members whole = halves("_train", 0);
    std::ranges::move(halves("_test", 5000), std::back_inserter(whole));
    write(whole);
    train(u"run"_s, {u"--epochs"_s, u"60"_s});
    QStringList all{u"predict"_s, u"run"_s};
    for (int sample = 0; sample < samples; ++sample)
        all << u"--index"_s << QString::number(sample);
    const QList<QJsonObject> known = cli(all).lines();
    QCOMPARE(known.size(), samples);

    const auto predicted = [&](const Members& members) {
        writeZip(path(u"given.npz"_s).toStdString(), members, true);
        return cli({u"predict"_s, u"run"_s, u"given.npz"_s});
    };
    Members given = halves("", 5000);
    std::swap(given[0], given[1]);
    const CliResult asked = predicted(given);
    QVERIFY2(asked.code == 0 && asked.lines().size() == samples, asked.words());
    int right = 0;
    for (int sample = 0; sample < samples; ++sample) {
        const QJsonObject told = asked.lines()[sample];
        QCOMPARE(told[u"values"], known[sample][u"values"]);
        right += told[u"class"].toInt() == classOf(sample);
    }
    QVERIFY2(right >= 0.9 * samples, qPrintable(QString::number(right)));

    given.erase(given.begin());
    const CliResult lacking = predicted(given);
    QCOMPARE(lacking.code, 3);
    QVERIFY2(lacking.err.contains("right"), lacking.words());
}

/// As the same numbers do that stand in an array with an axis of their own.
void TestOwnData::aNumberPerSampleIsAnInput()
{
    std::vector<float> hints;
    for (const std::int64_t kind : classes())
        hints.push_back(static_cast<float>(kind) - 1.0f);
    Members members = halves("", 0);
    members[1] = {"right.npy", array("<f4", "", hints)};
    write(members);
    Project both = ofTwoInputs();
    both.graph.nodes[1].parameters["shape"] = std::vector<std::int64_t>{3};
    write(both);
    const CliResult refused = cli({u"check"_s, u"own.netsmith"_s});
    QCOMPARE(refused.code, 3);
    QCOMPARE(refused.event(u"problem"_s)[u"fix"].toString(), u"set shape to 1"_s);
    both.graph.nodes[1].parameters["shape"] = std::vector<std::int64_t>{1};
    write(both);
    const QJsonObject done = train(u"numbers"_s, {u"--epochs"_s, u"60"_s});
    QVERIFY2(done[u"val_accuracy"].toDouble() >= 0.9, qPrintable(QString::number(done[u"val_accuracy"].toDouble())));
    const auto answered = [&](const QString& run) {
        const CliResult predicted = cli({u"predict"_s, run, u"set.npz"_s});
        QJsonObject told = predicted.event(u"prediction"_s);
        for (const QString& own : {u"run"_s, u"checkpoint"_s, u"input"_s})
            told.remove(own);
        return std::pair(predicted.code, told);
    };
    const auto given = answered(u"numbers"_s);
    QCOMPARE(given.first, 0);
    QCOMPARE(cli({u"evaluate"_s, u"numbers"_s, u"set.npz"_s}).event(u"evaluation"_s)[u"samples"].toInt(), samples);
    members[1] = {"right.npy", array("<f4", "1", hints)};
    write(members);
    QCOMPARE(train(u"vectors"_s, {u"--epochs"_s, u"60"_s}), done);
    QVERIFY(answered(u"vectors"_s) == given);
}

/// A class is one number without an axis.
void TestOwnData::aClassIsAnInput()
{
    write(halves("", 0));
    Project both = ofTwoInputs();
    both.data.parameters = {{"inputs", std::string("left")}, {"target", std::string("kind")}};
    both.graph.nodes[1].parameters = {{"shape", std::vector<std::int64_t>{3}}, {"field", std::string("label")}};
    write(both);
    const CliResult refused = cli({u"check"_s, u"own.netsmith"_s});
    QCOMPARE(refused.code, 3);
    QCOMPARE(refused.event(u"problem"_s)[u"fix"].toString(), u"set shape to 1"_s);
    both.graph.nodes[1].parameters["shape"] = std::vector<std::int64_t>{1};
    both.training.optimizer = {"adam", {{"learning_rate", 0.05}}};
    write(both);
    const double accuracy = train(u"run"_s, {u"--epochs"_s, u"60"_s})[u"val_accuracy"].toDouble();
    QVERIFY2(accuracy >= 0.9, qPrintable(QString::number(accuracy)));
    QCOMPARE(cli({u"evaluate"_s, u"run"_s}).event(u"evaluation"_s)[u"accuracy"].toDouble(), accuracy);
    QCOMPARE(cli({u"predict"_s, u"run"_s, u"set.npz"_s}).lines().size(), samples);
    QVERIFY(cli({u"evaluate"_s, u"run"_s, u"set.npz"_s}).event(u"evaluation"_s)[u"accuracy"].toDouble() >= 0.9);
}

void TestOwnData::weighsSamples()
{
    std::vector<float> weights;
    QByteArray table = "a,b,c,d,e,f,w,kind\n";
    const std::vector<float> x = features(6, 0);
    for (int sample = 0; sample < samples; ++sample) {
        weights.push_back(static_cast<float>(std::round(noise(sample + 77) * 8.0) / 4.0));
        for (int i = 0; i < 6; ++i)
            table += QByteArray::number(static_cast<double>(x[static_cast<std::size_t>(sample * 6 + i)]), 'g', 9) + ',';
        table += QByteArray::number(static_cast<double>(weights.back())) + ',' + names[classOf(sample)].c_str() + '\n';
    }
    writeBytes(path(u"table.csv"_s), table);
    Members members = plain();
    members.emplace_back("sample_weight.npy", array("<f4", "", weights));
    members.emplace_back("half.npy", array("<f4", "", std::vector<float>(samples, 0.5f)));
    write(members);
    Project weighed = project("features", {6});
    weighed.training.objectives[0].sampleWeight = "sample_weight";
    weighed.training.epochs = 4;
    write(weighed);
    const QJsonObject done = train(u"arrays"_s);
    Project unweighed = weighed;
    unweighed.training.objectives[0].sampleWeight.clear();
    write(unweighed);
    QVERIFY(train(u"unweighed"_s)[u"loss"] != done[u"loss"]);
    QCOMPARE(train(u"asked"_s, {u"--set"_s, u"sample_weight=sample_weight"_s}), done);

    // A column gives the same bits as the array.
    weighed.data.source = "csv";
    weighed.data.path = "table.csv";
    weighed.data.parameters = {{"weights", std::string("w")}, {"standardise", false}};
    write(weighed);
    QCOMPARE(train(u"columns"_s), done);
    // And an interrupted run goes on with them.
    train(u"half"_s, {u"--epochs"_s, u"2"_s});
    QCOMPARE(cli({u"train"_s, u"own.netsmith"_s, u"--resume"_s, u"half"_s, u"--epochs"_s, u"4"_s}).event(u"done"_s)[u"loss"],
             done[u"loss"]);

    // Half the weight is half the loss, as in Keras, which divides by the number of samples and not by their weights.
    Project halves = unweighed;
    halves.training.epochs = 1;
    halves.training.optimizer = {"sgd", {{"learning_rate", 1e-12}}};
    write(halves);
    const double whole = train(u"whole"_s)[u"loss"].toDouble();
    halves.training.objectives[0].sampleWeight = "sample_weight";
    halves.data.parameters = {{"weights", std::string("half")}};
    write(halves);
    const double half = train(u"halved"_s)[u"loss"].toDouble();
    QVERIFY2(std::abs(half - whole / 2.0) <= 1e-6 * whole, qPrintable(u"%1 of %2"_s.arg(half).arg(whole)));

    writeBytes(path(u"table.csv"_s), "a,w,kind\n1,2,x\n3,,y\n5,1,x\n");
    const CliResult gap = cli({u"data"_s, u"show"_s, u"csv"_s, u"--path"_s, u"table.csv"_s, u"--set"_s, u"weights=w"_s});
    QCOMPARE(gap.code, 3);
    QVERIFY2(gap.err.contains("line 3") && gap.err.contains("what each sample weighs"), gap.words());
}

void TestOwnData::refusesImpossibleWeights_data()
{
    QTest::addColumn<float>("weight");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("negative") << -0.5f << QByteArray("-0.5");
    QTest::newRow("not a number") << std::nanf("") << QByteArray("nan");
    QTest::newRow("infinite") << INFINITY << QByteArray("inf");
}

/// They would train silently: away from the sample, or to NaN.
void TestOwnData::refusesImpossibleWeights()
{
    QFETCH(float, weight);
    QFETCH(QByteArray, words);
    Project weighed = project("features", {6});
    weighed.training.objectives[0].sampleWeight = "sample_weight";
    const auto refusal = [&] {
        write(weighed);
        const CliResult refused = cli({u"train"_s, u"own.netsmith"_s, u"--run-dir"_s, u"never"_s});
        return refused.code == 3 ? refused.err : refused.words();
    };
    std::vector<float> weights(samples, 1.0f);
    weights[7] = weight;
    Members members = plain();
    members.emplace_back("sample_weight.npy", array("<f4", "", weights));
    write(members);
    QVERIFY2(refusal().contains("set.npz:sample_weight.npy: sample 7 "), refusal());

    QByteArray table = "a,b,c,d,e,f,w,kind\n";
    for (int row = 0; row < samples; ++row)
        table += "1,2,3,4,5,6," + (row == 7 ? words : QByteArray("1")) + (row % 2 == 0 ? ",x\n" : ",y\n");
    writeBytes(path(u"table.csv"_s), table);
    weighed.data.source = "csv";
    weighed.data.path = "table.csv";
    weighed.data.parameters = {{"weights", std::string("w")}};
    QVERIFY2(refusal().contains("table.csv, line 9") && refusal().contains("\"w\""), refusal());
}

NETSMITH_TEST(TestOwnData)

} // namespace test_own_data

#include "test_own_data.moc"

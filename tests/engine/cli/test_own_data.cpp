#include "tests/engine/cli/own_data.h"
#include "tests/engine/data/npy_bytes.h"
#include "tests/engine/data/zip_bytes.h"

#include <QJsonArray>

#include <cmath>
#include <csignal>
#include <map>

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

namespace {

constexpr int samples = 60;

int classOf(int sample)
{
    return static_cast<int>(noise(sample + 1000) * 3.0);
}

/// Numbers of `width` columns that tell the class, and shares of one that does not.
std::vector<float> features(int width, int seed)
{
    std::vector<float> out;
    for (int sample = 0; sample < samples; ++sample)
        for (int i = 0; i < width; ++i)
            out.push_back(static_cast<float>(noise(sample * width + i + seed) + (i % 3 == classOf(sample) ? 3.0 : 0.0)));
    return out;
}

std::vector<std::int64_t> classes()
{
    std::vector<std::int64_t> out;
    for (int sample = 0; sample < samples; ++sample)
        out.push_back(classOf(sample));
    return out;
}

const std::string names[] = {"ant", "bee", "cat"}; // in the order of the classes

std::string textLabels()
{
    std::u32string characters;
    for (const std::int64_t number : classes())
        characters += std::u32string(names[number].begin(), names[number].end()) + std::u32string(2, U'\0');
    std::string bytes(reinterpret_cast<const char*>(characters.data()), characters.size() * sizeof(char32_t));
    return npyFile(npyHeader("<U5", "(" + std::to_string(samples) + ",)"), bytes);
}

template <class T>
std::string array(const char* type, const std::string& sample, const std::vector<T>& values)
{
    return npyFile(npyHeader(type, "(" + std::to_string(samples) + ", " + sample + ")"), bytesOf(values));
}

using Members = std::vector<std::pair<std::string, std::string>>;

Members plain()
{
    return {{"x.npy", array("<f4", "6", features(6, 0))}, {"y.npy", array("<i8", "", classes())}};
}

} // namespace

/// A person's own arrays and tables through the program itself.
class TestOwnData : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void scalesByWhatAFieldHolds_data();
    void scalesByWhatAFieldHolds();
    void predictsAsItTrained();
    void refusesOtherCounts();
    void asksAboutWhatIsNotRead();
    void leavesAloneWhatNobodyAskedFor();
    void countsTheGapsOfASeries();
    void saysColumnsAndArrays();
    void textsAreClasses();
    void takesSeveralInputs();
    void arraysAreNamedInAnyCase();
    void filesMayEndInCapitals();
    void weighsSamples();
    void refusesImpossibleWeights_data();
    void refusesImpossibleWeights();
    void tellsNothingOfOtherFiles();
    void refusesNul();
    void aFileThatShrinksEndsTheRun();
    void findsWhatTheDistributionBrings();

private:
    void write(const Members& members) const { writeZip(path(u"set.npz"_s).toStdString(), members, true); }
    void write(const Project& written) const { m_folder->write(written); }
    QString path(const QString& name) const { return m_folder->path(name); }
    CliResult cli(const QStringList& arguments) const { return m_folder->cli(arguments); }
    QJsonObject train(const QString& run, const QStringList& more = {}) const { return m_folder->train(run, more); }

    std::unique_ptr<OwnFolder> m_folder;
};

void TestOwnData::init()
{
    m_folder = std::make_unique<OwnFolder>();
}

void TestOwnData::scalesByWhatAFieldHolds_data()
{
    QTest::addColumn<QByteArray>("x");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QList<qint64>>("shape");
    QTest::addColumn<double>("divide");
    const auto row = [](const char* name, const std::string& x, const char* field, const QList<qint64>& shape, double divide) {
        QTest::newRow(name) << QByteArray::fromStdString(x) << QString(field) << shape << divide;
    };
    const auto bytes = [](int count) {
        std::vector<std::uint8_t> out;
        for (int i = 0; i < samples * count; ++i)
            out.push_back(static_cast<std::uint8_t>(noise(i) * 256.0));
        return out;
    };
    row("floats", array("<f4", "6", features(6, 0)), "features", {6}, 1.0);
    row("floats as pictures", array("<f4", "4, 4, 1", features(16, 0)), "features", {4, 4, 1}, 1.0);
    row("bytes of a table", array("|u1", "6", bytes(6)), "features", {6}, 1.0);
    row("grey pictures", array("|u1", "4, 4", bytes(16)), "image", {4, 4, 1}, 255.0);
    row("colour pictures", array("|u1", "4, 4, 3", bytes(48)), "image", {4, 4, 3}, 255.0);
    row("moving pictures", array("|u1", "2, 4, 4, 3", bytes(96)), "features", {2, 4, 4, 3}, 255.0);
}

void TestOwnData::scalesByWhatAFieldHolds()
{
    QFETCH(QByteArray, x);
    QFETCH(QString, field);
    QFETCH(QList<qint64>, shape);
    QFETCH(double, divide);
    write({{"x.npy", x.toStdString()}, {"y.npy", array("<i8", "", classes())}});
    write(project(field.toStdString(), {shape.begin(), shape.end()}));
    const auto inputs = [&](const QStringList& more) {
        return cli(QStringList{u"check"_s, u"own.netsmith"_s} + more).event(u"check"_s)[u"inputs"].toArray();
    };
    QCOMPARE(inputs({}), (QJsonArray{QJsonObject{{u"field"_s, field}, {u"subtract"_s, 0.0}, {u"divide"_s, divide}}}));
    QCOMPARE(inputs({u"--set"_s, u"data.divide=7"_s})[0].toObject()[u"divide"].toDouble(), 7.0);
    const CliResult started = cli({u"train"_s, u"own.netsmith"_s, u"--run-dir"_s, u"run"_s});
    QCOMPARE(started.event(u"start"_s)[u"inputs"].toArray(), inputs({}));
    QVERIFY2(started.err.contains("the input \"" + field.toUtf8() + '"'), started.words());
    // The same numbers reach the network as where the divisor is named.
    QJsonObject itself = started.event(u"done"_s);
    itself.remove(u"seconds"_s);
    itself.remove(u"run"_s);
    const auto named = [](double number) { return u"data.divide=%1"_s.arg(number); };
    QCOMPARE(itself, train(u"same"_s, {u"--set"_s, named(divide)}));
    QVERIFY(itself != train(u"other"_s, {u"--set"_s, named(256.0 - divide)}));
}

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

void TestOwnData::asksAboutWhatIsNotRead()
{
    Members members = plain();
    write(project("features", {6}));
    write(members);
    QVERIFY(cli({u"check"_s, u"own.netsmith"_s}).event(u"problem"_s).isEmpty());
    members.emplace_back("x_validation.npy", array("<f4", "6", features(6, 9)));
    members.emplace_back("extra.npy", array("<f4", "", std::vector<float>(samples)));
    write(members);
    const CliResult checked = cli({u"check"_s, u"own.netsmith"_s});
    QCOMPARE(checked.code, 0);
    QCOMPARE(checked.event(u"problem"_s)[u"severity"].toString(), u"warning"_s);
    QVERIFY2(checked.event(u"problem"_s)[u"message"].toString().contains(u"not read: x_validation, extra;"_s), checked.words());
    QVERIFY(cli({u"train"_s, u"own.netsmith"_s, u"--run-dir"_s, u"run"_s}).err.contains("not read: x_validation, extra;"));
}

/// Arrays that no field can hold are there for somebody else.
void TestOwnData::leavesAloneWhatNobodyAskedFor()
{
    write(project("features", {6}));
    write(plain());
    const QJsonObject done = train(u"plain"_s);
    Members members = plain();
    members.emplace_back("names.npy", npyFile(npyHeader("|O", "(60,)"), "pickled"));
    members.emplace_back("when.npy", npyFile(npyHeader("<M8[s]", "(60,)"), std::string(480, '\0')));
    members.emplace_back("version.npy", npyFile(npyHeader("<i8", "()"), std::string(8, '\1')));
    members.emplace_back("none.npy", npyFile(npyHeader("<f4", "(0, 6)"), ""));
    members.emplace_back("readme.npy", "no array at all");
    write(members);
    QCOMPARE(train(u"more"_s), done);
    const CliResult shown = cli({u"data"_s, u"show"_s, u"npy"_s, u"--path"_s, u"set.npz"_s});
    QCOMPARE(shown.code, 0);
    QVERIFY2(shown.err.contains("not read: names, when, version, none, readme;"), shown.words());
    const QJsonArray parts = shown.event(u"data"_s)[u"parts"].toArray();
    QCOMPARE(parts.size(), 7);
    for (int i = 2; i < 7; ++i)
        QCOMPARE(parts[i][u"holds"].toString(), u"can't be read"_s);
    QCOMPARE(cli({u"evaluate"_s, u"plain"_s, u"set.npz"_s}).event(u"evaluation"_s)[u"samples"].toInt(), samples);
    const CliResult refused = cli({u"check"_s, u"own.netsmith"_s, u"--set"_s, u"data.source.target=names"_s});
    QCOMPARE(refused.code, 3);
    QVERIFY2(refused.err.contains("holds Python objects"), refused.words()); // where it is asked for
}

void TestOwnData::countsTheGapsOfASeries()
{
    QByteArray table = "load,wind,note\n";
    for (int row = 0; row < 60; ++row)
        table += (row % 10 == 3 ? QByteArray() : QByteArray::number(row)) + ',' + (row % 20 == 7 ? "NA" : "1.5") + ",\n";
    writeBytes(path(u"series.csv"_s), table);
    const QStringList show{u"data"_s, u"show"_s, u"series"_s, u"--path"_s, u"series.csv"_s, u"--set"_s, u"columns=load,wind"_s};
    const QJsonObject shown = cli(show).event(u"data"_s);
    const auto missing = [](const QJsonArray& columns) {
        std::map<QString, int> out;
        for (const QJsonValue& column : columns)
            out[column[u"name"].toString()] = column[u"missing"].toInt();
        return out;
    };
    const std::map<QString, int> expected{{u"load"_s, 6}, {u"wind"_s, 3}};
    QCOMPARE(missing(shown[u"fields"][0][u"columns"].toArray()), expected);
    QCOMPARE(missing(shown[u"parts"].toArray()), (std::map<QString, int>{{u"load"_s, 6}, {u"wind"_s, 3}, {u"note"_s, 60}}));
    const QByteArray words = m_folder->program().run(show).out;
    QVERIFY2(QString::fromUtf8(words).contains(QRegularExpression(u"load +number +6 +0 +46 "_s)), words.constData());
}

void TestOwnData::saysColumnsAndArrays()
{
    const auto partsOf = [&](const QStringList& arguments) {
        QStringList out;
        const CliResult shown = cli(QStringList{u"data"_s, u"show"_s} + arguments);
        for (const QJsonValue& part : shown.event(u"data"_s)[u"parts"].toArray())
            out.append(part[u"name"].toString() + u": "_s + part[u"holds"].toString() + u" > "_s + part[u"field"].toString());
        return out;
    };
    Members members = plain();
    members.emplace_back("other.npy", array("<f8", "2", std::vector<double>(2 * samples)));
    write(members);
    QCOMPARE(partsOf({u"npy"_s, u"--path"_s, u"set.npz"_s}),
             (QStringList{u"x: f32 60×6 > features"_s, u"y: i64 60 > label"_s, u"other: f64 60×2 > "_s}));
    writeBytes(path(u"table.csv"_s), "id,size,colour,w,kind\n1,2.5,red,1,a\n2,3,blue,2,b\n3,1,red,1,a\n");
    QCOMPARE(partsOf({u"csv"_s, u"--path"_s, u"table.csv"_s, u"--set"_s, u"leave_out=id"_s, u"--set"_s, u"weights=w"_s}),
             (QStringList{u"id: left out > "_s, u"size: numbers > features"_s, u"colour: 2 categories > features"_s,
                          u"w: numbers > sample_weight"_s, u"kind: 2 categories > label"_s}));
    QByteArray known;
    for (const QJsonObject& line : cli({u"data"_s, u"list"_s}).lines())
        if (line[u"id"].toString() == u"mnist"_s)
            known = QJsonDocument(line[u"fields"].toArray()).toJson(QJsonDocument::Compact);
    QVERIFY2(known.contains(R"("name":"image")") && known.contains("[28,28,1]") && known.contains(R"("classes":10)"), known);
    QVERIFY(m_folder->program().run({u"data"_s, u"list"_s}).out.contains("image: 28×28×1 u8; label: one of 10 classes"));
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
    Project both = project("left", {6});
    both.graph.nodes = {node("a", "input", {{"shape", std::vector<std::int64_t>{2}}, {"field", std::string("left")}}),
                        node("b", "input", {{"shape", std::vector<std::int64_t>{4}}, {"field", std::string("right")}}),
                        node("join", "concatenate"),
                        node("out", "dense", {{"units", std::int64_t{3}}, {"activation", std::string("softmax")}})};
    both.graph.edges = {{{"a", "output"}, {"join", "inputs"}, Json::object()},
                        {{"b", "output"}, {"join", "inputs"}, Json::object()},
                        {{"join", "output"}, {"out", "input"}, Json::object()}};
    both.data.parameters = {{"inputs", std::string("left, right")}, {"target", std::string("kind")}};
    write(both);
    std::vector<float> left, right;
    const std::vector<float> whole = features(6, 0);
    for (std::size_t i = 0; i < whole.size(); ++i)
        (i % 6 < 2 ? left : right).push_back(whole[i]);
    const Members training{{"left_train.npy", array("<f4", "2", left)},
                           {"right_train.npy", array("<f4", "4", right)},
                           {"kind_train.npy", array("<i8", "", classes())}};
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

void TestOwnData::arraysAreNamedInAnyCase()
{
    write({{"X_Train.npy", array("<f4", "6", features(6, 0))},
           {"Kind_Train.npy", array("<i8", "", classes())},
           {"X_Test.npy", array("<f4", "6", features(6, 0))},
           {"Kind_Test.npy", array("<i8", "", classes())}});
    Project own = project("features", {6});
    own.data.validation = "test";
    own.data.parameters = {{"target", std::string("Kind_Train")}};
    write(own);
    train(u"run"_s);
    const QJsonObject itself = cli({u"evaluate"_s, u"run"_s}).event(u"evaluation"_s);
    QCOMPARE(itself[u"samples"].toInt(), samples);
    QCOMPARE(cli({u"evaluate"_s, u"run"_s, u"set.npz"_s}).event(u"evaluation"_s)[u"loss"], itself[u"loss"]);
}

void TestOwnData::filesMayEndInCapitals()
{
    write(project("features", {6}));
    write(plain());
    const QJsonObject done = train(u"archive"_s);
    for (const auto& [name, bytes] : plain())
        writeBytes(path(QString::fromStdString(name).toUpper()), QByteArray::fromStdString(bytes));
    QCOMPARE(train(u"files"_s, {u"--set"_s, u"data.path=X.NPY"_s}), done);
    const QJsonObject itself = cli({u"evaluate"_s, u"files"_s, u"set.npz"_s}).event(u"evaluation"_s);
    QCOMPARE(cli({u"evaluate"_s, u"files"_s, u"X.NPY"_s}).event(u"evaluation"_s)[u"loss"], itself[u"loss"]);
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

    // A column gives the bits that the array gives.
    weighed.data.source = "csv";
    weighed.data.path = "table.csv";
    weighed.data.parameters = {{"weights", std::string("w")}, {"standardise", false}};
    write(weighed);
    QCOMPARE(train(u"columns"_s), done);
    // And a run that was interrupted goes on with them.
    train(u"half"_s, {u"--epochs"_s, u"2"_s});
    QCOMPARE(cli({u"train"_s, u"own.netsmith"_s, u"--resume"_s, u"half"_s, u"--epochs"_s, u"4"_s}).event(u"done"_s)[u"loss"],
             done[u"loss"]);

    // Half the weight is half the loss, as in Keras, which divides by the samples and not by what they weigh.
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

/// Which would train all the same: away from the sample, or to nothing at all.
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

void TestOwnData::tellsNothingOfOtherFiles()
{
    write(plain());
    writeBytes(path(u"elsewhere/secret.txt"_s), "hunter2 is the password\n");
    Project peeping = project("features", {6});
    peeping.data.validation = "file";
    peeping.data.validationFile = "elsewhere/secret.txt";
    write(peeping);
    const CliResult refused = cli({u"train"_s, u"own.netsmith"_s});
    QCOMPARE(refused.code, 3);
    QVERIFY2(refused.err.contains("secret.txt") && refused.err.contains("expected one from 0 to 59"), refused.words());
    QVERIFY2(!refused.err.contains("hunter2") && !refused.out.contains("hunter2"), refused.words());
}

void TestOwnData::refusesNul()
{
    write(plain());
    const std::string nul("set.npz\0.txt", 12);
    Project project = netsmith::test::project("features", {6});
    project.data.path = nul;
    const auto refusal = [&](const Project& given) {
        write(given);
        const CliResult refused = cli({u"check"_s, u"own.netsmith"_s});
        return refused.code == 3 ? refused.err : refused.words();
    };
    QVERIFY2(refusal(project).contains("data.path holds a NUL character"), refusal(project));
    project = netsmith::test::project("features", {6});
    project.data.validation = "file";
    project.data.validationFile = nul;
    QVERIFY2(refusal(project).contains("data.validation_file holds a NUL character"), refusal(project));
    project = netsmith::test::project("features", {6});
    project.data.source = "csv";
    project.data.parameters = {{"test_file", nul}};
    QVERIFY2(refusal(project).contains("data.source.test_file holds a NUL character"), refusal(project));
}

void TestOwnData::aFileThatShrinksEndsTheRun()
{
    // So large that it is read where it is touched, in several windows an epoch; a hole of zeros takes no room on the disk.
    constexpr qint64 count = 300'000, width = 256;
    const std::string head = npyFile(npyHeader("<f4", "(" + std::to_string(count) + ", " + std::to_string(width) + ")"), "");
    const qint64 size = static_cast<qint64>(head.size()) + count * width * 4;
    writeBytes(path(u"x.npy"_s), QByteArray::fromStdString(head));
    QVERIFY(QFile::resize(path(u"x.npy"_s), size));
    std::vector<std::uint8_t> labels(count);
    for (std::size_t i = 0; i < labels.size(); ++i)
        labels[i] = static_cast<std::uint8_t>(i % 3);
    writeBytes(path(u"y.npy"_s), QByteArray::fromStdString(npyFile(npyHeader("|u1", "(300000,)"), bytesOf(labels))));
    Project large = project("features", {width});
    large.data.path = "x.npy";
    large.data.validation = "none";
    large.training.device = "cpu";
    large.training.batch = 2000;
    large.training.epochs = 1000;
    large.training.checkpointEvery = 100;
    write(large);
    const auto shrink = [&] { QVERIFY(QFile::resize(path(u"x.npy"_s), 1 << 20)); };
    const CliResult ended = m_folder->program().during({u"train"_s, u"own.netsmith"_s, u"--run-dir"_s, u"run"_s}, 2, 0,
                                                       shrink); // after its first epochs
    QVERIFY(ended.ended);
    QVERIFY2(ended.code == 3, ended.words());
    QVERIFY2(ended.err.contains("x.npy was cut short while it was read") && ended.err.contains("has 1048576 now"), ended.words());
    // What was trained before is there, and goes on where the file is as it was.
    QVERIFY(QFile::resize(path(u"x.npy"_s), size));
    const QDir checkpoints(path(u"run/checkpoints"_s));
    QVERIFY2(!checkpoints.entryList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot).isEmpty(), ended.words());
    int epochs = 0;
    const CliResult resumed =
        m_folder->program().interrupt({u"train"_s, u"own.netsmith"_s, u"--resume"_s, u"run"_s, u"--json"_s}, SIGTERM, 4);
    for (const QJsonObject& line : resumed.lines())
        epochs = std::max(epochs, line[u"epoch"].toInt());
    QVERIFY2(epochs > 0 && resumed.event(u"start"_s)[u"step"].toInt() >= 100, resumed.words());
}

/// Debian's dataset-fashion-mnist puts the four files into /usr/share/datasets/fashion-mnist.
void TestOwnData::findsWhatTheDistributionBrings()
{
    const auto where = [&] {
        for (const QJsonObject& line : cli({u"data"_s, u"list"_s}).lines())
            if (line[u"id"].toString() == u"fashion_mnist"_s)
                return line[u"available"].toBool() ? line[u"where"].toString() : QString();
        return u"not in the list"_s;
    };
    QCOMPARE(where(), QString());
    writeSmallMnist(path(u"made"_s), 30, 10);
    QVERIFY(QDir(path(u"."_s)).mkpath(u"system/datasets"_s));
    QVERIFY(QDir(path(u"."_s)).rename(u"made/mnist"_s, u"system/datasets/fashion-mnist"_s));
    m_folder->setVariable(u"XDG_DATA_DIRS"_s, u"relative:"_s + path(u"system"_s));
    QCOMPARE(where(), u"Fashion-MNIST from "_s + path(u"system/datasets/fashion-mnist"_s));
    QCOMPARE(cli({u"data"_s, u"show"_s, u"fashion_mnist"_s}).event(u"data"_s)[u"train"].toInt(), 30);
    // What a person downloaded goes first.
    QVERIFY(QDir(path(u"."_s)).mkpath(u"cache/netsmith/data"_s));
    writeSmallMnist(path(u"cache/netsmith/data"_s), 20, 10);
    QVERIFY(QDir(path(u"cache/netsmith/data"_s)).rename(u"mnist"_s, u"fashion_mnist"_s));
    QCOMPARE(cli({u"data"_s, u"show"_s, u"fashion_mnist"_s}).event(u"data"_s)[u"train"].toInt(), 20);
}

QTEST_GUILESS_MAIN(TestOwnData)
#include "test_own_data.moc"

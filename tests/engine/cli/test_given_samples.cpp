#include "tests/engine/cli/own_data.h"
#include "tests/engine/input/npy_bytes.h"
#include "tests/engine/input/zip_bytes.h"
#include "tests/test_program.h"

#include <QJsonArray>

#include <cmath>

namespace test_given_samples {

using namespace Qt::StringLiterals;
using namespace netsmith::test;
using netsmith::ParameterMap;
using netsmith::Project;

namespace {

/// An input of `width` columns and a layer after it.
Project rowsTo(int units, int width, const std::string& target, const std::string& loss, const std::string& metric,
               const std::string& activation = "none")
{
    return chain({node("input", "input", {{"shape", std::vector<std::int64_t>{width}}, {"field", std::string("features")}}),
                  node("out", "dense", {{"units", std::int64_t{units}}, {"activation", activation}})},
                 target, loss, metric);
}

/// What an evaluation measured.
QJsonObject measured(QJsonObject evaluation)
{
    for (const char* other : {"data", "part", "seconds"})
        evaluation.remove(QLatin1String(other));
    return evaluation;
}

} // namespace

/// Files that a trained network is evaluated on and asked about: their targets are read as in training.
class TestGivenSamples : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void tellsTruthAndError_data();
    void tellsTruthAndError();
    void tellsWhatTrainingNeverSaw();
    void classesAreATable();
    void anAutoencoderIsJudgedByItsInput();
    void oneOutputMayGiveTheInputBack();
    void picturesAreJudgedByThemselves();
    void severalTargetsKeepTheirOrder();
    void classesMayBeCalledByNumbers();
    void numbersToBeLearnedMayBeMissing();
    void weighsSamplesWhereFilesTell();
    void outputIsTriedFirst();
    void saysWhatIsNoFile();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    void put(const QString& name, const QByteArray& bytes) const { writeBytes(path(name), bytes); }
    /// On a table without a validation part, so that a run is evaluated on all of it.
    void train(Project project, const QString& table, const ParameterMap& parameters = {}) const
    {
        project.data.source = "csv";
        project.data.path = path(table).toStdString();
        project.data.parameters = parameters;
        project.data.validation = "none";
        train(project);
    }
    void train(const Project& project) const
    {
        writeProject(path(u"run.netsmith"_s), project);
        const CliResult trained = m_cli->run({u"train"_s, u"run.netsmith"_s, u"--run-dir"_s, u"run"_s, u"--json"_s});
        QVERIFY2(trained.code == 0, trained.words());
    }
    CliResult judge(const QStringList& files = {}) const
    {
        return m_cli->run(QStringList{u"evaluate"_s, u"run"_s} + files + QStringList{u"--json"_s});
    }
    /// The "prediction" events.
    QList<QJsonObject> ask(const QStringList& arguments) const
    {
        QList<QJsonObject> answers;
        const CliResult asked = m_cli->run(QStringList{u"predict"_s, u"run"_s} + arguments + QStringList{u"--json"_s});
        if (asked.code != 0)
            qWarning("%s", asked.words().constData());
        for (const QJsonObject& line : asked.lines())
            if (line[u"event"].toString() == u"prediction"_s)
                answers.append(line);
        return answers;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestGivenSamples::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_cli = std::make_unique<CliProcess>(m_folder->path());
}

void TestGivenSamples::tellsTruthAndError_data()
{
    QTest::addColumn<bool>("standardised");
    QTest::newRow("as they are") << false;
    QTest::newRow("standardised for training") << true;
}

/// In the units of the table, whether or not the numbers were standardised for training.
void TestGivenSamples::tellsTruthAndError()
{
    QFETCH(bool, standardised);
    QByteArray table = "a;b;price\n";
    for (int i = 0; i < 40; ++i)
        table +=
            QByteArray::number(i % 7) + ';' + QByteArray::number(i % 5) + ";" + QByteArray::number(2 * (i % 7) - i % 5) + ",5\n";
    put(u"prices.csv"_s, table);
    train(rowsTo(1, 2, "target", "mean_squared_error", "mean_absolute_error"), u"prices.csv"_s,
          {{"standardise_target", standardised}});
    double total = 0.0;
    const QList<QJsonObject> answers = ask({u"prices.csv"_s, u"--output"_s, u"said.csv"_s});
    QCOMPARE(answers.size(), 40);
    for (int i = 0; i < 40; ++i) {
        const double truth = 2 * (i % 7) - i % 5 + (2 * (i % 7) - i % 5 < 0 ? -0.5 : 0.5);
        QCOMPARE(answers[i][u"truth"][0].toDouble(), truth);
        QVERIFY(std::abs(answers[i][u"error"][0].toDouble() - (answers[i][u"values"][0].toDouble() - truth)) < 1e-9);
        total += std::abs(answers[i][u"error"][0].toDouble());
    }
    const QJsonObject judged = m_cli->run({u"evaluate"_s, u"run"_s, u"--json"_s}).event(u"evaluation"_s);
    QVERIFY(std::abs(judged[u"mean_absolute_error"].toDouble() - total / 40) < 1e-4);
    const QJsonObject given = m_cli->run({u"evaluate"_s, u"run"_s, u"prices.csv"_s, u"--json"_s}).event(u"evaluation"_s);
    QCOMPARE(given[u"mean_absolute_error"], judged[u"mean_absolute_error"]);
    QCOMPARE(given[u"loss"], judged[u"loss"]);
    const QList<QByteArray> rows = readBytes(path(u"said.csv"_s)).trimmed().split('\n');
    QCOMPARE(rows.size(), 41);
    QCOMPARE(rows[0], QByteArray("input,predicted,truth,error"));
    QVERIFY2(rows[1].startsWith("prices.csv[0],"), rows[1]);
    const CliResult self = m_cli->run({u"predict"_s, u"run"_s, u"prices.csv"_s, u"--output"_s, u"prices.csv"_s});
    QCOMPARE(self.code, 2);
    QCOMPARE(readBytes(path(u"prices.csv"_s)), table);
}

void TestGivenSamples::tellsWhatTrainingNeverSaw()
{
    QByteArray table = "colour,n,kind\n";
    for (int i = 0; i < 30; ++i)
        table += i % 2 == 0 ? "red,1,apple\n" : "blue,2,plum\n";
    put(u"fruit.csv"_s, table);
    train(rowsTo(2, 3, "label", "sparse_categorical_crossentropy", "accuracy", "softmax"), u"fruit.csv"_s);
    put(u"other.csv"_s, "kind,colour,n\npear,green,1\napple,red,1\n");
    const CliResult asked = m_cli->run({u"predict"_s, u"run"_s, u"other.csv"_s});
    QVERIFY2(asked.code == 0, asked.words());
    QVERIFY2(asked.err.contains("\"colour\" holds \"green\", which training never saw"), asked.words());
    QVERIFY2(asked.out.contains("it is pear, which training never saw"), asked.words());
    const CliResult judged = m_cli->run({u"evaluate"_s, u"run"_s, u"other.csv"_s});
    QVERIFY2(judged.code == 0, judged.words());
    QVERIFY2(judged.err.contains("1 of 2 samples were left out"), judged.words());
    put(u"bare.csv"_s, "colour,n\nred,1\n");
    const CliResult bare = m_cli->run({u"evaluate"_s, u"run"_s, u"bare.csv"_s});
    QCOMPARE(bare.code, 3);
    QVERIFY2(bare.err.contains("has no labels for its samples"), bare.words());
}

/// For classes, each column of the table holds what its title says, as in the answers.
void TestGivenSamples::classesAreATable()
{
    QByteArray table = "colour,n,kind\n";
    for (int i = 0; i < 60; ++i)
        table += i % 3 == 0 ? "red,1,apple\n" : i % 3 == 1 ? "blue,2,plum\n" : "green,3,pear\n";
    put(u"fruit.csv"_s, table);
    train(rowsTo(3, 4, "label", "sparse_categorical_crossentropy", "accuracy", "softmax"), u"fruit.csv"_s);
    const QList<QJsonObject> answers = ask({u"fruit.csv"_s, u"--output"_s, u"said.csv"_s});
    const QList<QByteArray> rows = readBytes(path(u"said.csv"_s)).trimmed().split('\n');
    QCOMPARE(rows.size(), 61);
    QCOMPARE(rows[0], QByteArray("input,class,name,share apple,share pear,share plum,truth,right"));
    const QByteArrayList names{"apple", "pear", "plum"};
    for (int i = 0; i < 60; ++i) {
        const QByteArrayList cells = rows[i + 1].split(',');
        QCOMPARE(cells.size(), 8);
        QCOMPARE(cells[1].toInt(), answers[i][u"class"].toInt());
        QCOMPARE(cells[2], names[cells[1].toInt()]);
        double largest = 0.0, sum = 0.0;
        for (int c = 0; c < 3; ++c) {
            largest = std::max(largest, cells[3 + c].toDouble());
            sum += cells[3 + c].toDouble();
        }
        QCOMPARE(cells[3 + cells[1].toInt()].toDouble(), largest);
        QVERIFY(std::abs(sum - 1.0) < 1e-5);
        QCOMPARE(cells[6], names[i % 3 == 0 ? 0 : i % 3 == 1 ? 2 : 1]);
        QCOMPARE(cells[7], QByteArray(cells[2] == cells[6] ? "yes" : "no"));
    }
}

/// Its target is its own input, not a column of the table.
void TestGivenSamples::anAutoencoderIsJudgedByItsInput()
{
    QByteArray table = "a,colour,b,kind\n";
    for (int i = 0; i < 40; ++i)
        table += QByteArray::number(100.0 * noise(i), 'f', 3) + (i % 3 == 0 ? ",red," : ",blue,")
            + (i == 7 ? QByteArray() : QByteArray::number(noise(i + 500), 'f', 5)) + (i % 2 == 0 ? ",x\n" : ",y\n");
    put(u"rows.csv"_s, table);
    train(rowsTo(4, 4, "features", "mean_squared_error", "mean_absolute_error"), u"rows.csv"_s);
    const QJsonObject itself = measured(judge().event(u"evaluation"_s));
    QVERIFY(itself[u"loss"].toDouble() > 0.0);
    QCOMPARE(measured(judge({u"rows.csv"_s}).event(u"evaluation"_s)), itself);
    put(u"bare.csv"_s, table.replace(",x\n", "\n").replace(",y\n", "\n").replace(",kind\n", "\n"));
    QCOMPARE(measured(judge({u"bare.csv"_s}).event(u"evaluation"_s)), itself); // the target of a row is not needed

    // Printed beside each prediction, in the numbers that the network computes with.
    const QList<QJsonObject> answers = ask({u"rows.csv"_s});
    QCOMPARE(answers.size(), 40);
    double total = 0.0;
    for (const QJsonObject& answer : answers)
        for (int i = 0; i < 4; ++i) {
            const double error = answer[u"values"][i].toDouble() - answer[u"truth"][i].toDouble();
            QVERIFY(std::abs(answer[u"error"][i].toDouble() - error) < 1e-9);
            total += std::abs(error) / 160.0;
        }
    QVERIFY2(std::abs(total - itself[u"mean_absolute_error"].toDouble()) < 1e-5, qPrintable(QString::number(total)));
}

/// The column is the target only of the output that predicts it, wherever that stands.
void TestGivenSamples::oneOutputMayGiveTheInputBack()
{
    put(u"rows.csv"_s, QByteArray("a,b,kind\n") + QByteArray("1,2,x\n2,1,y\n4,7,x\n").repeated(16));
    Project project = rowsTo(2, 2, "features", "mean_squared_error", "mean_absolute_error");
    project.graph.nodes.push_back(node("kind", "dense", {{"units", std::int64_t{2}}, {"activation", std::string("softmax")}}));
    project.graph.edges.push_back({{"input", "output"}, {"kind", "input"}, netsmith::Json::object()});
    netsmith::Objective kind;
    kind.target = "label";
    kind.loss = {"sparse_categorical_crossentropy", {}};
    kind.metrics = {{"accuracy", {}}};
    project.training.objectives[0].output = "out";
    kind.output = "kind";
    project.training.objectives.push_back(kind);
    train(project, u"rows.csv"_s);
    const QJsonObject itself = measured(judge().event(u"evaluation"_s));
    QVERIFY(itself.size() > 6);
    QCOMPARE(measured(judge({u"rows.csv"_s}).event(u"evaluation"_s)), itself);
    const QList<QJsonObject> answers = ask({u"rows.csv"_s});
    QCOMPARE(answers.size(), 96);
    QCOMPARE(answers[2][u"output"].toString(), u"out"_s);
    QCOMPARE(answers[2][u"truth"].toArray().size(), 2);
    QCOMPARE(answers[3][u"output"].toString(), u"kind"_s);
    QCOMPARE(answers[3][u"label_name"].toString(), u"y"_s);
}

void TestGivenSamples::picturesAreJudgedByThemselves()
{
    constexpr int side = 4, count = 24;
    std::vector<std::uint8_t> pixels, labels(count);
    for (int i = 0; i < count * side * side; ++i)
        pixels.push_back(static_cast<std::uint8_t>(256.0 * noise(i)));
    const std::string shape = "(" + std::to_string(count) + ", 4, 4)", one = "(" + std::to_string(count) + ",)";
    writeZip(path(u"set.npz"_s).toStdString(),
             {{"x.npy", npyFile(npyHeader("|u1", shape), bytesOf(pixels))},
              {"y.npy", npyFile(npyHeader("|u1", one), bytesOf(labels))},
              {"x_test.npy", npyFile(npyHeader("|u1", shape), bytesOf(pixels))},
              {"y_test.npy", npyFile(npyHeader("|u1", one), bytesOf(labels))}},
             true);
    Project project =
        chain({node("input", "input", {{"shape", std::vector<std::int64_t>{side, side, 1}}, {"field", std::string("image")}}),
               node("flat", "flatten"), node("code", "dense", {{"units", std::int64_t{side * side}}}),
               node("out", "reshape", {{"target_shape", std::vector<std::int64_t>{side, side, 1}}})},
              "image", "mean_squared_error", "mean_absolute_error");
    project.data.source = "npy";
    project.data.path = path(u"set.npz"_s).toStdString();
    train(project);
    const QJsonObject itself = measured(judge().event(u"evaluation"_s));
    QCOMPARE(measured(judge({u"set.npz"_s}).event(u"evaluation"_s)), itself);
    const QJsonObject sample = ask({u"--index"_s, u"3"_s}).value(0), given = ask({u"set.npz"_s}).value(3);
    QVERIFY(std::abs(sample[u"truth"][0].toDouble() - pixels[3 * side * side] / 255.0) < 1e-6); // and not 0 to 255
    for (const QString& told : {u"values"_s, u"truth"_s, u"error"_s})
        QCOMPARE(given[told], sample[told]);
}

/// They are learned in the order of the table's columns, in whatever order they are named.
void TestGivenSamples::severalTargetsKeepTheirOrder()
{
    QByteArray table = "a,height,b,weight\n", moved = "weight,b,height,a\n";
    for (int i = 0; i < 40; ++i) {
        const QByteArray a = QByteArray::number(noise(i), 'f', 4), b = QByteArray::number(noise(i + 99), 'f', 4);
        const QByteArray height = QByteArray::number(100 + i % 7), weight = QByteArray::number(i % 5);
        table += a + ',' + height + ',' + b + ',' + weight + '\n';
        moved += weight + ',' + b + ',' + height + ',' + a + '\n';
    }
    put(u"table.csv"_s, table);
    put(u"moved.csv"_s, moved);
    train(rowsTo(2, 2, "target", "mean_squared_error", "mean_absolute_error"), u"table.csv"_s,
          {{"target", std::string("weight, height")}, {"standardise_target", true}});
    const QJsonObject itself = measured(judge().event(u"evaluation"_s));
    for (const QString& file : {u"table.csv"_s, u"moved.csv"_s})
        QCOMPARE(measured(judge({file}).event(u"evaluation"_s)), itself);
    const QList<QJsonObject> answers = ask({u"moved.csv"_s});
    QCOMPARE(answers.size(), 40);
    for (int i = 0; i < 40; ++i)
        QCOMPARE(answers[i][u"truth"].toArray(), (QJsonArray{100 + i % 7, i % 5}));

    // Only the training table tells which order that is.
    QVERIFY(QFile::rename(path(u"table.csv"_s), path(u"elsewhere.csv"_s)));
    const CliResult refused = judge({u"moved.csv"_s});
    QCOMPARE(refused.code, 3);
    QVERIFY2(refused.err.contains("evaluating on moved.csv needs the training table") && refused.err.contains("table.csv"),
             refused.words());
    const QList<QJsonObject> untold = ask({u"moved.csv"_s});
    QCOMPARE(untold.size(), 40);
    QVERIFY(!untold[0].contains(u"truth"_s));
    QCOMPARE(untold[0][u"values"], answers[0][u"values"]);
}

/// In any file such a number means the class of that name, not the class at that index.
void TestGivenSamples::classesMayBeCalledByNumbers()
{
    QByteArray table = "a,b,kind\n", decimals = table;
    std::vector<float> x;
    std::vector<std::int64_t> whole;
    std::vector<double> y;
    for (int i = 0; i < 45; ++i) {
        const int kind = 1 + i % 3;
        const double a = 3.0 * (kind == 1) + noise(i), b = 3.0 * (kind == 2) + noise(i + 99);
        const QByteArray row = QByteArray::number(a, 'g', 9) + ',' + QByteArray::number(b, 'g', 9) + ',' + QByteArray::number(kind);
        table += row + '\n';
        decimals += row + ".0\n";
        x.insert(x.end(), {static_cast<float>(a), static_cast<float>(b)});
        whole.push_back(kind);
        y.push_back(kind);
    }
    put(u"table.csv"_s, table);
    put(u"decimals.csv"_s, decimals);
    Project project = rowsTo(3, 2, "label", "sparse_categorical_crossentropy", "accuracy", "softmax");
    project.training.objectives[0].metrics.push_back({"confusion_matrix", {}});
    train(project, u"table.csv"_s, {{"task", std::string("classes")}, {"standardise", false}});
    const QJsonObject itself = measured(judge().event(u"evaluation"_s));
    QVERIFY(itself[u"accuracy"].toDouble() > 0.9);
    const auto write = [&](const std::string& name, const std::string& labels) {
        writeZip(path(QString::fromStdString(name)).toStdString(),
                 {{"x.npy", npyFile(npyHeader("<f4", "(45, 2)"), bytesOf(x))}, {"y.npy", labels}}, true);
    };
    write("whole.npz", npyFile(npyHeader("<i8", "(45,)"), bytesOf(whole)));
    write("floats.npz", npyFile(npyHeader("<f8", "(45,)"), bytesOf(y)));
    for (const QString& file : {u"table.csv"_s, u"decimals.csv"_s, u"whole.npz"_s, u"floats.npz"_s})
        QCOMPARE(measured(judge({file}).event(u"evaluation"_s)), itself);

    // A number between two classes is neither, and a NaN is a missing class.
    y[0] = 1.5;
    y[1] = std::nan("");
    y[2] = HUGE_VAL;
    write("odd.npz", npyFile(npyHeader("<f8", "(45,)"), bytesOf(y)));
    const CliResult judged = judge({u"odd.npz"_s});
    QCOMPARE(judged.event(u"evaluation"_s)[u"samples"].toInt(), 42);
    QVERIFY2(judged.err.contains("3 of 45 samples were left out: their class is missing, or training never saw it"),
             judged.words());
    const QByteArray words = m_cli->run({u"predict"_s, u"run"_s, u"odd.npz"_s}).out;
    QVERIFY2(words.contains("it is 1.5, which training never saw"), words);
    const QList<QJsonObject> answers = ask({u"odd.npz"_s});
    QVERIFY(!answers[1].contains(u"label"_s));
    QCOMPARE(answers[2][u"label"].toInt(), -1);
    QCOMPARE(answers[3][u"label_name"].toString(), u"1"_s);

    // Predicting needs no classes, of whatever type they are.
    write("objects.npz", npyFile(npyHeader("|O", "(45,)"), "pickled"));
    QCOMPARE(judge({u"objects.npz"_s}).code, 3);
    const CliResult asked = m_cli->run({u"predict"_s, u"run"_s, u"objects.npz"_s});
    QVERIFY2(asked.code == 0 && asked.err.contains("holds Python objects"), asked.words());
}

void TestGivenSamples::numbersToBeLearnedMayBeMissing()
{
    QByteArray table = "a,price\n";
    for (int i = 0; i < 20; ++i)
        table += QByteArray::number(i) + ',' + QByteArray::number(2 * i) + '\n';
    put(u"prices.csv"_s, table);
    train(rowsTo(1, 1, "target", "mean_squared_error", "mean_absolute_error"), u"prices.csv"_s);
    put(u"none.csv"_s, "a,price\n1,\n2,NA\n");
    const CliResult none = judge({u"none.csv"_s});
    QCOMPARE(none.code, 3);
    QVERIFY2(none.err.contains("no sample of none.csv has all the target numbers") && !none.err.contains("class"), none.words());
    put(u"some.csv"_s, "a,price\n1,2\n2,\n3,6\n");
    const CliResult some = judge({u"some.csv"_s});
    QCOMPARE(some.event(u"evaluation"_s)[u"samples"].toInt(), 2);
    QVERIFY2(some.err.contains("1 of 3 samples were left out: a target number is missing in them"), some.words());
}

/// In the loss, as in training; and numeric columns are standardised whatever file they come from.
void TestGivenSamples::weighsSamplesWhereFilesTell()
{
    put(u"rows.csv"_s, QByteArray("a,w,kind\n") + QByteArray("1,2,x\n2,0.5,y\n,1,x\n").repeated(16));
    Project project = rowsTo(2, 1, "label", "sparse_categorical_crossentropy", "accuracy", "softmax");
    project.training.objectives[0].sampleWeight = "sample_weight";
    train(project, u"rows.csv"_s, {{"weights", std::string("w")}});
    const QJsonObject itself = measured(judge().event(u"evaluation"_s));
    const CliResult judged = judge({u"rows.csv"_s});
    QVERIFY2(!judged.err.contains("weigh"), judged.words());
    QCOMPARE(measured(judged.event(u"evaluation"_s)), itself);
    std::vector<float> x, weights;
    std::vector<std::uint8_t> y;
    for (int i = 0; i < 48; ++i) {
        x.push_back(i % 3 == 0 ? 1.0f : i % 3 == 1 ? 2.0f : std::nanf(""));
        weights.push_back(i % 3 == 0 ? 2.0f : i % 3 == 1 ? 0.5f : 1.0f);
        y.push_back(i % 3 == 1 ? 1 : 0);
    }
    const auto file = [](const char* type, const char* shape, const std::string& bytes) {
        return npyFile(npyHeader(type, shape), bytes);
    };
    writeZip(path(u"rows.npz"_s).toStdString(),
             {{"x.npy", file("<f4", "(48, 1)", bytesOf(x))},
              {"y.npy", file("|u1", "(48,)", bytesOf(y))},
              {"sample_weight.npy", file("<f4", "(48,)", bytesOf(weights))}},
             true);
    QCOMPARE(measured(judge({u"rows.npz"_s}).event(u"evaluation"_s)), itself);
    QCOMPARE(ask({u"rows.npz"_s}).value(1)[u"values"], ask({u"rows.csv"_s}).value(1)[u"values"]);

    put(u"bare.csv"_s, QByteArray("a,kind\n") + QByteArray("1,x\n2,y\n,x\n").repeated(16));
    const CliResult bare = judge({u"bare.csv"_s});
    QVERIFY2(
        bare.err.contains("bare.csv has no sample weights (\"sample_weight\"), with which the run was trained: in the loss all "
                          "samples count the same here"),
        bare.words());
    QVERIFY(bare.event(u"evaluation"_s)[u"loss"] != itself[u"loss"]);
    QCOMPARE(bare.event(u"evaluation"_s)[u"accuracy"], itself[u"accuracy"]);

    weights[5] = -2.0f;
    put(u"negative.csv"_s, QByteArray("a,w,kind\n1,2,x\n2,-0.5,y\n"));
    writeZip(path(u"negative.npz"_s).toStdString(),
             {{"x.npy", file("<f4", "(48, 1)", bytesOf(x))},
              {"y.npy", file("|u1", "(48,)", bytesOf(y))},
              {"sample_weight.npy", file("<f4", "(48,)", bytesOf(weights))}},
             true);
    for (const auto& [name, words] :
         {std::pair(u"negative.csv"_s, "line 3"), std::pair(u"negative.npz"_s, "sample 5 has the weight -2")}) {
        const CliResult refused = judge({name});
        QVERIFY2(refused.code == 3 && refused.err.contains(words), refused.words());
    }
}

/// A table that can't be written is an error before anything is computed, and an unfinished one replaces nothing.
void TestGivenSamples::outputIsTriedFirst()
{
    put(u"rows.csv"_s, QByteArray("a,kind\n") + QByteArray("1,x\n2,y\n").repeated(16));
    train(rowsTo(2, 1, "label", "sparse_categorical_crossentropy", "accuracy", "softmax"), u"rows.csv"_s);
    const CliResult refused = m_cli->run({u"predict"_s, u"run"_s, u"rows.csv"_s, u"--output"_s, u"nowhere/said.csv"_s});
    QVERIFY2(refused.code == 3 && refused.err.contains("nowhere/said.csv"), refused.words());
    QVERIFY2(refused.out.isEmpty(), refused.words());
    put(u"said.csv"_s, "of before\n");
    QCOMPARE(m_cli->run({u"predict"_s, u"run"_s, u"rows.csv"_s, u"missing.csv"_s, u"--output"_s, u"said.csv"_s}).code, 3);
    QCOMPARE(readBytes(path(u"said.csv"_s)), QByteArray("of before\n"));
    const QStringList left = QDir(m_folder->path()).entryList({u".netsmith-*"_s}, QDir::Files | QDir::Hidden);
    QVERIFY2(left.isEmpty(), qPrintable(left.join(u' ')));
    QCOMPARE(ask({u"rows.csv"_s, u"--output"_s, u"said.csv"_s}).size(), 32);
    QVERIFY(readBytes(path(u"said.csv"_s)).startsWith("input,class,name,"));
}

void TestGivenSamples::saysWhatIsNoFile()
{
    put(u"rows.csv"_s, QByteArray("a,kind\n") + QByteArray("1,x\n2,y\n").repeated(16));
    train(rowsTo(2, 1, "label", "sparse_categorical_crossentropy", "accuracy", "softmax"), u"rows.csv"_s);
    QVERIFY(QDir(m_folder->path()).mkpath(u"folder"_s));
    QVERIFY(QFile::link(path(u"loop"_s), path(u"loop"_s)));
    for (const char* command : {"predict", "evaluate"}) {
        const auto refusal = [&](const QString& file) {
            const CliResult refused = m_cli->run({QString::fromLatin1(command), u"run"_s, file});
            return refused.code == 3 ? refused.err : "not refused: " + refused.words();
        };
        QVERIFY2(refusal(u"folder"_s).contains("folder is a folder, and"), refusal(u"folder"_s));
        QVERIFY2(refusal(u"/dev/null"_s).contains("/dev/null is neither a file nor a folder"), refusal(u"/dev/null"_s));
        QVERIFY2(refusal(u"nothing"_s).contains("there is no file or folder nothing; correct its name"), refusal(u"nothing"_s));
        QVERIFY2(refusal(u"loop"_s).contains("there is no file or folder loop"), refusal(u"loop"_s));
    }
}

NETSMITH_TEST(TestGivenSamples)

} // namespace test_given_samples

#include "test_given_samples.moc"

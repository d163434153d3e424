#include "engine/predict/network_prediction.h"
#include "tests/engine/cli/chain_project.h"
#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/engine/input/picture_bytes.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QtTest>

#include <png.h>

#include <webp/encode.h>

#include <cmath>

namespace test_predictions {

using namespace Qt::StringLiterals;
using namespace netsmith::test;
using netsmith::ParameterMap;
using netsmith::Project;

namespace {

/// An array in NumPy's format 1.0: "|u1" are bytes, "|S7" texts of seven.
QByteArray npy(const QByteArray& type, const QByteArray& shape, const QByteArray& content)
{
    QByteArray header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
    header += QByteArray(64 - (10 + header.size() + 1) % 64, ' ') + '\n';
    QByteArray bytes("\x93NUMPY\x01\x00", 8);
    bytes.append(static_cast<char>(header.size() & 255)).append(static_cast<char>(header.size() >> 8));
    return bytes + header + content;
}

QByteArray bytesOf(const std::string& text)
{
    return QByteArray::fromStdString(text);
}

/// A Windows bitmap of 24 bits a pixel, rows from the bottom.
QByteArray bmp(int width, int height, const std::vector<std::uint8_t>& rgb)
{
    const int row = (width * 3 + 3) / 4 * 4;
    QByteArray out("BM");
    const auto number = [&](int value, int bytes) {
        for (int i = 0; i < bytes; ++i)
            out.append(static_cast<char>(value >> 8 * i));
    };
    number(54 + row * height, 4);
    number(0, 4);
    number(54, 4);
    number(40, 4);
    number(width, 4);
    number(height, 4);
    number(1, 2);
    number(24, 2);
    for (int i = 0; i < 6; ++i)
        number(i == 1 ? row * height : 0, 4);
    for (int y = height - 1; y >= 0; --y) {
        for (int x = 0; x < width; ++x)
            for (int c = 2; c >= 0; --c)
                out.append(static_cast<char>(rgb[static_cast<std::size_t>((y * width + x) * 3 + c)]));
        out.append(row - width * 3, '\0');
    }
    return out;
}

QByteArray webp(int width, int height, const std::vector<std::uint8_t>& rgb)
{
    std::uint8_t* made = nullptr;
    const std::size_t size = WebPEncodeRGB(rgb.data(), width, height, width * 3, 80.0f, &made);
    const QByteArray out(reinterpret_cast<const char*>(made), static_cast<qsizetype>(size));
    WebPFree(made);
    return out;
}

/// Coloured stripes whose direction is the class, in noise.
std::vector<std::uint8_t> stripes(int width, int height, int kind, QRandomGenerator& random)
{
    std::vector<std::uint8_t> rgb;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int c = 0; c < 3; ++c)
                rgb.push_back(static_cast<std::uint8_t>(((kind == 0 ? x : y) / 4 % 2) * 60 * (c + 1) + random.bounded(60)));
    return rgb;
}

} // namespace

/// The predictions of a trained network through the program itself, for every kind of data it can be trained on.
class TestPredictions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void threeFormatsAgree();
    void picturesGoTheTrainingsWay_data();
    void picturesGoTheTrainingsWay();
    void oneUnitTellsTwoClasses_data();
    void oneUnitTellsTwoClasses();
    void logitsBecomeShares();
    void readsRowsOfTexts();
    void outputHoldsNoFormulas();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    void put(const QString& name, const QByteArray& bytes) const { writeBytes(path(name), bytes); }
    void train(const Project& project, const QString& run) const
    {
        writeProject(path(run + u".netsmith"_s), project);
        const CliResult trained = m_cli->run({u"train"_s, run + u".netsmith"_s, u"--run-dir"_s, run, u"--json"_s});
        QVERIFY2(trained.code == 0, trained.words());
    }
    /// The "prediction" events.
    QList<QJsonObject> ask(const QStringList& arguments) const
    {
        QList<QJsonObject> answers;
        const CliResult asked = m_cli->run(QStringList{u"predict"_s} + arguments + QStringList{u"--json"_s});
        if (asked.code != 0)
            qWarning("%s", asked.words().constData());
        for (const QJsonObject& line : asked.lines())
            if (line[u"event"].toString() == u"prediction"_s)
                answers.append(line);
        return answers;
    }
    /// A table of two numbers and a class in words that depends on them; every tenth row is an exception.
    QByteArray tumours(int rows, const QByteArray& label = "diagnosis") const
    {
        QRandomGenerator random(7);
        QByteArray table = "size,density," + label + "\n";
        for (int i = 0; i < rows; ++i) {
            const double size = random.generateDouble() * 4.0;
            const bool malignant = (size + random.generateDouble() * 0.8 > 2.4) != (i % 10 == 9);
            table += QByteArray::number(size, 'f', 4) + ',' + QByteArray::number(random.generateDouble(), 'f', 4) + ','
                + (malignant ? "malignant" : "benign") + '\n';
        }
        return table;
    }
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestPredictions::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_cli = std::make_unique<CliProcess>(m_folder->path());
}

/// The same 8×8 pictures as arrays, table rows and picture files: one task, trained, evaluated and queried three times.
void TestPredictions::threeFormatsAgree()
{
    constexpr int side = 8, classes = 3, trained = 60, tested = 15;
    const QStringList names{u"falling"_s, u"level"_s, u"rising"_s};
    QRandomGenerator random(3);
    for (const auto& [part, count] : {std::pair(u"train"_s, trained), std::pair(u"test"_s, tested)}) {
        QByteArray pixels, labels, table;
        for (int i = 0; i < side * side; ++i)
            table += "p" + QByteArray::number(i) + ',';
        table += "line\n";
        for (int i = 0; i < count; ++i) {
            const int kind = i * classes / count; // by class, the order in which a folder is read
            const int offset = static_cast<int>(random.bounded(2, 6));
            QByteArray one;
            for (int y = 0; y < side; ++y)
                for (int x = 0; x < side; ++x) {
                    const bool line = (kind == 0 ? x == y : kind == 1 ? y == offset : x == side - 1 - y);
                    one.append(static_cast<char>((line ? 150 : 0) + random.bounded(100)));
                }
            pixels += one;
            labels += names[kind].toUtf8().leftJustified(7, '\0');
            for (const char pixel : one)
                table += QByteArray::number(static_cast<double>(static_cast<quint8>(pixel)) / 255.0, 'g', 17) + ',';
            table += names[kind].toUtf8() + '\n';
            put(u"photos/%1/%2/%3.png"_s.arg(part, names[kind]).arg(i, 3, 10, QChar(u'0')),
                bytesOf(pngBytes(side, side, PNG_COLOR_TYPE_GRAY, 8, {one.begin(), one.end()})));
        }
        put(u"arrays/x_%1.npy"_s.arg(part), npy("|u1", QByteArray::number(count) + ", 8, 8", pixels));
        put(u"arrays/y_%1.npy"_s.arg(part), npy("|S7", QByteArray::number(count) + ",", labels));
        put(u"table/%1.csv"_s.arg(part), table);
    }
    const ParameterMap picture{{"shape", std::vector<std::int64_t>{side, side, 1}}, {"field", std::string("image")}};
    const ParameterMap row{{"shape", std::vector<std::int64_t>{side * side}}, {"field", std::string("features")}};
    const auto project = [&](const ParameterMap& input) {
        Project made = chain({node("input", "input", input), node("flatten", "flatten"),
                              node("lines", "dense", {{"units", std::int64_t{classes}}, {"activation", std::string("softmax")}})},
                             "label", "sparse_categorical_crossentropy", "accuracy");
        made.training.objectives[0].metrics.push_back({"confusion_matrix", {}});
        return made;
    };
    Project arrays = project(picture), table = project(row), photos = project(picture);
    arrays.data.source = "npy";
    arrays.data.path = path(u"arrays/x_train.npy"_s).toStdString();
    table.data.source = "csv";
    table.data.path = path(u"table/train.csv"_s).toStdString();
    table.data.parameters = {{"standardise", false}, {"test_file", std::string("test.csv")}};
    photos.data.source = "image_folder";
    photos.data.path = path(u"photos"_s).toStdString();
    photos.data.parameters = {{"channels", std::int64_t{1}}};
    struct Format {
        Project project;
        QString run;
        QString asked;
    };
    QList<QList<QJsonObject>> answers;
    QList<QJsonObject> judged, judgedByFile;
    for (const Format& format :
         {Format{arrays, u"of arrays"_s, u"arrays/x_test.npy"_s}, Format{table, u"of rows"_s, u"table/test.csv"_s},
          Format{photos, u"of pictures"_s, u"photos/test"_s}}) {
        train(format.project, format.run);
        judged.append(m_cli->run({u"evaluate"_s, format.run, u"--json"_s}).event(u"evaluation"_s));
        judgedByFile.append(m_cli->run({u"evaluate"_s, format.run, format.asked, u"--json"_s}).event(u"evaluation"_s));
        answers.append(ask({format.run, format.asked}));
    }
    for (int format = 0; format < 3; ++format) {
        QCOMPARE(answers[format].size(), tested);
        QCOMPARE(judged[format][u"samples"].toInt(), tested);
        QVERIFY2(judged[format][u"accuracy"].toDouble() > 0.9, qPrintable(QString::number(judged[format][u"accuracy"].toDouble())));
        QCOMPARE(judged[format][u"accuracy"], judged[0][u"accuracy"]);
        QVERIFY(std::abs(judged[format][u"loss"].toDouble() - judged[0][u"loss"].toDouble()) < 1e-5);
        QCOMPARE(judged[format][u"confusion_matrix"], judged[0][u"confusion_matrix"]);
        for (const QString& said : {u"loss"_s, u"accuracy"_s, u"confusion_matrix"_s})
            QCOMPARE(judgedByFile[format][said], judged[format][said]);
        QCOMPARE(judgedByFile[format][u"part"].toString(), u"given"_s);
        int right = 0;
        for (int i = 0; i < tested; ++i) {
            const QJsonObject& answer = answers[format][i];
            QCOMPARE(answer[u"class"], answers[0][i][u"class"]);
            QCOMPARE(answer[u"label"].toInt(), i * classes / tested);
            right += answer[u"right"].toBool() ? 1 : 0;
            for (int c = 0; c < classes; ++c)
                QVERIFY(std::abs(answer[u"values"][c].toDouble() - answers[0][i][u"values"][c].toDouble()) < 1e-5);
        }
        QCOMPARE(right, std::lround(judged[format][u"accuracy"].toDouble() * tested));
    }
    for (int format = 0; format < 3; ++format) {
        QCOMPARE(answers[format][0][u"label_name"].toString(), names[0]);
        QCOMPARE(judged[format][u"confusion_matrix_classes"].toArray().size(), classes);
    }
    const CliResult words = m_cli->run({u"evaluate"_s, u"of pictures"_s});
    QVERIFY2(words.out.contains("falling") && words.out.contains("rising"), words.words());
}

void TestPredictions::picturesGoTheTrainingsWay_data()
{
    QTest::addColumn<QString>("fit");
    for (const char* fit : {"stretch", "crop", "pad"})
        QTest::newRow(fit) << QString(fit);
}

/// Pictures of four formats and of all sizes: a file is preprocessed for prediction as it is for training.
void TestPredictions::picturesGoTheTrainingsWay()
{
    QFETCH(QString, fit);
    QRandomGenerator random(11);
    for (int i = 0; i < 8; ++i) {
        const int width = 20 + 7 * i, height = 61 - 5 * i;
        const std::vector<std::uint8_t> rgb = stripes(width, height, i % 2, random);
        const QString name = u"photos/%1/"_s + (i % 2 == 0 ? u"lying"_s : u"standing"_s) + u"/%2."_s;
        for (const QString& part : {u"train"_s, u"test"_s}) {
            const QString begun = name.arg(part).arg(i);
            if (i / 2 == 0)
                put(begun + u"jpg"_s, bytesOf(jpegBytes(width, height, rgb, {.orientation = i == 0 ? 6 : 0})));
            else if (i / 2 == 1)
                put(begun + u"png"_s, bytesOf(pngBytes(width, height, PNG_COLOR_TYPE_RGB, 8, rgb)));
            else if (i / 2 == 2)
                put(begun + u"webp"_s, webp(width, height, rgb));
            else
                put(begun + u"bmp"_s, bmp(width, height, rgb));
        }
    }
    Project project =
        chain({node("input", "input", {{"shape", std::vector<std::int64_t>{16, 24, 3}}, {"field", std::string("image")}}),
               node("flatten", "flatten"),
               node("stripes", "dense", {{"units", std::int64_t{2}}, {"activation", std::string("softmax")}})},
              "label", "sparse_categorical_crossentropy", "accuracy");
    project.training.epochs = 2;
    project.training.batch = 4;
    project.data.source = "image_folder";
    project.data.path = path(u"photos"_s).toStdString();
    project.data.parameters = {{"height", std::int64_t{16}}, {"width", std::int64_t{24}}, {"fit", fit.toStdString()}};
    train(project, u"run"_s);
    const QList<QJsonObject> files = ask({u"run"_s, u"photos/test"_s});
    QCOMPARE(files.size(), 8);
    QSet<QString> endings;
    for (int i = 0; i < 8; ++i) {
        const QString file = files[i][u"input"].toString();
        endings.insert(QFileInfo(file).suffix());
        const QJsonObject alone = ask({u"run"_s, file}).value(0);
        const QJsonObject sample = ask({u"run"_s, u"--index"_s, QString::number(i)}).value(0);
        QCOMPARE(alone[u"values"], sample[u"values"]); // every bit of them
        QCOMPARE(files[i][u"values"], sample[u"values"]);
        QCOMPARE(files[i][u"label"], sample[u"label"]);
    }
    QCOMPARE(endings.size(), 4);
    // Links that lead nowhere, or to themselves, are not pictures.
    const QDir asked(path(u"photos/test/lying"_s));
    QVERIFY(QFile::link(asked.filePath(u"loop.png"_s), asked.filePath(u"loop.png"_s)));
    QVERIFY(QFile::link(asked.filePath(u"nothing.png"_s), asked.filePath(u"gone.png"_s)));
    QCOMPARE(ask({u"run"_s, u"photos/test"_s}).size(), 8);
    // A file that is a picture by name only is reported, as in training.
    put(u"photos/test/lying/empty.JPG"_s, {});
    const CliResult empty = m_cli->run({u"predict"_s, u"run"_s, u"photos/test"_s});
    QVERIFY2(empty.code == 0 && empty.err.contains("1 of 9 pictures can't be read and are left out")
                 && empty.err.contains("empty.JPG"),
             empty.words());
    const CliResult alone = m_cli->run({u"predict"_s, u"run"_s, u"photos/test/lying/empty.JPG"_s});
    QVERIFY2(alone.code == 3 && alone.err.contains("is empty, expected a PNG, JPEG, WebP or BMP picture"), alone.words());
    QVERIFY(QFile::remove(path(u"photos/test/lying/empty.JPG"_s)));
    // A table must not replace a file that is asked about, even one in a folder.
    const QString picture = files[0][u"input"].toString();
    const QByteArray bytes = readBytes(path(picture));
    QCOMPARE(m_cli->run({u"predict"_s, u"run"_s, u"photos/test"_s, u"--output"_s, picture}).code, 2);
    QCOMPARE(readBytes(path(picture)), bytes);
}

void TestPredictions::oneUnitTellsTwoClasses_data()
{
    QTest::addColumn<QString>("activation");
    QTest::addColumn<QString>("loss");
    QTest::addColumn<bool>("shares");
    QTest::newRow("sigmoid") << u"sigmoid"_s << u"binary_crossentropy"_s << true;
    QTest::newRow("logit") << u"none"_s << u"binary_crossentropy"_s << true;
    QTest::newRow("hinge") << u"none"_s << u"hinge"_s << false;
}

void TestPredictions::oneUnitTellsTwoClasses()
{
    QFETCH(QString, activation);
    QFETCH(QString, loss);
    QFETCH(bool, shares);
    put(u"tumours.csv"_s, tumours(120));
    Project project = chain({node("input", "input", {{"shape", std::vector<std::int64_t>{2}}, {"field", std::string("features")}}),
                             node("tumour", "dense", {{"units", std::int64_t{1}}, {"activation", activation.toStdString()}})},
                            "label", loss.toStdString(), "binary_accuracy");
    if (!shares)
        project.training.objectives[0].metrics = {};
    project.data.source = "csv";
    project.data.path = path(u"tumours.csv"_s).toStdString();
    project.data.validation = "none";
    train(project, u"run"_s);
    const QList<QJsonObject> answers = ask({u"run"_s, u"tumours.csv"_s});
    QCOMPARE(answers.size(), 120);
    int right = 0, malignant = 0;
    for (const QJsonObject& answer : answers) {
        const double said = answer[u"values"][0].toDouble();
        const double share = activation == u"sigmoid"_s ? said : 1.0 / (1.0 + std::exp(-said));
        const bool second = activation == u"sigmoid"_s ? said > 0.5 : said > 0.0;
        QCOMPARE(answer[u"name"].toString(), second ? u"malignant"_s : u"benign"_s);
        QCOMPARE(answer[u"probabilities"].toBool(), shares);
        if (shares) {
            QVERIFY(std::abs(answer[u"shares"][1].toDouble() - share) < 1e-6);
            QVERIFY(std::abs(answer[u"shares"][0].toDouble() + share - 1.0) < 1e-6);
        }
        QCOMPARE(answer[u"right"].toBool(), answer[u"name"] == answer[u"label_name"]);
        right += answer[u"right"].toBool() ? 1 : 0;
        malignant += second ? 1 : 0;
    }
    QVERIFY2(right > 90 && malignant > 30, qPrintable(u"%1 right, %2 malignant"_s.arg(right).arg(malignant)));
    if (shares) {
        const QJsonObject judged = m_cli->run({u"evaluate"_s, u"run"_s, u"--json"_s}).event(u"evaluation"_s);
        QCOMPARE(std::lround(judged[u"binary_accuracy"].toDouble() * 120), right);
        const QByteArray words = m_cli->run({u"predict"_s, u"run"_s, u"tumours.csv"_s}).out;
        QVERIFY2(words.contains(" %  benign ") && words.contains("wrong: it is "), words);
    }
}

void TestPredictions::logitsBecomeShares()
{
    put(u"tumours.csv"_s, tumours(60));
    Project project = chain({node("input", "input", {{"shape", std::vector<std::int64_t>{2}}, {"field", std::string("features")}}),
                             node("tumour", "dense", {{"units", std::int64_t{2}}})},
                            "label", "sparse_categorical_crossentropy", "accuracy");
    project.data.source = "csv";
    project.data.path = path(u"tumours.csv"_s).toStdString();
    project.data.validation = "none";
    train(project, u"run"_s);
    for (const QJsonObject& answer : ask({u"run"_s, u"tumours.csv"_s})) {
        const double a = std::exp(answer[u"values"][0].toDouble()), b = std::exp(answer[u"values"][1].toDouble());
        QVERIFY(answer[u"probabilities"].toBool());
        QVERIFY(std::abs(answer[u"shares"][0].toDouble() - a / (a + b)) < 1e-6);
        QVERIFY(std::abs(answer[u"shares"][1].toDouble() - b / (a + b)) < 1e-6);
    }
}

void TestPredictions::readsRowsOfTexts()
{
    QByteArray table = "review,stars,mood\n";
    for (int i = 0; i < 40; ++i)
        table += i % 2 == 0 ? "\"a great, lovely film\",5,good\n" : "a dull and awful film,1,bad\n";
    put(u"reviews.csv"_s, table);
    Project project = chain({node("input", "input", {{"shape", std::vector<std::int64_t>{6}}, {"field", std::string("text")}}),
                             node("words", "embedding", {{"input_dim", std::int64_t{12}}, {"output_dim", std::int64_t{4}}}),
                             node("flatten", "flatten"),
                             node("mood", "dense", {{"units", std::int64_t{1}}, {"activation", std::string("sigmoid")}})},
                            "label", "binary_crossentropy", "binary_accuracy");
    project.data.source = "csv";
    project.data.path = path(u"reviews.csv"_s).toStdString();
    project.data.validation = "none";
    project.data.parameters = {{"text", std::string("review")},
                               {"text_length", std::int64_t{6}},
                               {"text_vocabulary", std::int64_t{12}},
                               {"leave_out", std::string("stars")}};
    train(project, u"run"_s);
    const QList<QJsonObject> rows = ask({u"run"_s, u"reviews.csv"_s});
    QCOMPARE(rows.size(), 40);
    for (int i = 0; i < 40; ++i) {
        QCOMPARE(rows[i][u"name"].toString(), i % 2 == 0 ? u"good"_s : u"bad"_s);
        QVERIFY(rows[i][u"right"].toBool());
    }
    const QList<QJsonObject> texts =
        ask({u"run"_s, u"--text"_s, u"a great, lovely film"_s, u"--text"_s, u"a dull and awful film"_s});
    QCOMPARE(texts.size(), 2);
    QCOMPARE(texts[0][u"values"], rows[0][u"values"]);
    QCOMPARE(texts[1][u"values"], rows[1][u"values"]);
    put(u"one.txt"_s, "a great, lovely film\n");
    QCOMPARE(ask({u"run"_s, u"one.txt"_s}).value(0)[u"values"], rows[0][u"values"]);
    const CliResult piped = m_cli->runWith(table, {u"predict"_s, u"run"_s, u"-"_s, u"--json"_s});
    QCOMPARE(piped.lines().size(), 40);
    const CliResult unknown = m_cli->run({u"predict"_s, u"run"_s, u"--text"_s, u"a zebra film"_s});
    QVERIFY2(unknown.err.contains("\"zebra\""), unknown.words());
}

void TestPredictions::outputHoldsNoFormulas()
{
    put(u"sum.csv"_s, QByteArray("n,=kind\n") + QByteArray("1,=1+1\n2,@b\n3,-2+cmd\n-4.5,+1+1\n").repeated(8));
    Project project = chain({node("input", "input", {{"shape", std::vector<std::int64_t>{1}}, {"field", std::string("features")}}),
                             node("kind", "dense", {{"units", std::int64_t{4}}, {"activation", std::string("softmax")}})},
                            "label", "sparse_categorical_crossentropy", "accuracy");
    project.data.source = "csv";
    project.data.path = path(u"sum.csv"_s).toStdString();
    project.data.validation = "none";
    train(project, u"run"_s);
    QCOMPARE(ask({u"run"_s, u"sum.csv"_s, u"--output"_s, u"said.csv"_s}).size(), 32);
    const QByteArray said = readBytes(path(u"said.csv"_s));
    for (const QByteArray& row : said.trimmed().split('\n'))
        for (const QByteArray& cell : row.split(',')) {
            bool isNumber = false;
            cell.toDouble(&isNumber);
            QVERIFY2(cell.isEmpty() || isNumber || !QByteArray("=@+-").contains(cell.front()), row);
        }
    for (const char* name : {"'=1+1", "'@b", "'-2+cmd", "'+1+1"})
        QVERIFY2(said.contains(name), said);
    QVERIFY2(!said.contains("'-4.5") && !said.contains("'0."), said);
}

NETSMITH_TEST(TestPredictions)

} // namespace test_predictions

#include "test_predictions.moc"

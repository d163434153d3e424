#include "tests/engine/cli/own_arrays.h"
#include "tests/test_program.h"

#include <QJsonArray>

#include <map>

namespace test_own_fields {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

/// What the program says about a person's own data, and how the fields enter the network.
class TestOwnFields : public OwnArraysTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeFolder(); }
    void scalesByWhatAFieldHolds_data();
    void scalesByWhatAFieldHolds();
    void asksAboutWhatIsNotRead();
    void leavesAloneWhatNobodyAskedFor();
    void countsTheGapsOfASeries();
    void saysColumnsAndArrays();
};

void TestOwnFields::scalesByWhatAFieldHolds_data()
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
    row("videos", array("|u1", "2, 4, 4, 3", bytes(96)), "features", {2, 4, 4, 3}, 255.0);
}

void TestOwnFields::scalesByWhatAFieldHolds()
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
    // The network gets the same numbers as with the divisor named.
    QJsonObject itself = started.event(u"done"_s);
    itself.remove(u"seconds"_s);
    itself.remove(u"run"_s);
    const auto named = [](double number) { return u"data.divide=%1"_s.arg(number); };
    QCOMPARE(itself, train(u"same"_s, {u"--set"_s, named(divide)}));
    QVERIFY(itself != train(u"other"_s, {u"--set"_s, named(256.0 - divide)}));
}

void TestOwnFields::asksAboutWhatIsNotRead()
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

/// Arrays that can't be fields are for other programs.
void TestOwnFields::leavesAloneWhatNobodyAskedFor()
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
    QVERIFY2(refused.err.contains("holds Python objects"), refused.words()); // where it is named
}

void TestOwnFields::countsTheGapsOfASeries()
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

void TestOwnFields::saysColumnsAndArrays()
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

NETSMITH_TEST(TestOwnFields)

} // namespace test_own_fields

#include "test_own_fields.moc"

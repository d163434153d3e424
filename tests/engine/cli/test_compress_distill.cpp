#include "engine/store/safetensors.h"
#include "tests/engine/cli/compressed_folder.h"
#include "tests/test_program.h"

#include <algorithm>

namespace test_compress_distill {

using namespace netsmith;
using namespace netsmith::test;

/// `compress --distill`: another network, trained beside the run.
class TestCompressDistill : public QObject, private CompressedFolder {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aStudentIsMade();
    void aStoppedTrainingGoesOn();
    void mistakesAreSentences_data();
    void mistakesAreSentences();
};

void TestCompressDistill::initTestCase()
{
    begin();
    Project student = convolvingProject();
    student.graph.find("first")->parameters["filters"] = std::int64_t{3};
    student.graph.find("second")->parameters["filters"] = std::int64_t{4};
    writeProject(path(u"student.netsmith"_s), student);
}

void TestCompressDistill::aStudentIsMade()
{
    const CliResult result =
        compress({u"parent"_s, u"--distill"_s, u"student.netsmith"_s, u"--temperature"_s, u"2"_s, u"--labels"_s, u"0.3"_s,
                  u"--retrain"_s, u"3"_s, u"--prune"_s, u"0.25"_s, u"--run-dir"_s, u"small"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QList<QString> stages;
    for (const QJsonObject& line : result.lines())
        if (line[u"event"_s] == u"stage"_s)
            stages << line[u"stage"_s].toString();
    QCOMPARE(stages, (QList<QString>{u"original"_s, u"distilled"_s, u"pruned"_s}));
    const QString beside = u"small-step-1"_s, alone = u"small-step-2"_s;
    QCOMPARE(parentOf(beside), path(u"parent"_s));
    QCOMPARE(parentOf(alone), path(beside));
    QCOMPARE(parentOf(u"small"_s), path(alone));

    // The teacher's weights are those of the parent still, bit by bit, and the student's are not those it was drawn with.
    const QByteArray parent = newestWeights(u"parent"_s), both = newestWeights(beside), student = newestWeights(alone);
    const auto file = [](const QByteArray& bytes) {
        const auto* first = reinterpret_cast<const std::byte*>(bytes.constData());
        return parseSafetensors(std::vector(first, first + bytes.size()), "weights").take();
    };
    const SafetensorsFile taught = file(both), teacher = file(parent), left = file(student);
    std::size_t found = 0;
    for (const TensorView& array : teacher.tensors) {
        const auto same = std::ranges::find(taught.tensors, "teacher_" + array.name, &TensorView::name);
        QVERIFY2(same != taught.tensors.end() && std::ranges::equal(same->bytes, array.bytes), array.name.c_str());
        ++found;
    }
    QCOMPARE(taught.tensors.size(), found + left.tensors.size());
    for (const TensorView& array : left.tensors)
        QVERIFY(std::ranges::equal(array.bytes, std::ranges::find(taught.tensors, array.name, &TensorView::name)->bytes));

    const QJsonObject how = QJsonDocument::fromJson(readBytes(path(alone + u"/compression.json"_s))).object();
    QCOMPARE(how[u"student"_s].toString(), u"student.netsmith"_s);
    QCOMPARE(how[u"temperature"_s].toDouble(), 2.0);
    QVERIFY(how[u"parameters"_s].toInt() < how[u"parameters_before"_s].toInt());
    for (const QStringList& command : {QStringList{u"evaluate"_s, alone}, QStringList{u"export"_s, alone, u"student.onnx"_s},
                                       QStringList{u"pack"_s, alone, u"student.nsm"_s}}) {
        const CliResult used = m_cli->run(command);
        QVERIFY2(used.code == 0, used.words());
    }
}

void TestCompressDistill::aStoppedTrainingGoesOn()
{
    const auto arguments = [](const QString& run) {
        return QStringList{u"compress"_s,  u"parent"_s, u"--distill"_s,   u"student.netsmith"_s,
                           u"--retrain"_s, u"40"_s,     u"--prune"_s,     u"0.5"_s,
                           u"--run-dir"_s, run,         u"--no-timing"_s, u"--json"_s};
    };
    goesOn(arguments, 4, u"--student --prune 0.5"_s); // after two epochs
}

void TestCompressDistill::mistakesAreSentences_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char* name, const QStringList& arguments, int code, const char* words) {
        QTest::newRow(name) << arguments << code << QByteArray(words);
    };
    row("no training", {u"--distill"_s, u"student.netsmith"_s}, 2, "a student learns by training");
    row("no file", {u"--distill"_s, u"none.netsmith"_s, u"--retrain"_s, u"1"_s}, 3, "none.netsmith");
    row("a temperature of 0", {u"--distill"_s, u"student.netsmith"_s, u"--temperature"_s, u"0"_s, u"--retrain"_s, u"1"_s}, 2,
        "between 0.01 and 1000");
    row("no number", {u"--distill"_s, u"student.netsmith"_s, u"--labels"_s, u"some"_s, u"--retrain"_s, u"1"_s}, 2, "--labels");
    row("labels alone", {u"--distill"_s, u"student.netsmith"_s, u"--labels"_s, u"1"_s, u"--retrain"_s, u"1"_s}, 2,
        "above 0 and below 1");
    row("no teacher", {u"--student"_s}, 3, "the run has no teacher beside it");
    row("another's option", {u"--prune"_s, u"0.5"_s, u"--temperature"_s, u"2"_s}, 2, "after: --distill");
}

void TestCompressDistill::mistakesAreSentences()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QByteArray, words);
    refuses(QStringList{u"parent"_s} + arguments, code, words);
}

NETSMITH_TEST(TestCompressDistill)

} // namespace test_compress_distill

#include "test_compress_distill.moc"

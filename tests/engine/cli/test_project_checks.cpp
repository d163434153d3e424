#include "tests/engine/cli/project_files.h"
#include "tests/test_program.h"

namespace test_project_checks {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

/// What `check` and `train` reject in a project whose file can be read, and with which messages.
class TestProjectChecks : public QObject, ProjectFiles {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { prepare(); }
    void checkKnowsWhatTrainingKnows_data();
    void checkKnowsWhatTrainingKnows();
    void checkLooksIntoFiles_data();
    void checkLooksIntoFiles();
    void checkCountsWhatIsThere();
    void nearestNamesComeFirst_data();
    void nearestNamesComeFirst();
    void refusesFoldersPlainly();
};

void TestProjectChecks::checkKnowsWhatTrainingKnows_data()
{
    QTest::addColumn<QString>("settings");
    QTest::addColumn<QString>("said");
    QTest::addRow("no data") << "data.source=cifar10"
                             << "CIFAR-10 is not in";
    QTest::addRow("nothing to validate with") << "data.validation=test"
                                              << "has no test samples to validate with";
    QTest::addRow("a batch that is too large") << "data.validation=none,training.batch=41"
                                               << "choose at most 40";
    QTest::addRow("too large after the split") << "data.validation=split,training.batch=37"
                                               << "choose at most 36";
    QTest::addRow("too large after a stratified split") << "data.validation=stratified,data.validation_split=0.999,training.batch=3"
                                                        << "choose at most 2";
    QTest::addRow("no such file") << "data.validation=file,data.validation_file=nowhere.txt"
                                  << "nowhere.txt";
    QTest::addRow("a file with other lines") << "data.validation=file,data.validation_file=table.csv"
                                             << "table.csv is not the number of a training sample";
    QTest::addRow("too large without the samples of a file")
        << "data.validation=file,data.validation_file=held.txt,training.batch=39"
        << "choose at most 38";
}

void TestProjectChecks::checkKnowsWhatTrainingKnows()
{
    QFETCH(QString, settings);
    QFETCH(QString, said);
    QByteArray table = "a,b,label\n";
    for (int row = 0; row < 40; ++row)
        table += QByteArray::number(row) + "." + QByteArray::number(row % 7) + ",0.5," + (row % 2 ? "yes" : "no") + "\n";
    writeBytes(m_folder.filePath(u"table.csv"_s), table);
    writeBytes(m_folder.filePath(u"held.txt"_s), "7\n\n11\n7\n");
    Json project = small();
    const bool pictures = settings.contains(u"cifar10"_s);
    project["graph"]["nodes"][0]["parameters"] = {{"shape", pictures ? Json{32, 32, 3} : Json{2}}};
    project["graph"]["nodes"].back()["parameters"]["units"] = pictures ? 10 : 2;
    if (!pictures) {
        project["graph"]["nodes"][0]["parameters"]["field"] = "features";
        project["data"]["source"] = "csv";
        project["data"]["path"] = "table.csv";
        project["data"]["divide"] = 1;
    }
    QStringList arguments{write(project), u"--data-dir"_s, m_folder.path()};
    for (const QString& each : settings.split(u','))
        arguments << u"--set"_s << each;
    refused(arguments, said);
}

void TestProjectChecks::checkLooksIntoFiles_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("at"); // the byte that is changed; -1: the last one is cut off
    QTest::addColumn<QString>("said");
    QTest::addRow("fewer labels") << "train-labels-idx1-ubyte" << 7 << "has 200 images but";
    QTest::addRow("a label of no class") << "t10k-labels-idx1-ubyte" << 11 << "expected";
    QTest::addRow("another file") << "train-images-idx3-ubyte" << 0 << "is not an IDX file";
    QTest::addRow("cut short") << "t10k-images-idx3-ubyte" << -1 << "truncated or damaged";
}

void TestProjectChecks::checkLooksIntoFiles()
{
    QFETCH(QString, file);
    QFETCH(int, at);
    QFETCH(QString, said);
    QTemporaryDir folder;
    writeSmallMnist(folder.path(), 200, 100);
    const QString path = folder.filePath(u"mnist/"_s + file);
    QByteArray bytes = readBytes(path);
    if (at < 0)
        bytes.chop(1);
    else
        bytes[at] = at == 7 ? char(199) : char(12);
    if (at == 7)
        bytes.chop(1);
    writeBytes(path, bytes);
    refused({write(small()), u"--data-dir"_s, folder.path()}, said);
}

void TestProjectChecks::checkCountsWhatIsThere()
{
    refused({QStringLiteral(NETSMITH_PROJECTS "/sine_forecast/sine_forecast.netsmith"), u"--set"_s, u"data.validation=stratified"_s,
             u"--set"_s, u"training.device=reference"_s},
            u"is not one class per sample"_s);
    refused({write(small()), u"--data-dir"_s, m_folder.path(), u"--batch"_s, u"201"_s, u"--set"_s, u"data.validation=none"_s},
            u"choose at most 200"_s);
}

void TestProjectChecks::nearestNamesComeFirst_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("value"); // as JSON
    QTest::addColumn<QString>("said");
    const auto row = [](const char* place, const char* value, const char* said) {
        QTest::addRow("%s %s", place, value) << place << value << said;
    };
    row("/training/optimizer/parameters/lr", "0.01", R"(optimizer "adam" has no parameter "lr"; did you mean "learning_rate"?)");
    row("/training/schedule", R"({"id": "step", "parameters": {"facter": 0.5}})", R"(did you mean "factor"?)");
    row("/training/monitor", R"("vall_accuracy")", R"(which is not measured; did you mean "val_accuracy"?)");
    row("/graph/nodes/2/parameters/unts", "16", R"(there is no parameter "unts"; did you mean "units"?)");
    row("/graph/nodes/2/parameters/l2", "0.1", R"(there is no parameter "l2"; did you mean "kernel_l2"?)");
    row("/graph/nodes/2/parameters/kernel_regularizer", R"("l2")", R"(no parameter "kernel_regularizer"; it has: units, )");
    row("/data/transforms", R"([{"id": "random_flip", "parameters": {"mod": "horizontal"}}])",
        R"(has no parameter "mod"; did you mean "mode"?)");
    row("/data", R"({"source": "csv", "path": "x.csv", "parameters": {"targt": "a"}})",
        R"(has no parameter "targt"; did you mean "target"?)");
    row("/training/seed", "-1", "seed must be in [0, 9223372036854775807], got -1");

    // Ids of registries, and choices.
    row("/graph/nodes/2/layer", R"("dens")", R"(there is no layer "dens"; did you mean "dense"?)");
    row("/graph/nodes/2/layer", R"("batch_norm")", R"(did you mean "batch_normalization"?)");
    row("/training/objectives/0/loss/id", R"("mean_squared_eror")",
        R"(there is no loss "mean_squared_eror"; did you mean "mean_squared_error"?)");
    row("/training/objectives/0/loss/id", R"("focal")", R"(there is no loss "focal"; did you mean "binary_focal_crossentropy"?)");
    row("/training/objectives/0/metrics/0/id", R"("acuracy")", R"(there is no metric "acuracy"; did you mean "accuracy"?)");
    row("/training/optimizer/id", R"("adma")", R"(there is no optimizer "adma"; did you mean "adam"?)");
    row("/training/schedule", R"({"id": "cosin"})", R"(there is no schedule "cosin"; did you mean "cosine"?)");
    row("/data/transforms", R"([{"id": "random_flop"}])", R"(there is no transform "random_flop"; did you mean "random_flip"?)");
    row("/data/source", R"("mnits")", R"(there is no data set "mnits"; did you mean "mnist"?)");
    row("/graph/nodes/2/parameters/activation", R"("rleu")", R"(activation can't be "rleu"; did you mean "relu"?)");
    row("/graph/nodes/2/parameters/kernel_initializer", R"("he")", R"(can't be "he"; did you mean "he_normal"?)");
    row("/training/precision", R"("fp23")", R"(precision can't be "fp23"; did you mean "fp32"?)");

    // Where none is similar, the command that lists them.
    row("/graph/nodes/2/layer", R"("quetzal")", R"(there is no layer "quetzal"; "netsmith-cli layers" lists them)");
    row("/training/objectives/0/loss/id", R"("quetzal")", R"(there is no loss "quetzal"; "netsmith-cli losses" lists them)");
    row("/training/objectives/0/metrics/0/id", R"("quetzal")", R"(no metric "quetzal"; "netsmith-cli metrics" lists them)");
    row("/training/optimizer/id", R"("quetzal")", R"(there is no optimizer "quetzal"; "netsmith-cli optimizers" lists them)");
    row("/training/schedule", R"({"id": "quetzal"})", R"(no schedule "quetzal"; "netsmith-cli schedules" lists them)");
    row("/data/transforms", R"([{"id": "quetzal"}])", R"(no transform "quetzal"; "netsmith-cli transforms" lists them)");
    row("/data/source", R"("quetzal")", R"(there is no data set "quetzal"; "netsmith-cli data sources" lists them)");
    row("/graph/nodes/2/parameters/activation", R"("quetzal")", R"("netsmith-cli reference" lists what it can be)");
    row("/training/precision", R"("quetzal")", R"(must be one of bf16, bf16-emulated, fp16,)");
}

void TestProjectChecks::nearestNamesComeFirst()
{
    QFETCH(QString, place);
    QFETCH(QString, value);
    QFETCH(QString, said);
    Json project = small();
    project[Json::json_pointer(place.toStdString())] = Json::parse(value.toStdString());
    refused({write(project)}, said);
}

void TestProjectChecks::refusesFoldersPlainly()
{
    refused({m_folder.path()}, m_folder.path() + u" is a folder; name a file"_s);
}

NETSMITH_TEST(TestProjectChecks)

} // namespace test_project_checks

#include "test_project_checks.moc"

#include "engine/backend/loader.h"
#include "engine/predict/weight_source.h"
#include "engine/train/trainer/trainer.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/sample_names.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <set>

namespace test_sample_goals {

using namespace netsmith;

namespace {

/// What a sample project must reach: soon, on a part of its data, and, if NETSMITH_GOALS is "whole", as the project is.
struct Goal {
    const char* sample;
    const char* value; ///< of the last epoch
    std::int64_t samples; ///< of the part
    std::int64_t epochs; ///< on the part
    double soon;
    double whole;
};

constexpr Goal goals[] = {
    {"ants_bees_transfer", "val_accuracy", 244, 30, 144.0 / 153, 144.0 / 153},
    {"char_lstm", "val_loss", 1000, 2, 3.5, 1.60},
    {"cifar_resnet", "val_accuracy", 2000, 3, 0.25, 0.82},
    {"cifar_vgg", "val_accuracy", 1000, 3, 0.20, 0.77},
    {"curve", "val_root_mean_squared_error", 200, 200, 0.15, 0.15},
    {"faint_loss", "val_accuracy", 12000, 2, 0.80, 0.95},
    {"fashion_cnn", "val_accuracy", 8000, 4, 0.70, 0.895},
    {"flowers_transfer", "val_accuracy", 1200, 20, 266.0 / 300, 266.0 / 300},
    {"mnist_autoencoder", "val_root_mean_squared_error", 12000, 4, 0.20, 0.10},
    {"mnist_cnn", "val_accuracy", 6000, 1, 0.85, 0.987},
    {"mnist_cnn_onehot", "val_accuracy", 6000, 1, 0.85, 0.987},
    {"mnist_distillation", "val_student_answer/accuracy", 6000, 6, 0.80, 0.979},
    {"mnist_gan", "digit_made/accuracy", 12000, 12, 0.50, 0.95},
    {"mnist_mlp", "val_accuracy", 12000, 2, 0.80, 0.972},
    {"mnist_mlp_raw", "accuracy", 12000, 2, 0.50, 0.92},
    {"mnist_residual", "val_accuracy", 8000, 2, 0.85, 0.98},
    {"mobilenet_small", "val_accuracy", 8000, 4, 0.60, 0.90},
    {"points", "val_accuracy", 400, 60, 0.98, 0.98},
    {"resnext_small", "val_accuracy", 8000, 4, 0.60, 0.905},
    {"row_lstm", "val_accuracy", 8000, 2, 0.70, 0.98},
    {"sentiment", "val_accuracy", 4000, 6, 0.99, 0.99},
    {"shifted_digits", "val_by_shape/accuracy", 6000, 2, 0.80, 0.95},
    {"sine_forecast", "val_root_mean_squared_error", 4000, 30, 0.125, 0.125},
    {"table_classifier", "val_accuracy", 1200, 30, 0.94, 0.94},
    {"tang_poems", "val_loss", 1000, 2, 6.5, 4.80},
    {"text_lstm", "val_accuracy", 20000, 1, 0.15, 0.32},
    {"vgg16_transfer", "val_accuracy", 244, 30, 0.75, 0.75}, // on ants and bees, in place of its cats and dogs
};

/// Whether lower is better.
bool isError(const Goal& goal)
{
    const QByteArray value(goal.value);
    return value.endsWith("error") || value.endsWith("loss");
}

/// The first samples of each field.
void shorten(data::DataSplit& split, std::int64_t count)
{
    for (data::Field& field : split.fields)
        field.count = std::min(field.count, count);
    if (std::ssize(split.names) > count)
        split.names.resize(static_cast<std::size_t>(count));
}

/// The projects on photographs use the JPEGs, if there are any, instead of a download, or those that their users would choose.
void useJpegs(Project& project, const std::string& sample)
{
    const char* folder = std::getenv("NETSMITH_DATA_DIR");
    if (project.data.source == "image_folder" && folder)
        project.data.path =
            (std::filesystem::path(folder) / "images" / (sample == "flowers_transfer" ? "flowers" : "hymenoptera")).string();
    const std::filesystem::path jpegs = std::filesystem::path(folder ? folder : "") / "cifar10-jpeg";
    if (project.data.source != "cifar10" || !std::filesystem::exists(jpegs))
        return;
    project.data.source = "image_folder";
    project.data.path = jpegs.string();
}

} // namespace

/// The sample projects learn what they claim.
class TestSampleGoals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everySampleHasOne();
    void reachesIt_data();
    void reachesIt();
};

void TestSampleGoals::everySampleHasOne()
{
    std::set<std::string> with;
    for (const Goal& goal : goals)
        with.insert(goal.sample);
    for (const std::string& name : test::sampleNames(NETSMITH_PROJECTS))
        QVERIFY2(with.contains(name), name.c_str());
}

void TestSampleGoals::reachesIt_data()
{
    QTest::addColumn<Goal>("goal");
    for (const Goal& goal : goals)
        QTest::newRow(goal.sample) << goal;
}

void TestSampleGoals::reachesIt()
{
    QFETCH(Goal, goal);
    if (!test::hasBackend("cpu"))
        QSKIP("too slow for the reference");
    const bool whole = qEnvironmentVariable("NETSMITH_GOALS") == "whole";
    const std::filesystem::path file =
        std::filesystem::path(NETSMITH_PROJECTS) / goal.sample / (std::string(goal.sample) + ".netsmith");
    Project project = loadProject(file).take();
    project.training.device = "cpu";
    useJpegs(project, goal.sample);
    train::LoadedData loaded;
    try {
        loaded = train::loadData(project, {});
    } catch (const Error& error) {
        const QByteArray id(error.message().id().c_str());
        if (!id.startsWith("data.missing") && !id.startsWith("data.absent") && !id.startsWith("data.place"))
            throw;
        QSKIP(error.what());
    }
    if (loaded.standIn) // it has other goals
        QSKIP(loaded.words.text().c_str());
    if (!whole) {
        project.training.epochs = goal.epochs;
        shorten(loaded.set.train, goal.samples);
        shorten(loaded.set.test, 1000);
    }
    try {
        if (const auto weights = initialWeightsOf(project))
            (void)located(*weights, data::dataPaths());
    } catch (const Error& error) { // the file is missing
        QSKIP(error.what());
    }
    const QTemporaryDir folder;
    const train::DoneEvent done = train::Trainer(project, std::move(loaded), *backendFor("cpu").take(),
                                                 test::optionsFor(folder.filePath("run").toStdString()))
                                      .run();
    const auto found = std::ranges::find(done.values, goal.value, &std::pair<std::string, double>::first);
    QVERIFY2(found != done.values.end(), goal.value);
    const double wanted = whole ? goal.whole : goal.soon;
    QVERIFY2(isError(goal) ? found->second <= wanted : found->second >= wanted,
             qPrintable(QString("%1 %2, wanted %3").arg(goal.value).arg(found->second).arg(wanted)));
    qInfo("%s %.4f, wanted %.4f", goal.value, found->second, wanted);
}

NETSMITH_TEST(TestSampleGoals)

} // namespace test_sample_goals

#include "test_sample_goals.moc"

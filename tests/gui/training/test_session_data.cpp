#include "engine/store/run_record.h"
#include "gui/runs/run_plots.h"
#include "gui/training/preflight_outcome.h"
#include "gui/training/training_words.h"
#include "tests/gui/training/session_studio.h"
#include "tests/test_program.h"

#include <QFile>
#include <QSignalSpy>

namespace test_session_data {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;

namespace {

/// A network for a table with two columns of numbers and the last as target, in a file of the data folder.
Project tableProject(std::int64_t epochs)
{
    Project project = smallProject(epochs);
    project.data.source = "csv";
    project.data.path = "table.csv";
    project.data.validation = "none";
    project.data.divide = 1.0;
    Graph& graph = project.graph;
    std::erase_if(graph.nodes, [](const Node& node) { return node.layer == "flatten"; });
    graph.edges.clear();
    for (Node& node : graph.nodes) {
        if (node.layer == "input")
            node.parameters = {{"shape", std::vector<std::int64_t>{2}}, {"field", std::string("features")}};
        if (node.layer == "dense")
            node.parameters = {{"units", std::int64_t{1}}};
    }
    graph.edges.push_back({{graph.nodes.front().id, "output"}, {graph.nodes.back().id, "input"}, Json::object()});
    project.training.objectives.front().loss = {"mean_squared_error", {}};
    project.training.objectives.front().target = "target";
    project.training.objectives.front().metrics.clear();
    return project;
}

void writeTable(const std::filesystem::path& folder, int rows)
{
    std::filesystem::create_directories(folder);
    QFile file(folder / "table.csv");
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write("a,b,y\n");
    for (int row = 0; row < rows; ++row)
        file.write(QByteArray::number(row) + ".5," + QByteArray::number(row * 3 % 7) + ".5," + QByteArray::number(row) + ".25\n");
}

} // namespace

/// How a run starts: with the current files, the weights of another run, or not at all.
class TestSessionData : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void plotsAndWordsGoByWhatAMetricDeclares()
    {
        const std::vector<std::string> measured{"loss",      "auc",    "r2_score",         "f1_score",
                                                "precision", "recall", "top_k_accuracy_1", "mean_absolute_error"};
        for (const PlotQuantity& quantity : plotsOf(measured)) {
            const bool isLoss = quantity.id == "loss" || quantity.id == "mean_absolute_error";
            const bool isPercent = quantity.id == "precision" || quantity.id == "recall" || quantity.id == "top_k_accuracy_1";
            const Better better = quantity.id == "learning_rate" ? Better::neither : isLoss ? Better::lower : Better::higher;
            QVERIFY2(quantity.better == better, quantity.id.c_str());
            QVERIFY2(quantity.percent == isPercent, quantity.id.c_str());
            QCOMPARE(quantityText("val_" + quantity.id, 0.5).endsWith(QLatin1Char('%')), isPercent);
        }
        // The rates of groups are shown with the learning rate.
        QStringList inset;
        for (const PlotQuantity& quantity : plotsOf(std::vector<std::string>{"loss", "head/lr", "dense_2/loss"}))
            if (quantity.inset)
                inset << quantity.title;
        QCOMPARE(inset, (QStringList{QStringLiteral("Learning rate"), QStringLiteral("Learning rate of head")}));
        QCOMPARE(quantityTitle("val_top_k_accuracy_1"), QStringLiteral("Top-k accuracy 2, validation"));
        QCOMPARE(quantityTitle("dense_2/loss_1"), QStringLiteral("Loss 2 of dense_2"));
    }

    void trainsWhatTheFileHoldsNow()
    {
        SmallTraining files;
        writeTable(files.folder(), 40);
        Document document;
        document.setDataDir(files.folder());
        document.reset(tableProject(1), {});
        QCOMPARE(document.analysis().errorCount(), 0);
        TrainingSession session(document);
        session.setPlace(files.place());
        session.start();
        QTRY_COMPARE(session.state(), TrainingState::preFlight);
        QTRY_VERIFY(session.preflight() && session.preflight()->complete);
        QCOMPARE(session.preflight()->look.samples.train, std::int64_t{40});
        writeTable(files.folder(), 64);
        session.train();
        QTRY_COMPARE(session.state(), TrainingState::finished);
        QCOMPARE(session.run()->trainSamples, std::int64_t{64});
    }

    void trainsWhatTheTestFileHoldsNow()
    {
        SmallTraining files;
        writeTable(files.folder(), 40);
        const auto write = [&](int rows) {
            std::filesystem::create_directories(files.folder() / "other");
            writeTable(files.folder() / "other", rows);
            std::filesystem::rename(files.folder() / "other" / "table.csv", files.folder() / "test.csv");
        };
        write(8);
        Document document;
        document.setDataDir(files.folder());
        Project project = tableProject(1);
        project.data.validation = "test";
        project.data.parameters["test_file"] = std::string("test.csv");
        document.reset(project, {});
        TrainingSession session(document);
        session.setPlace(files.place());
        session.start();
        QTRY_VERIFY(session.preflight() && session.preflight()->complete);
        QCOMPARE(session.preflight()->look.samples.validation, std::int64_t{8});
        write(16);
        session.train();
        QTRY_COMPARE(session.state(), TrainingState::finished);
        QCOMPARE(session.run()->validationSamples, std::int64_t{16});
    }

    void startsFromTheWeightsOfARun()
    {
        Studio studio(smallProject(2));
        studio.session.startAtOnce();
        QTRY_COMPARE(studio.session.state(), TrainingState::finished);
        const std::filesystem::path first = studio.session.run()->folder;
        studio.session.setWeights(first);
        studio.session.runAnew();
        QTRY_VERIFY(studio.session.preflight() && studio.session.preflight()->complete);
        QSignalSpy card(&studio.session, &TrainingSession::preflightChanged);
        studio.session.setWeights({});
        studio.session.setWeights(first);
        QCOMPARE(card.count(), 2); // it says where they come from
        studio.session.train();
        QTRY_COMPARE(studio.session.state(), TrainingState::finished);
        QVERIFY(studio.session.run()->folder != first);
        const auto record = readRunRecord(studio.session.run()->folder);
        QVERIFY(record && record->weightsFrom);
        QCOMPARE(std::filesystem::path(record->weightsFrom->run).filename(), first.filename());
        // Another project starts from random weights.
        studio.document.reset(smallProject(2), {});
        QVERIFY(studio.session.weights().empty());
    }

    void theCardFollowsTheFile()
    {
        SmallTraining files;
        writeTable(files.folder(), 40);
        Document document;
        document.setDataDir(files.folder());
        document.reset(tableProject(1), {});
        TrainingSession session(document);
        session.setPlace(files.place());
        session.start();
        QTRY_COMPARE(session.state(), TrainingState::preFlight);
        writeTable(files.folder(), 64);
        QTRY_VERIFY(session.preflight() && session.preflight()->look.samples.train == 64);
    }

    void trainsInTheFolderThatTheDocumentNames()
    {
        SmallTraining files;
        writeTable(files.folder() / "before", 40);
        writeTable(files.folder() / "now", 64);
        Document document;
        document.setDataDir(files.folder() / "before");
        document.reset(tableProject(1), {});
        TrainingSession session(document);
        session.setPlace(files.place());
        document.setDataDir(files.folder() / "now");
        session.startAtOnce();
        QTRY_COMPARE(session.state(), TrainingState::finished);
        QCOMPARE(session.run()->trainSamples, std::int64_t{64});
        document.setDataDir(files.folder()); // a folder without the table
        QVERIFY(document.analysis().errorCount() > 0);
    }

    void failsWithoutItsData()
    {
        Studio studio(smallProject(1));
        const std::filesystem::path labels = studio.files.folder() / "train-labels-idx1-ubyte";
        const std::filesystem::path whole = labels.string() + ".whole";
        std::filesystem::copy_file(labels, whole);
        std::filesystem::resize_file(labels, 12);
        studio.session.startAtOnce();
        QTRY_COMPARE(studio.session.state(), TrainingState::failed);
        QCOMPARE(studio.session.failure(), TrainingFailure::other);
        QVERIFY(studio.session.snapshot().problem->message.id().starts_with("data."));
        QVERIFY(!studio.session.allows(TrainingAction::resume));
        QVERIFY(studio.files.runs().empty());

        // After following the message's advice, the same session trains.
        std::filesystem::rename(whole, labels);
        QVERIFY(studio.session.allows(TrainingAction::runAnew));
        studio.session.startAtOnce();
        QTRY_COMPARE(studio.session.state(), TrainingState::finished);
    }

    void refusesABrokenNetwork()
    {
        Project project = smallProject(1);
        project.graph.edges.pop_back();
        Studio studio(project);
        QSignalSpy refused(&studio.session, &TrainingSession::refused);
        studio.session.startAtOnce();
        QCOMPARE(refused.count(), 1);
        studio.session.start();
        studio.session.step();
        QCOMPARE(refused.count(), 3);
        QCOMPARE(studio.session.state(), TrainingState::idle);
    }
};

NETSMITH_WINDOW_TEST(TestSessionData)

} // namespace test_session_data

#include "test_session_data.moc"

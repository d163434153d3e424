#include "gui/settings/settings_panel.h"

#include "gui/settings/run_choices.h"
#include "gui/settings/start_choice.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/name_field.h"
#include "gui/widgets/theme.h"
#include "tests/engine/input/npy_bytes.h"
#include "tests/engine/input/zip_bytes.h"
#include "tests/gui/document/saved_document.h"
#include "tests/gui/settings/settings_studio.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QFile>
#include <QTemporaryDir>
#include <QStandardItemModel>
#include <QTimer>
#include <QToolButton>
#include <QtTest>

namespace test_settings_panel {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

class TestSettingsPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void targetsAreThoseOfTheTableThatLiesThereNow()
    {
        QTemporaryDir folder;
        const auto write = [&](const QString& name, bool classes) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            file.write("a,b,y\n");
            for (int row = 0; row < 40; ++row)
                file.write("1.5," + QByteArray::number(row) + "," + (classes ? row % 2 ? "yes" : "no" : "2.5") + "\n");
        };
        write(u"classes.csv"_s, true);
        write(u"numbers.csv"_s, false);
        Project project = smallProject(1);
        project.data.source = "csv";
        project.data.path = folder.filePath(u"classes.csv"_s).toStdString();
        project.training.objectives.front().target = "label";
        Studio studio(project);
        const auto isOffered = [&](const QString& target) {
            const auto* box = studio.find<QComboBox>(u"targetField"_s);
            return box && box->findText(target) >= 0;
        };
        QTRY_VERIFY(isOffered(u"label"_s) && !isOffered(u"target"_s));
        studio.document.edit(u"x"_s,
                             [&](Project& changed) { changed.data.path = folder.filePath(u"numbers.csv"_s).toStdString(); });
        QTRY_VERIFY(isOffered(u"target"_s));
        studio.document.edit(u"x"_s, [&](Project& changed) { changed.training.objectives.front().target = "target"; });
        QTRY_VERIFY(!isOffered(u"label"_s));
        write(u"numbers.csv"_s, true); // by another program
        QTRY_VERIFY(isOffered(u"label"_s));
    }
    /// They say which rows of another field count: nothing to learn, and no weights.
    void lengthsAreNoTargets()
    {
        QTemporaryDir folder;
        const std::vector<std::int32_t> lengths(20, 2);
        const std::vector<float> numbers(20 * 3, 0.5f);
        writeZip(folder.filePath(u"set.npz"_s).toStdString(),
                 {{"x.npy", npyFile(npyHeader("<f4", "(20, 3)"), bytesOf(numbers))},
                  {"y.npy", npyFile(npyHeader("<f4", "(20, 3, 1)"), bytesOf(numbers))},
                  {"y_length.npy", npyFile(npyHeader("<i4", "(20,)"), bytesOf(lengths))}},
                 false);
        Project project = smallProject(1);
        project.data.source = "npy";
        project.data.path = folder.filePath(u"set.npz"_s).toStdString();
        project.training.objectives.front().target = "target";
        Studio studio(project);
        const auto* box = studio.find<QComboBox>(u"targetField"_s);
        QTRY_VERIFY((box = studio.find<QComboBox>(u"targetField"_s)) && box->findText(u"target"_s) >= 0);
        QVERIFY(std::ranges::any_of(studio.document.dataFacts().fields(),
                                    [](const data::FieldSpec& field) { return field.lengths == "y_length"; }));
        QCOMPARE(box->findText(u"y_length"_s), -1);
        const auto* weights = studio.find<QComboBox>(u"sample_weight"_s);
        QVERIFY(!weights || weights->findText(u"y_length"_s) < 0);
    }
    void aTargetChosenByKeyKeepsTheFocus()
    {
        QTemporaryDir folder;
        QFile table(folder.filePath(u"table.csv"_s));
        QVERIFY(table.open(QIODevice::WriteOnly));
        table.write("a,b,y\n");
        for (int row = 0; row < 20; ++row)
            table.write("1.5,2.5," + QByteArray(row % 2 ? "yes" : "no") + "\n");
        table.close();
        Project project = smallProject(1);
        project.data.source = "csv";
        project.data.path = table.fileName().toStdString();
        project.training.objectives.front().target = "label";
        Studio studio(project);
        QTRY_VERIFY(studio.document.dataFacts().source);
        QPointer<QComboBox> box = studio.find<QComboBox>(u"targetField"_s);
        QVERIFY(box && box->count() > 1 && box->currentText() == u"label"_s);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Down);
        QVERIFY(studio.training().objectives.front().target != "label");
        QVERIFY(box && box->hasFocus() && box->isVisibleTo(studio.panel));
        QTest::keyClick(box, Qt::Key_Up);
        QCOMPARE(studio.training().objectives.front().target, std::string("label"));
    }
    void aTargetIsTypedWhereTheDataAreMissing()
    {
        Project project = smallProject(1);
        project.data.source = "csv";
        project.data.path = "/nowhere/table.csv";
        Studio studio(project);
        QVERIFY(!studio.find<QComboBox>(u"targetField"_s));
        studio.type(u"targetField"_s, u"price"_s);
        studio.type(u"sampleWeightField"_s, u"sample_weight"_s);
        QCOMPARE(studio.training().objectives.front().target, std::string("price"));
        QCOMPARE(studio.training().objectives.front().sampleWeight, std::string("sample_weight"));
    }
    void whatNamesLayersAndMeasuresIsAList()
    {
        Studio studio(smallProject(5));
        studio.document.edit(u"Precision"_s, [](Project& edited) { edited.training.precision = "fp16-emulated"; });
        auto* layers = studio.find<NameField>(u"fp32LayersField"_s);
        QCOMPARE(layers->names(), (QStringList{u"flatten_1"_s, u"dense_1"_s}));
        QCOMPARE(studio.find<NameField>(u"excludeFromWeightDecayField"_s)->names(),
                 QStringList{u"dense_1"_s}); // the others have no weights
        auto* monitor = studio.find<NameField>(u"monitorField"_s);
        QCOMPARE(monitor->names(), (QStringList{u"loss"_s, u"accuracy"_s}));
        QTest::mouseClick(studio.find<QCheckBox>(u"f1ScoreBox"_s), Qt::LeftButton, {}, {8, 8});
        QCOMPARE(monitor->names().back(), u"f1_score"_s);
        monitor->setFocus();
        QTest::keyClick(monitor, Qt::Key_Down);
        auto* list = monitor->findChild<QListWidget*>(u"nameList"_s);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(2)).center());
        QCOMPARE(studio.training().monitor, std::string("f1_score"));
        QCOMPARE(studio.document.analysis().errorCount(), 0);
    }
    /// Each set like a user would, undone and redone, and the same again from the file.
    void settingsOfTheScheduleAndTheJudgingSurvive()
    {
        Studio studio(smallProject(5));
        const TrainingSettings before = studio.training();
        studio.choose(u"scheduleField"_s, u"cosine"_s);
        studio.type(u"warmupRatioField"_s, u"0.1"_s);
        studio.type(u"warmupEpochsField"_s, u"1.5"_s);
        studio.type(u"warmupStepsField"_s, u"20"_s);
        studio.type(u"monitorField"_s, u"accuracy"_s);
        studio.type(u"patienceField"_s, u"3"_s);
        const TrainingSettings after = studio.training();
        QCOMPARE(std::get<std::int64_t>(after.schedule.parameters.at("warmup_steps")), std::int64_t{20});
        QCOMPARE(std::get<double>(after.schedule.parameters.at("warmup_epochs")), 1.5);
        QCOMPARE(std::get<double>(after.schedule.parameters.at("warmup_ratio")), 0.1);
        QTemporaryDir folder;
        const QString file = folder.filePath(u"saved.netsmith"_s);
        QVERIFY(saveDocument(studio.document, file));
        QCOMPARE(loadProject(file.toStdString())->training, after);
        while (studio.document.undoStack().canUndo())
            studio.document.undoStack().undo();
        QCOMPARE(studio.training(), before);
        while (studio.document.undoStack().canRedo())
            studio.document.undoStack().redo();
        QCOMPARE(studio.training(), after);
    }
    void sampleWeightsAreChosenAmongNumbers()
    {
        QTemporaryDir folder;
        QFile table(folder.filePath(u"table.csv"_s));
        QVERIFY(table.open(QIODevice::WriteOnly));
        table.write("a,weight,y\n");
        for (int row = 0; row < 20; ++row)
            table.write("1.5,2.5," + QByteArray(row % 2 ? "yes" : "no") + "\n");
        table.close();
        Project project = smallProject(1);
        project.data.source = "csv";
        project.data.path = table.fileName().toStdString();
        project.data.parameters["weights"] = std::string("weight");
        project.training.objectives.front().target = "label";
        Studio studio(project);
        QTRY_VERIFY(studio.find<QComboBox>(u"sampleWeightField"_s));
        QCOMPARE(studio.find<QComboBox>(u"sampleWeightField"_s)->count(), 2); // none, or the only field with one number a sample
        studio.choose(u"sampleWeightField"_s, u"sample_weight"_s);
        QCOMPARE(studio.training().objectives.front().sampleWeight, std::string("sample_weight"));
        studio.document.undoStack().undo();
        QCOMPARE(studio.training().objectives.front().sampleWeight, std::string());
    }
    void aNewRunStartsFromTheWeightsOfAnother()
    {
        Studio studio(smallProject(5));
        StartChoice& start = studio.panel->startChoice();
        QVERIFY(!studio.find<QComboBox>(u"startFromField"_s)); // there is no run
        runs::RunSummary trained;
        trained.folder = "/runs/first";
        trained.readable = true;
        trained.epochsDone = 2;
        runs::RunSummary failed = trained;
        failed.folder = "/runs/failed";
        failed.epochsDone = 0; // it has no weights
        QSignalSpy chosen(&start, &StartChoice::chosen);
        start.setRuns({trained, failed});
        QCOMPARE(studio.find<QComboBox>(u"startFromField"_s)->count(), 2);
        studio.choose(u"startFromField"_s, u"/runs/first"_s);
        QCOMPARE(start.run(), std::filesystem::path("/runs/first"));
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(studio.document.undoStack().count(), 0); // it belongs to no project
        studio.document.edit(u"Loss"_s, [](Project& edited) { edited.training.objectives.front().metrics.clear(); });
        studio.document.edit(u"Data"_s, [](Project& edited) { edited.data.source = "synthetic_waves"; }); // the form is built again
        QCOMPARE(studio.find<QComboBox>(u"startFromField"_s)->currentData().toString(), u"/runs/first"_s);
        start.setRuns({trained, failed}); // read again
        QCOMPARE(chosen.count(), 1);
        QSignalSpy lost(&start, &StartChoice::lost);
        start.setRuns({failed}); // it was deleted
        QCOMPARE(start.run(), std::filesystem::path());
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(lost.count(), 1);
    }
    void initTestCase() { Theme::instance().apply(); }

    void editsEachSettingAsOneUndoStep()
    {
        Studio studio(smallProject(5));
        savePictures(*studio.panel, u"settings"_s);
        QUndoStack& undo = studio.document.undoStack();
        studio.type(u"batchField"_s, u"64"_s);
        QCOMPARE(studio.training().batch, 64);
        QCOMPARE(undo.count(), 1);
        studio.type(u"epochsField"_s, u"9"_s);
        studio.type(u"seedField"_s, u"123456789012"_s);
        QCOMPARE(studio.training().epochs, 9);
        QCOMPARE(studio.training().seed, 123456789012);
        studio.type(u"globalClipnormField"_s, u"1.5"_s);
        QCOMPARE(studio.training().globalClipnorm, 1.5);
        studio.type(u"keepCheckpointsField"_s, u"7"_s);
        QCOMPARE(studio.training().keepCheckpoints, 7);
        QCOMPARE(undo.count(), 5);
        for (int i = 0; i < 5; ++i)
            undo.undo();
        QCOMPARE(studio.training(), smallProject(5).training);
        QCOMPARE(studio.find<QLineEdit>(u"batchField"_s)->text(), u"8"_s);
    }

    void refusesWhatIsOutOfRange()
    {
        Studio studio(smallProject(5));
        studio.type(u"batchField"_s, u"0"_s);
        QCOMPARE(studio.training().batch, SmallTraining::batch);
        QCOMPARE(studio.document.undoStack().count(), 0);
        QVERIFY(studio.find<QLineEdit>(u"batchField"_s)->property("invalid").toBool());
    }

    void choosesAnOptimizerAndItsParameters()
    {
        Studio studio(smallProject(5));
        QVERIFY(!studio.find<QWidget>(u"momentumField"_s));
        studio.type(u"learningRateField"_s, u"0.05"_s);
        studio.choose(u"optimizerField"_s, u"sgd"_s);
        QCOMPARE(studio.training().optimizer.id, std::string("sgd"));
        QCOMPARE(std::get<double>(studio.training().optimizer.parameters.at("learning_rate")), 0.05); // both have it
        studio.type(u"momentumField"_s, u"0.9"_s);
        QCOMPARE(std::get<double>(studio.training().optimizer.parameters.at("momentum")), 0.9);
        studio.choose(u"scheduleField"_s, u"cosine"_s);
        QCOMPARE(studio.training().schedule.id, std::string("cosine"));
        savePictures(*studio.panel, u"settings-sgd"_s);
        QTest::mouseClick(studio.find<QWidget>(u"momentumReset"_s), Qt::LeftButton);
        QVERIFY(!studio.training().optimizer.parameters.contains("momentum"));
        while (studio.document.undoStack().canUndo())
            studio.document.undoStack().undo();
        QCOMPARE(studio.training(), smallProject(5).training);
        QVERIFY(!studio.find<QWidget>(u"momentumField"_s));
    }

    void choosesTheLossAndWhatIsMeasured()
    {
        Studio studio(smallProject(5));
        studio.choose(u"lossField"_s, u"mean_squared_error"_s);
        QCOMPARE(studio.training().objectives.front().loss.id, std::string("mean_squared_error"));
        QTest::mouseClick(studio.find<QCheckBox>(u"accuracyBox"_s), Qt::LeftButton, {}, {8, 8});
        QVERIFY(studio.training().objectives.front().metrics.empty());
        QTest::mouseClick(studio.find<QCheckBox>(u"meanAbsoluteErrorBox"_s), Qt::LeftButton, {}, {8, 8});
        QCOMPARE(studio.training().objectives.front().metrics.front().id, std::string("mean_absolute_error"));
        QVERIFY(studio.find<QCheckBox>(u"meanAbsoluteErrorBox"_s)->isChecked());
        studio.document.undoStack().undo();
        QVERIFY(!studio.find<QCheckBox>(u"meanAbsoluteErrorBox"_s)->isChecked());
    }

    void showsMoreOfEarlyStoppingOnceItIsOn()
    {
        Studio studio(smallProject(5));
        QVERIFY(!studio.find<QWidget>(u"minDeltaField"_s));
        studio.type(u"patienceField"_s, u"3"_s);
        QCOMPARE(studio.training().earlyStopping.patience, 3);
        QVERIFY(studio.find<QWidget>(u"minDeltaField"_s));
        QTest::mouseClick(studio.find<QCheckBox>(u"restoreBestField"_s), Qt::LeftButton, {}, {8, 8});
        QVERIFY(studio.training().earlyStopping.restoreBest);
    }

    void showsMoreOfPruningOnceItIsOn()
    {
        Studio studio(smallProject(5));
        QVERIFY(!studio.find<QWidget>(u"endField"_s));
        studio.type(u"sparsityField"_s, u"0.9"_s);
        QCOMPARE(studio.training().pruning.sparsity, 0.9);
        studio.choose(u"criterionField"_s, u"movement"_s);
        studio.choose(u"scopeField"_s, u"layer"_s);
        studio.type(u"beginField"_s, u"0.1"_s);
        studio.type(u"endField"_s, u"0.5"_s);
        studio.type(u"frequencyField"_s, u"20"_s);
        const PruningSchedule expected{
            .sparsity = 0.9, .criterion = "movement", .scope = "layer", .begin = 0.1, .end = 0.5, .frequency = 20};
        QCOMPARE(studio.training().pruning, expected);
        studio.panel->resize(360, 3200);
        savePictures(*studio.panel, u"settings-pruning"_s);
        studio.type(u"sparsityField"_s, u"0"_s);
        QVERIFY(!studio.find<QWidget>(u"endField"_s));
    }

    void offersTheDevicesThereAreAndWhatTheyCompute()
    {
        Studio studio(smallProject(5));
        QTRY_VERIFY(studio.find<QComboBox>(u"deviceField"_s)->findData(u"reference"_s) >= 0);
        auto* device = studio.find<QComboBox>(u"deviceField"_s);
        QVERIFY(device->findData(u"auto"_s) >= 0);
        QCOMPARE(device->currentData().toString(), u"reference"_s);
        const auto offered = [&](const QString& id) {
            auto* combo = studio.find<QComboBox>(u"precisionField"_s);
            return qobject_cast<QStandardItemModel*>(combo->model())->item(combo->findData(id))->isEnabled();
        };
        QVERIFY(offered(u"fp32"_s));
        QVERIFY(!offered(u"tf32"_s));
        studio.document.edit(u"Precision"_s, [](Project& project) { project.training.precision = "tf32"; });
        QVERIFY(studio.find<QWidget>(u"precisionNote"_s)); // it is noted, not changed
        savePictures(*studio.panel, u"settings-precision"_s);

        studio.document.edit(u"Device"_s, [](Project& project) { project.training.device = "cuda:7"; });
        QVERIFY(studio.find<QComboBox>(u"deviceField"_s)->currentText().contains(u"not available"_s));
    }

    void sixteenBitsHaveSettingsOfTheirOwn()
    {
        Studio studio(smallProject(5));
        QVERIFY(!studio.find<QLineEdit>(u"lossScaleField"_s));
        QVERIFY(!studio.find<QLineEdit>(u"fp32LayersField"_s));
        const auto choose = [&](const char* precision) {
            studio.document.edit(u"Precision"_s, [&](Project& project) { project.training.precision = precision; });
        };
        choose("bf16-emulated"); // has FP32's range, so there is nothing to scale
        QVERIFY(!studio.find<QLineEdit>(u"lossScaleField"_s));
        QVERIFY(studio.find<QLineEdit>(u"fp32LayersField"_s));
        choose("fp16-emulated");
        const int steps = studio.document.undoStack().count();
        studio.type(u"lossScaleField"_s, u"1024"_s);
        QCOMPARE(studio.training().lossScale, 1024.0);
        studio.type(u"fp32LayersField"_s, u"dense_1"_s);
        QCOMPARE(studio.training().fp32Layers, std::vector<std::string>{"dense_1"});
        QCOMPARE(studio.document.undoStack().count(), steps + 2);
        choose("fp32"); // the project's value is shown for any precision
        QVERIFY(studio.find<QLineEdit>(u"lossScaleField"_s));
        studio.document.undoStack().undo();
        studio.document.undoStack().undo();
        QVERIFY(studio.training().fp32Layers.empty());
    }

    void judgesEveryOutput()
    {
        Project project = smallProject(5);
        Node second = project.graph.nodes.back();
        second.id = "dense_2";
        project.graph.nodes.push_back(second);
        project.graph.edges.push_back({{"flatten_1", "output"}, {"dense_2", "input"}, Json::object()});
        Studio studio(project);
        auto* add = studio.find<QWidget>(u"addLossButton"_s);
        QVERIFY(add);
        QTest::mouseClick(add, Qt::LeftButton);
        QCOMPARE(studio.training().objectives.size(), 2u);
        QCOMPARE(studio.training().objectives[0].output, std::string("dense_1"));
        QCOMPARE(studio.training().objectives[1].output, std::string("dense_2"));
        QCOMPARE(studio.document.analysis().errorCount(), 0);
        QVERIFY(!studio.find<QWidget>(u"addLossButton"_s));
        QTest::mouseClick(studio.find<QWidget>(u"removeLossButton1"_s), Qt::LeftButton);
        QCOMPARE(studio.training().objectives.size(), 1u);
    }

    void theButtonsBesideRunSetTheSame()
    {
        Studio studio(smallProject(5));
        QTRY_VERIFY(studio.panel->devices().areKnown());
        RunChoices choices(studio.document, *studio.panel);
        choices.show();
        QVERIFY(QTest::qWaitForWindowExposed(&choices));
        auto* device = choices.findChild<QToolButton*>(u"deviceButton"_s);
        auto* precision = choices.findChild<QToolButton*>(u"precisionButton"_s);
        QCOMPARE(precision->text(), u"FP32"_s);
        const auto pick = [](QToolButton* button, const QString& action) {
            QTimer::singleShot(0, button, [button, action] { // the menu has a loop of its own
                auto* entry = button->menu()->findChild<QAction*>(action);
                QVERIFY2(entry, qPrintable(action));
                QTest::mouseClick(button->menu(), Qt::LeftButton, {}, button->menu()->actionGeometry(entry).center());
            });
            QTest::mouseClick(button, Qt::LeftButton);
        };
        pick(device, u"device_auto"_s);
        QCOMPARE(studio.training().device, std::string("auto"));
        QCOMPARE(studio.document.undoStack().count(), 1);
        QTRY_COMPARE(studio.find<QComboBox>(u"deviceField"_s)->currentData().toString(), u"auto"_s);
        studio.document.undoStack().undo();
        QCOMPARE(studio.training().device, std::string("reference"));
        studio.document.edit(u"Precision"_s, [](Project& project) { project.training.precision = "fp16"; });
        QCOMPARE(precision->text(), u"FP16"_s);
        studio.document.edit(u"Precision"_s, [](Project& project) { project.training.precision = "fp16-emulated"; });
        QCOMPARE(precision->text(), u"FP16, emulated"_s);
        pick(precision, u"precision_fp32"_s);
        QCOMPARE(studio.training().precision, std::string("fp32"));
        for (const RunOption& option : studio.panel->options("precision")) // precisions that the device lacks can't be chosen
            QCOMPARE(precision->menu()->findChild<QAction*>(u"precision_"_s + fromStd(option.id))->isEnabled(), option.available);
        QVERIFY(!device->accessibleName().isEmpty() && !precision->accessibleName().isEmpty());
    }
};

NETSMITH_WINDOW_TEST(TestSettingsPanel)

} // namespace test_settings_panel

#include "test_settings_panel.moc"

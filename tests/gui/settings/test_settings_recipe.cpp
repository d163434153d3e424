#include "tests/gui/settings/settings_studio.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QtTest>

namespace test_settings_recipe {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

/// The training recipe in the panel: groups of layers, phases, and the groups that losses train.
class TestSettingsRecipe : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void someLayersAreTrainedOtherwise()
    {
        Project project = smallProject(5);
        Node hidden = *project.graph.find("dense_1");
        hidden.id = "dense_0";
        project.graph.nodes.push_back(hidden);
        project.graph.edges.push_back({{"dense_0", "output"}, {"dense_1", "input"}, Json::object()});
        project.graph.edges[1].to.node = "dense_0";
        Studio studio(project);
        QCOMPARE(studio.document.analysis().errorCount(), 0);
        studio.document.selection().select("dense_0");
        QTest::mouseClick(studio.find<QWidget>(u"addGroupButton"_s), Qt::LeftButton);
        QCOMPARE(studio.training().groups, (std::vector<ParameterGroup>{{"group_1", {"dense_0"}}}));
        QCOMPARE(studio.document.analysis().errorCount(), 0);
        studio.type(u"learningRateMultiplierField1"_s, u"0.1"_s);
        studio.type(u"nameField1"_s, u"below"_s);
        QCOMPARE(studio.training().groups, (std::vector<ParameterGroup>{{"below", {"dense_0"}, 0.1}}));
        QTest::mouseClick(studio.find<QWidget>(u"addGroupButton"_s), Qt::LeftButton); // with a layer that is in no group
        QCOMPARE(studio.training().groups, (std::vector<ParameterGroup>{{"below", {"dense_0"}, 0.1}, {"group_2", {"dense_1"}}}));
        savePictures(*studio.panel, u"settings-groups"_s);

        // A group may have its own optimizer and schedule, and losses say which groups they train.
        QVERIFY(!studio.find<QWidget>(u"momentumField"_s));
        studio.choose(u"groupOptimizer2Field"_s, u"sgd"_s);
        studio.type(u"momentumField"_s, u"0.9"_s);
        studio.choose(u"groupSchedule2Field"_s, u"step"_s);
        QCOMPARE(studio.training().groups[1].optimizer, (Component{"sgd", {{"momentum", 0.9}}}));
        QCOMPARE(studio.training().groups[1].schedule, (Component{"step", {}}));
        QCOMPARE(studio.training().optimizer.id, std::string("adam"));
        studio.type(u"groupsField"_s, u"group_2"_s);
        QCOMPARE(studio.training().objectives[0].groups, std::vector<std::string>{"group_2"});
        QCOMPARE(studio.document.analysis().errorCount(), 1); // no loss trains the other
        studio.type(u"groupsField"_s, u"group_2, below"_s);
        QCOMPARE(studio.document.analysis().errorCount(), 0);
        studio.type(u"nameField2"_s, u"head"_s); // references follow the new name
        QCOMPARE(studio.training().objectives[0].groups, (std::vector<std::string>{"head", "below"}));
        savePictures(*studio.panel, u"settings-group-optimizer"_s);
        studio.choose(u"groupOptimizer2Field"_s, {});
        studio.choose(u"groupSchedule2Field"_s, {});
        studio.type(u"nameField2"_s, u"group_2"_s);
        QCOMPARE(studio.training().groups[1], (ParameterGroup{"group_2", {"dense_1"}}));

        studio.type(u"layersField2"_s, u"dense_0"_s);
        QCOMPARE(studio.document.analysis().errorCount(), 1); // it is in both
        QTest::mouseClick(studio.find<QWidget>(u"removeGroupButton1"_s), Qt::LeftButton);
        QCOMPARE(studio.training().groups, (std::vector<ParameterGroup>{{"group_2", {"dense_0"}}}));
        QCOMPARE(studio.training().objectives[0].groups, std::vector<std::string>{"group_2"}); // the remaining one
        QCOMPARE(studio.document.analysis().errorCount(), 0);
        QVERIFY(!studio.find<QWidget>(u"removeGroupButton2"_s));
        while (studio.document.undoStack().canUndo())
            studio.document.undoStack().undo();
        QVERIFY(studio.training().groups.empty());
        QVERIFY(!studio.find<QWidget>(u"removeGroupButton1"_s));
    }

    void aTargetMayBeALayerOrANumber()
    {
        Studio studio(smallProject(5));
        const auto objective = [&] { return studio.training().objectives[0]; };
        QVERIFY(!studio.find<QWidget>(u"targetLayerField"_s) && !studio.find<QWidget>(u"targetValueField"_s));
        studio.choose(u"targetField"_s, u"\tvalue"_s);
        QCOMPARE(objective().targetValue, std::optional(1.0));
        studio.type(u"targetValueField"_s, u"0.25"_s);
        QCOMPARE(objective().targetValue, std::optional(0.25));
        QVERIFY(studio.document.analysis().errorCount() > 0); // not a class
        studio.choose(u"targetField"_s, u"\tlayer"_s);
        QVERIFY(!objective().targetValue && !objective().targetLayer.empty());
        studio.type(u"targetLayerField"_s, u"dense_1"_s);
        QCOMPARE(objective().targetLayer, std::string("dense_1"));
        savePictures(*studio.panel, u"settings-target"_s);
        studio.choose(u"targetField"_s, u"label"_s);
        QVERIFY(objective().learnsField());
        QCOMPARE(objective().target, std::string("label"));
        QVERIFY(!studio.find<QWidget>(u"targetLayerField"_s));
        QCOMPARE(studio.document.analysis().errorCount(), 0);
    }

    void groupsAreTrainedInPhases()
    {
        Studio studio(smallProject(5));
        QVERIFY(!studio.find<QWidget>(u"addPhaseButton"_s)); // without groups there is nothing to choose
        QTest::mouseClick(studio.find<QWidget>(u"addGroupButton"_s), Qt::LeftButton);
        const auto add = [&] { QTest::mouseClick(studio.find<QWidget>(u"addPhaseButton"_s), Qt::LeftButton); };
        add();
        QCOMPARE(studio.training().phases, (std::vector<TrainingPhase>{{.name = "phase_1"}}));
        studio.type(u"phaseGroupsField1"_s, u"group_1"_s);
        studio.type(u"phaseNameField1"_s, u"head-first"_s);
        add();
        QCOMPARE(studio.training().phases,
                 (std::vector<TrainingPhase>{{.name = "head-first", .groups = {"group_1"}, .epochs = 1}, {.name = "phase_2"}}));
        QCOMPARE(studio.document.analysis().errorCount(), 0);
        studio.type(u"nameField1"_s, u"head"_s); // references follow the new name
        QCOMPARE(studio.training().phases[0].groups, std::vector<std::string>{"head"});
        savePictures(*studio.panel, u"settings-phases"_s);
        studio.type(u"phaseStepsField1"_s, u"2"_s);
        QVERIFY(studio.document.analysis().errorCount() > 0); // there is no other phase
        studio.type(u"phaseEpochsField1"_s, u"0"_s);
        studio.type(u"phaseStepsField2"_s, u"1"_s);
        QCOMPARE(studio.document.analysis().errorCount(), 0);
        add();
        QCOMPARE(studio.training().phases[2], (TrainingPhase{.name = "phase_3", .steps = 1}));
        QTest::mouseClick(studio.find<QWidget>(u"removePhaseButton2"_s), Qt::LeftButton);
        QCOMPARE(studio.training().phases.size(), 2u);
        QCOMPARE(studio.training().phases[1].name, std::string("phase_3"));
        while (studio.document.undoStack().canUndo())
            studio.document.undoStack().undo();
        QVERIFY(studio.training().phases.empty());
        QVERIFY(!studio.find<QWidget>(u"phaseNameField1"_s));
    }
};

NETSMITH_WINDOW_TEST(TestSettingsRecipe)

} // namespace test_settings_recipe

#include "test_settings_recipe.moc"

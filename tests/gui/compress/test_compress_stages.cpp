#include "gui/compress/compress_words.h"
#include "gui/compress/sensitivity_plot.h"
#include "gui/compress/stage_list.h"
#include "gui/widgets/theme.h"
#include "tests/gui/loud_language.h"
#include "tests/gui/training/picture.h"
#include "tests/test_program.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

namespace test_compress_stages {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// The stages of a compression, edited with clicks and keys.
class TestCompressStages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }
    void init();
    void cleanup() { m_list.reset(); }
    void aNewPersonSeesAChain();
    void everySettingReachesTheEngine();
    void stagesAreAddedMovedAndLeftOut();
    void aMistakeIsSaidAtItsStage();
    void withoutStagesItSaysSo();
    void factorsTellWhatIsBetter();
    void changesAreNamed();
    void curvesAreRead();

private:
    template <class T>
    T* child(int stage, const char* name)
    {
        T* found = m_list->findChild<QWidget*>(u"stage%1"_s.arg(stage))->findChild<T*>(QString::fromLatin1(name));
        if (!found)
            qWarning("there is no %s", name);
        return found;
    }
    void click(int stage, const char* button) { QTest::mouseClick(child<QToolButton>(stage, button), Qt::LeftButton); }
    void type(int stage, const char* field, const QString& text)
    {
        auto* edit = child<QLineEdit>(stage, field);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
    }
    void choose(int stage, const char* field, const char* id)
    {
        auto* box = child<QComboBox>(stage, field);
        box->setCurrentIndex(box->findData(QString::fromLatin1(id)));
        QCOMPARE(box->currentData().toString(), QString::fromLatin1(id));
    }
    void add(const char* kind) { m_list->findChild<QAction*>(u"addStage_%1"_s.arg(QString::fromLatin1(kind)))->trigger(); }
    QStringList kinds() const
    {
        QStringList kinds;
        for (const StageDraft& stage : m_list->stages())
            kinds << QString::fromStdString(stage.kind);
        return kinds;
    }
    QString mistakeAt(int stage)
    {
        auto* label = child<QLabel>(stage, "stageMistake");
        return label->isVisible() ? label->text() : QString();
    }

    std::unique_ptr<StageList> m_list;
};

void TestCompressStages::init()
{
    m_list = std::make_unique<StageList>();
    m_list->resize(900, 700);
    m_list->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_list.get()));
}

void TestCompressStages::aNewPersonSeesAChain()
{
    QCOMPARE(kinds(), (QStringList{u"prune"_s, u"quantize"_s}));
    QVERIFY(m_list->mistake().isEmpty());
    const std::vector<compress::Stage> stages = stagesOf(m_list->stages());
    const auto& pruning = std::get<compress::PruningOptions>(stages[0].change);
    QVERIFY(pruning.goal.ofFlops);
    QCOMPARE(pruning.goal.share, 0.5);
    QCOMPARE(stages[0].epochs, 2);
    const auto& quantization = std::get<compress::QuantizationOptions>(stages[1].change);
    QVERIFY(quantization.mode == compress::QuantizationMode::staticRanges);
    QCOMPARE(stages[1].epochs, 0);
    QVERIFY(child<QLabel>(0, "stageTitle")->text().startsWith(u"1. "_s));
    {
        const netsmith::test::LoudLanguage loud;
        QTRY_COMPARE(child<QLabel>(0, "stageTitle")->text(), child<QLabel>(0, "stageTitle")->text().toUpper());
    }
}

void TestCompressStages::everySettingReachesTheEngine()
{
    type(0, "shareField", u"0.25"_s);
    choose(0, "ofField", "channels");
    choose(0, "criterionField", "taylor");
    choose(0, "scopeField", "layer");
    type(0, "epochsField", u"7"_s);
    add("sparsify");
    type(2, "shareField", u"0.9"_s);
    type(2, "stepsField", u"3"_s);
    choose(2, "criterionField", "random");
    add("cluster");
    type(3, "clustersField", u"8"_s);
    add("sparsify");
    choose(4, "whenField", "gradual");
    choose(4, "criterionField", "movement");
    QVERIFY(!child<QWidget>(4, "stepsField")->isVisible());
    add("sparsify");
    choose(5, "patternField", "2:4");
    QVERIFY(!child<QWidget>(5, "shareField")->isVisible() && !child<QWidget>(5, "scopeField")->isVisible());
    add("quantize");
    choose(6, "modeField", "weights");
    choose(6, "formatField", "float8_e4m3");
    choose(1, "modeField", "weights");
    QVERIFY(!child<QWidget>(1, "calibrationField")->isVisible()); // nothing is calibrated
    choose(1, "modeField", "static");
    choose(1, "calibrationField", "entropy");
    QVERIFY(!child<QWidget>(1, "pointsField")->isVisible());
    choose(1, "floatsField", "points");
    type(1, "pointsField", u"0.25"_s);
    type(1, "floatLayersField", u"first, last"_s);
    add("prune");
    type(7, "shareField", u"0.3"_s);
    choose(7, "scopeField", "plan");
    choose(7, "criterionField", "l2");
    QVERIFY(!child<QWidget>(7, "ofField")->isVisible()); // a plan is of FLOPs
    add("distill");
    type(8, "studentField", u"small.netsmith"_s);
    type(8, "temperatureField", u"6"_s);
    type(8, "labelsField", u"0.3"_s);
    m_list->resize(1100, 1500);
    test::savePictures(*m_list, u"stages"_s);
    const std::vector<compress::Stage> stages = stagesOf(m_list->stages());
    QCOMPARE(stages.size(), 9u);
    const auto& pruning = std::get<compress::PruningOptions>(stages[0].change);
    QVERIFY(!pruning.goal.ofFlops && pruning.criterion == compress::Criterion::taylor && pruning.scope == compress::Scope::layer);
    QCOMPARE(pruning.goal.share, 0.25);
    QCOMPARE(stages[0].epochs, 7);
    const auto& quantization = std::get<compress::QuantizationOptions>(stages[1].change);
    QVERIFY(quantization.calibration.calibration == compress::Calibration::entropy);
    QCOMPARE(quantization.points.value_or(-1.0), 0.25);
    QCOMPARE(quantization.floatLayers, (std::vector<std::string>{"first", "last"}));
    const auto& taught = std::get<compress::DistillationOptions>(stages[8].change);
    QCOMPARE(taught.student, std::filesystem::path("small.netsmith"));
    QCOMPARE(taught.temperature, 6.0);
    QCOMPARE(taught.labelShare, 0.3);
    const auto& planning = std::get<compress::PlanningOptions>(stages[7].change);
    QCOMPARE(planning.goal.flops, 0.3);
    QVERIFY(planning.sensitivity.pruning.criterion == compress::Criterion::l2);
    const auto& sparsity = std::get<compress::SparsityOptions>(stages[2].change);
    QVERIFY(sparsity.criterion == compress::WeightCriterion::random && sparsity.scope == compress::Scope::global);
    QCOMPARE(sparsity.share, 0.9);
    QCOMPARE(stages[2].steps, 3);
    QCOMPARE(std::get<compress::ClusteringOptions>(stages[3].change).clusters, 8);
    const auto& gradual = std::get<compress::SparsityOptions>(stages[4].change);
    QVERIFY(gradual.isGradual && gradual.criterion == compress::WeightCriterion::movement);
    QCOMPARE(stages[4].steps, 1);
    QVERIFY(std::get<compress::SparsityOptions>(stages[5].change).isTwoOfFour);
    const auto& floats = std::get<compress::QuantizationOptions>(stages[6].change);
    QVERIFY(floats.mode == compress::QuantizationMode::weights && floats.format == compress::WeightFormat::float8E4M3);
    for (const StageDraft& draft : m_list->stages()) // and back: what was left of a chain can be edited
        QVERIFY(draftOf(draft.stage()) == draft);
    const StageDraft end = draftOf({.change = compress::GraduationOptions{}}); // left of a distillation that was stopped
    QVERIFY(std::holds_alternative<compress::GraduationOptions>(end.stage().change) && stageSettings(end.kind).empty());
}

void TestCompressStages::stagesAreAddedMovedAndLeftOut()
{
    QSignalSpy changed(m_list.get(), &StageList::changed);
    add("cluster");
    QCOMPARE(kinds(), (QStringList{u"prune"_s, u"quantize"_s, u"cluster"_s}));
    QVERIFY(!child<QToolButton>(0, "stageEarlier")->isEnabled());
    QVERIFY(!child<QToolButton>(2, "stageLater")->isEnabled());
    click(2, "stageEarlier");
    QCOMPARE(kinds(), (QStringList{u"prune"_s, u"cluster"_s, u"quantize"_s}));
    QVERIFY(child<QToolButton>(1, "stageEarlier")->hasFocus()); // so that it goes on with the same key
    QTest::keyClick(child<QToolButton>(1, "stageEarlier"), Qt::Key_Space);
    QCOMPARE(kinds(), (QStringList{u"cluster"_s, u"prune"_s, u"quantize"_s}));
    QVERIFY(child<QToolButton>(0, "stageLater")->hasFocus()); // the other one is disabled now
    click(1, "stageRemove");
    QCOMPARE(kinds(), (QStringList{u"cluster"_s, u"quantize"_s}));
    QVERIFY(child<QToolButton>(1, "stageRemove")->hasFocus());
    QCOMPARE(changed.count(), 4);
    QCOMPARE(child<QLabel>(1, "stageTitle")->text().left(2), u"2."_s);
}

void TestCompressStages::aMistakeIsSaidAtItsStage()
{
    add("sparsify");
    type(2, "stepsField", u"3"_s);
    QVERIFY(m_list->mistake().isEmpty());
    type(2, "epochsField", u"0"_s);
    QVERIFY2(mistakeAt(2).contains(u"epochs"_s), qPrintable(mistakeAt(2)));
    QCOMPARE(m_list->mistake(), mistakeAt(2));
    QVERIFY(mistakeAt(0).isEmpty() && mistakeAt(1).isEmpty());
    choose(2, "whenField", "gradual");
    QVERIFY2(mistakeAt(2).contains(u"epochs"_s) && !mistakeAt(2).contains(u"--"_s), qPrintable(mistakeAt(2)));
    type(2, "epochsField", u"1"_s);
    QVERIFY(mistakeAt(2).isEmpty() && m_list->mistake().isEmpty());
    choose(2, "criterionField", "movement");
    QVERIFY(mistakeAt(2).isEmpty());
    choose(2, "whenField", "before");
    QVERIFY2(mistakeAt(2).contains(u"while training"_s), qPrintable(mistakeAt(2)));
    choose(2, "criterionField", "magnitude");
    QVERIFY(mistakeAt(2).isEmpty());
    choose(1, "modeField", "weights");
    choose(1, "formatField", "int4");
    type(1, "epochsField", u"2"_s);
    QVERIFY2(mistakeAt(1).contains(u"int4"_s), qPrintable(mistakeAt(1)));
    type(1, "epochsField", u"0"_s);
    QVERIFY(mistakeAt(1).isEmpty());
    type(0, "shareField", u"1"_s); // all of it
    QCOMPARE(std::get<compress::PruningOptions>(m_list->stages()[0].stage().change).goal.share, 0.5);
    QVERIFY(child<QLineEdit>(0, "shareField")->property("invalid").toBool());
}

void TestCompressStages::withoutStagesItSaysSo()
{
    click(0, "stageRemove");
    click(0, "stageRemove");
    QVERIFY(m_list->stages().empty());
    QVERIFY(m_list->mistake().contains(u"Add a stage"_s));
    QVERIFY(m_list->findChild<QToolButton*>(u"addStage"_s)->hasFocus());
    add("prune");
    QVERIFY(m_list->mistake().isEmpty());
}

void TestCompressStages::factorsTellWhatIsBetter()
{
    QCOMPARE(factorText(26.0, 100.0), u"0.26×"_s);
    QCOMPARE(factorText(100.0, 100.0), u"1.0×"_s);
    QCOMPARE(factorText(5.0, 0.0), QString());
    QCOMPARE(speedText(1.0, 2.1), u"2.1× faster"_s);
    QCOMPARE(speedText(1.3, 1.0), u"1.3× slower"_s);
    QCOMPARE(speedText(1.0, 1.02), u"as fast"_s);
    QCOMPARE(speedText(0.0, 1.0), QString());
    QCOMPARE(pointsText(0.976, 0.98), u"−0.4 points"_s);
    QCOMPARE(pointsText(0.99, 0.98), u"+1.0 points"_s);
    QCOMPARE(pointsText(0.98, 0.98), u"the same"_s);
}

void TestCompressStages::changesAreNamed()
{
    const auto words = [](const char* change, const Json& how) {
        compress::ChainRun run;
        run.change = change;
        run.how = how;
        return changeText(run);
    };
    QCOMPARE(words("", {}), u"Original"_s);
    QCOMPARE(words("prune", {{"flops_share", 0.5}}), u"50 % of the FLOPs removed"_s);
    QCOMPARE(words("prune", {{"share", 0.25}}), u"25 % of the channels removed"_s);
    QCOMPARE(words("prune", {{"shares", Json::array()}}), u"Channels removed, a share of each layer"_s);
    QCOMPARE(words("sparsify", {{"sparsity", 0.9}}), u"90 % of the weights zero"_s);
    QCOMPARE(words("distill", {{"temperature", 4.0}}), u"Distilled at temperature 4"_s);
    QVERIFY(words("cluster", {{"clusters", 16}}).startsWith(u"16 "_s));
    QVERIFY(words("quantize", {{"quantization", "static"}}).contains(u"static"_s));
    QVERIFY(words("quantize", {{"quantization", "dynamic"}}).contains(u"dynamic"_s));
    QVERIFY(words("quantize", {{"quantization", "weights"}}).contains(u"only"_s));
    QVERIFY(words("quantize", {{"quantization", "weights"}, {"format", "int8"}}).contains(u"only"_s));
    QVERIFY(words("quantize", {{"quantization", "weights"}, {"format", "float16"}}).contains(u"float16"_s));
    QVERIFY(words("sparsify", {{"sparsity", 0.5}, {"pattern", "2:4"}}).contains(u"2:4"_s));
    QVERIFY(words("sparsify", {{"sparsity", 0.9}, {"gradual", true}}).contains(u"gradually"_s));
    QVERIFY(!words("quantize", {{"quantization", 3}}).isEmpty()); // of another program
    const Json layers{{{"layer", "a"}, {"left", true}}, {{"layer", "b"}, {"left", "no"}}, 5};
    QVERIFY(words("quantize", {{"quantization", "static"}, {"layers", layers}}).contains(u"1 layer(s) in floats"_s));
    QVERIFY(!words("quantize", {{"quantization", "static"}, {"layers", 3}}).contains(u"floats"_s));
    QVERIFY(words("cluster", {{"clusters", 1e300}}).startsWith(u"1000000000 "_s));
    QCOMPARE(words("prune", {{"plan", 1}, {"shares", Json::array()}, {"flops", 25.0}, {"flops_before", 100.0}}),
             u"75 % of the FLOPs removed, by sensitivity"_s);
}

/// What a file holds of a plan; what it should hold and doesn't is no curve.
void TestCompressStages::curvesAreRead()
{
    compress::ChainRun run;
    const auto layer = [](const Json& points) {
        return Json{{"layer", "conv"}, {"tied", {"other"}}, {"channels", 4}, {"removed", 3}, {"points", points}};
    };
    const Json points{{{"removed", 2}, {"value", 0.75}}, {{"removed", 4}, {"value", 0.25}}};
    run.how = {{"plan", {{"judged", "accuracy"}, {"value", 1.0}, {"layers", {layer(points), layer(Json::array()), 7}}}}};
    const auto curves = sensitivityOf(run);
    QVERIFY(curves);
    QCOMPARE(curves->layers.size(), 1u);
    const SensitivityCurve& curve = curves->layers[0];
    QCOMPARE(curve.layer, u"conv and 1 more"_s);
    QCOMPARE(curve.points, (std::vector<QPointF>{{0.0, 1.0}, {0.5, 0.75}, {1.0, 0.25}}));
    QCOMPARE(SensitivityPlot::valueAt(curve, curve.chosen), 0.5);
    for (const Json& how : {Json(), Json{{"plan", 3}}, Json{{"plan", {{"judged", 1}}}},
                            Json{{"plan", {{"judged", "accuracy"}, {"value", nullptr}, {"layers", {layer(points)}}}}},
                            Json{{"plan", {{"judged", "accuracy"}, {"value", 1.0}, {"layers", {layer({{{"removed", "x"}}})}}}}}}) {
        run.how = how;
        QVERIFY(!sensitivityOf(run));
    }
}

NETSMITH_WINDOW_TEST(TestCompressStages)

} // namespace test_compress_stages

#include "test_compress_stages.moc"

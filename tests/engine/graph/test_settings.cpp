#include "engine/graph/project/settings.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>

namespace test_settings {

using namespace netsmith;

namespace {

Project sample()
{
    Project project;
    project.graph.nodes = {{"conv2d_1", "conv2d", 1, {}, {}}, {"dense_1", "dense", 1, {}, {}}};
    return project;
}

template <class P>
void checkDeclarations(const ParameterBuilder<P>& declared)
{
    for (const ParameterSpec& spec : declared.specs()) {
        QVERIFY2(!spec.title.empty() && spec.doc.ends_with('.'), spec.name.c_str());
        QVERIFY2(!problemOf(spec, spec.defaultValue), spec.name.c_str());
        if (spec.usual)
            QVERIFY2(spec.hard->contains(spec.usual->minimum) && spec.hard->contains(spec.usual->maximum), spec.name.c_str());
    }
}

QString refusal(const std::string& assignment, Project project = sample())
{
    try {
        applySetting(project, assignment);
    } catch (const Error& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

} // namespace

class TestSettings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void declarationsAreWhole();
    void appliesToTrainingAndData();
    void appliesToComponents();
    void appliesToGroupsAndPhases();
    void appliesToTheSourceOfTheData();
    void appliesToLayers();
    void refusals();
    void findsEveryProblem();
    void defaultsAreSound();
};

void TestSettings::declarationsAreWhole()
{
    checkDeclarations(dataSettings());
    checkDeclarations(trainingSettings());
    checkDeclarations(earlyStoppingSettings());
}

void TestSettings::appliesToTrainingAndData()
{
    Project project = sample();
    for (const char* assignment :
         {"training.epochs=3", "training.batch=128", "training.seed=42", "training.device=cuda:0", "training.precision=bf16",
          "training.global_clipnorm=1", "training.monitor=f1_score", "training.checkpoint_every=50", "early_stopping.patience=4",
          "early_stopping.min_delta=0.5", "early_stopping.restore_best=true", "data.divide=1", "data.validation=none",
          "data.source=/a/folder=with/an/equals"})
        applySetting(project, assignment);
    QCOMPARE(project.training.epochs, 3);
    QCOMPARE(project.training.batch, 128);
    QCOMPARE(project.training.seed, 42);
    QCOMPARE(project.training.device, std::string("cuda:0"));
    QCOMPARE(project.training.precision, std::string("bf16"));
    QCOMPARE(project.training.globalClipnorm, 1.0);
    QCOMPARE(project.training.monitor, std::string("f1_score"));
    QCOMPARE(project.training.checkpointEvery, 50);
    QVERIFY(project.training.earlyStopping == (EarlyStopping{4, 0.5, true}));
    const std::vector<std::string> both{"conv2d_1", "dense_1"};
    for (const char* names : {"conv2d_1,dense_1", " conv2d_1, dense_1", "conv2d_1 dense_1", "[\"conv2d_1\", \"dense_1\"]"}) {
        applySetting(project, std::string("training.fp32_layers=") + names);
        QCOMPARE(project.training.fp32Layers, both);
        applySetting(project, "training.fp32_layers=");
        QVERIFY(project.training.fp32Layers.empty());
    }
    QCOMPARE(project.data.divide, 1.0);
    QCOMPARE(project.data.validation, std::string("none"));
    QCOMPARE(project.data.source, std::string("/a/folder=with/an/equals"));
}

void TestSettings::appliesToComponents()
{
    Project project = sample();
    applySetting(project, "optimizer.learning_rate=0.01");
    QVERIFY(project.training.optimizer.parameters.at("learning_rate") == ParameterValue(0.01));
    applySetting(project, "optimizer=sgd"); // starts from defaults: Adam's parameters don't apply to it
    QCOMPARE(project.training.optimizer.id, std::string("sgd"));
    QVERIFY(project.training.optimizer.parameters.empty());
    applySetting(project, "optimizer.nesterov=true");
    QVERIFY(project.training.optimizer.parameters.at("nesterov") == ParameterValue(true));
    applySetting(project, "schedule=cosine");
    applySetting(project, "loss.class_weights=1,2.5,1");
    QVERIFY(project.training.objectives[0].loss.parameters.at("class_weights") == ParameterValue(std::vector{1.0, 2.5, 1.0}));
    applySetting(project, "loss.class_weights=[0.5, 2]");
    QVERIFY(project.training.objectives[0].loss.parameters.at("class_weights") == ParameterValue(std::vector{0.5, 2.0}));
    applySetting(project, "loss=mean_squared_error");
    QCOMPARE(project.training.schedule.id, std::string("cosine"));
    QCOMPARE(project.training.objectives[0].loss.id, std::string("mean_squared_error"));
    applySetting(project, "optimizer.learning_rate=nan");
    QVERIFY(std::isnan(std::get<double>(project.training.optimizer.parameters.at("learning_rate"))));
}

void TestSettings::appliesToGroupsAndPhases()
{
    Project project = sample();
    project.training.groups = {{"base", {"conv2d_1"}}, {"head", {"dense_1"}}};
    project.training.phases = {{.name = "first", .groups = {"head"}, .epochs = 1}, {.name = "then"}};
    for (const char* assignment : {"groups.head.learning_rate_multiplier=0.25", "groups.base.layers=conv2d_1,dense_1",
                                   "groups.head.optimizer=sgd", "groups.head.optimizer.momentum=0.5", "groups.base.schedule=cosine",
                                   "phases.first.epochs=7", "phases.then.groups=base,head"})
        applySetting(project, assignment);
    const std::vector<ParameterGroup>& groups = project.training.groups;
    QCOMPARE(groups[0].learningRateMultiplier, 1.0);
    QCOMPARE(groups[0].layers, (std::vector<std::string>{"conv2d_1", "dense_1"}));
    QVERIFY(groups[0].optimizer.id.empty() && groups[0].schedule.id == "cosine");
    QCOMPARE(groups[1].learningRateMultiplier, 0.25);
    QVERIFY(groups[1].optimizer.id == "sgd" && groups[1].optimizer.parameters == (ParameterMap{{"momentum", 0.5}}));
    QCOMPARE(project.training.phases[0].epochs, 7);
    QCOMPARE(project.training.phases[1].groups, (std::vector<std::string>{"base", "head"}));

    const auto said = [&](const char* assignment) { return refusal(assignment, project); };
    QVERIFY(said("groups.haed.layers=dense_1").contains("did you mean \"groups.head.layers\"?"));
    QVERIFY(said("groups.xyzzy.layers=dense_1").contains("no \"xyzzy\" among the groups of the project; there are: base, head"));
    QVERIFY(said("groups.head.learning_rate=1").contains("learning_rate_multiplier"));
    QVERIFY(said("phases.first.epochs=-1").contains("phases.first.epochs"));
    QVERIFY(said("training.groups.head.layers=a").contains("did you mean \"groups.head.layers\"?"));
    QVERIFY(refusal("phases.first.epochs=3").contains("the project has no phases to set"));
}

void TestSettings::appliesToTheSourceOfTheData()
{
    Project project = sample();
    for (const char* assignment : {"data.source=csv", "data.path=12", "data.source.header=false", "data.source.delimiter=\";\""})
        applySetting(project, assignment);
    QCOMPARE(project.data.path, std::string("12"));
    QVERIFY(project.data.parameters == (ParameterMap{{"header", false}, {"delimiter", std::string(";")}}));
    applySetting(project, "data.source=npy"); // starts from defaults, as another optimizer does
    QVERIFY(project.data.parameters.empty());
}

void TestSettings::appliesToLayers()
{
    Project project = sample();
    const auto value = [&](const char* text) {
        applySetting(project, std::string("conv2d_1.p=") + text);
        return project.graph.nodes[0].parameters.at("p");
    };
    QVERIFY(value("7") == ParameterValue(std::int64_t{7}));
    QVERIFY(value("-0.5") == ParameterValue(-0.5));
    QVERIFY(value("false") == ParameterValue(false));
    QVERIFY(value("same") == ParameterValue(std::string("same")));
    for (const char* sizes : {"3,1", "3x1", "3×1", "[3, 1]"})
        QVERIFY2(value(sizes) == ParameterValue(std::vector<std::int64_t>{3, 1}), sizes);
    QVERIFY(value("[]") == ParameterValue(std::vector<std::int64_t>{}));
    QVERIFY(value("\"7\"") == ParameterValue(std::string("7")));
    QVERIFY(value("") == ParameterValue(std::string()));
    QVERIFY(value("3,") == ParameterValue(std::string("3,")));
    QVERIFY(value("x") == ParameterValue(std::string("x")));
}

void TestSettings::refusals()
{
    QCOMPARE(refusal("training.epochs"), QString("expected \"node.parameter=value\", got \"training.epochs\""));
    QCOMPARE(refusal("dense_1=3"), QString("expected \"node.parameter=value\", got \"dense_1=3\""));
    QCOMPARE(refusal("training.epoch=3"), QString("there is no setting \"training.epoch\"; did you mean \"training.epochs\"?"));
    for (const char* name : {"optimizer.learning_rate", "optimizer", "schedule.warmup", "loss.class_weights", "sample_weight",
                             "early_stopping.patience"}) // as in the file
        QCOMPARE(refusal(std::string("training.") + name + "=1"),
                 QString("there is no setting \"training.%1\"; did you mean \"%1\"?").arg(name));
    QCOMPARE(refusal("early_stopping.patence=3"),
             QString("there is no setting \"early_stopping.patence\"; did you mean \"early_stopping.patience\"?"));
    QCOMPARE(
        refusal("training.x=3"),
        QString("training has no setting \"x\"; there are: epochs, batch, seed, device, precision, loss_scale, "
                "fp32_layers, global_clipnorm, clip_value, gradient_accumulation_steps, exclude_from_weight_decay, ema_momentum, "
                "monitor, keep_checkpoints, checkpoint_every"));
    QCOMPARE(refusal("training.epochs=0"), QString("training.epochs must be in [1, 1000000], got 0"));
    QCOMPARE(refusal("training.fp32_layers=[1, 2]"), QString("training.fp32_layers: expected a list of names, got 1×2"));
    QCOMPARE(refusal("training.epochs=many"), QString("training.epochs: expected an integer, got many"));
    QCOMPARE(refusal("training.global_clipnorm=nan"), QString("training.global_clipnorm must be a finite number, got nan"));
    QCOMPARE(refusal("training.precision=fp8"),
             QString("training.precision must be one of bf16, bf16-emulated, fp16, fp16-emulated, fp32, tf32, got \"fp8\""));
    QVERIFY(refusal("data.window=3").endsWith("what belongs to the data source is set as data.source.window"));
    QCOMPARE(refusal("dens_1.units=3"), QString("there is no setting \"dens_1.units\"; did you mean \"dense_1.units\"?"));
    QCOMPARE(refusal("optimiser=sgd"), QString("there is no setting \"optimiser\"; did you mean \"optimizer\"?"));
    QCOMPARE(refusal("quetzal.units=3"),
             QString("there is no layer \"quetzal\" to set; name training, data, optimizer, schedule, loss, sample_weight, "
                     "early_stopping, pruning, groups, phases or the id of a layer"));
    QVERIFY(refusal("dense_1.units=[1").contains("not valid JSON"));
}

void TestSettings::findsEveryProblem()
{
    Project project = sample();
    project.training.epochs = 0;
    project.training.batch = -5;
    project.training.globalClipnorm = std::nan("");
    project.training.seed = -1;
    project.data.divide = -1.0;
    project.data.validation = "sometimes";
    project.training.objectives[0].weight = -1.0;
    project.training.earlyStopping = {-1, -0.5};
    const std::vector<Problem> problems = settingsProblems(project);
    QCOMPARE(problems.size(), 9u);
    QCOMPARE(QString::fromStdString(problems[0].message.text()),
             QString("data.validation must be one of file, none, split, stratified, test, got \"sometimes\""));
    QCOMPARE(QString::fromStdString(problems[1].message.text()), QString("data.divide must be in [0, 1e+30], got -1"));
}

void TestSettings::defaultsAreSound()
{
    QVERIFY(settingsProblems(Project()).empty());
}

NETSMITH_TEST(TestSettings)

} // namespace test_settings

#include "test_settings.moc"

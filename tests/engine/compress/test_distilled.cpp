#include "engine/catalog/catalog.h"
#include "engine/compress/distill/distilled.h"
#include "engine/core/error.h"
#include "engine/graph/blocks/make_block.h"
#include "engine/graph/project/project_file.h"
#include "tests/engine/compress/drawn_network.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <set>

namespace test_distilled {

using namespace netsmith;
using namespace netsmith::compress;
using namespace netsmith::test;

namespace {

/// Two convolutions and two dense layers of these widths.
Project someProject(std::int64_t width, const std::string& last = "softmax")
{
    NetworkSketch sketch;
    std::string layer = sketch.add("conv2d", {"input"}, filters(width));
    layer = sketch.add("batch_normalization", {layer});
    layer = sketch.add("conv2d", {layer}, filters(2 * width));
    layer = sketch.add("dense", {sketch.add("flatten", {layer})}, units(2 * width));
    layer = sketch.add("dense", {layer}, units(3, last == "layer" ? "none" : last));
    if (last == "layer")
        (void)sketch.add("softmax", {layer});
    return sketch.project();
}

SavedRun runOf(const Project& project)
{
    SavedRun run{.project = project, .record = {}, .checkpoint = {}};
    run.record.fields = imageFields();
    run.checkpoint.weights = drawnWeights(checkedImages(project), 3);
    return run;
}

const TensorView* arrayIn(const SafetensorsFile& file, const std::string& name)
{
    const auto found = std::ranges::find(file.tensors, name, &TensorView::name);
    return found == file.tensors.end() ? nullptr : &*found;
}

} // namespace

/// A student beside its teacher, and alone again.
class TestDistilled : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTeacherJoins_data();
    void theTeacherJoins();
    void blocksJoinToo();
    void averagesAreTheTeachersWeights();
    void theStudentLeavesAsItCame();
    void otherLossesLearnTheOutputs();
    void refuses_data();
    void refuses();

private:
    DistillationOptions studentOf(const Project& project, double temperature = 3.0)
    {
        const std::string file = m_folder.filePath("student.netsmith").toStdString();
        saveProject(project, file).take();
        return {.student = file, .temperature = temperature, .labelShare = 0.25};
    }

    QTemporaryDir m_folder;
};

void TestDistilled::theTeacherJoins_data()
{
    QTest::addColumn<QString>("last");
    QTest::newRow("an activation") << "softmax";
    QTest::newRow("a layer") << "layer";
    QTest::newRow("logits") << "none";
}

void TestDistilled::theTeacherJoins()
{
    QFETCH(QString, last);
    const SavedRun teacher = runOf(someProject(8, last.toStdString()));
    const DistilledNetwork network = besideTeacher(teacher, studentOf(someProject(4)));
    const Graph& graph = network.project.graph;
    QCOMPARE(graph.nodes.size(), std::size_t{7 + 6}); // one input for both; a softmax has gone
    const std::set<std::string> layers(network.teacherLayers.begin(), network.teacherLayers.end());
    QCOMPARE(layers.size(), std::size_t{6});
    for (const std::string& id : layers) {
        const Node* node = graph.find(id);
        QVERIFY2(node && id.starts_with("teacher_"), id.c_str());
        if (catalog().layers->find(node->layer)->hasWeights())
            QVERIFY2(node->parameters.contains("trainable") && !std::get<bool>(node->parameters.at("trainable")), id.c_str());
    }
    QCOMPARE(graph.into("teacher_conv2d_1", "input").front()->from.node, std::string("input"));
    QVERIFY(!graph.find("conv2d_1")->parameters.contains("trainable"));
    QCOMPARE(graph.groups.size(), std::size_t{1});
    QCOMPARE(graph.groups[0].nodes, network.teacherLayers);

    const auto& objectives = network.project.training.objectives;
    QCOMPARE(objectives.size(), std::size_t{2});
    QCOMPARE(objectives[0].output, std::string("dense_2"));
    QCOMPARE(objectives[0].weight, 0.25);
    QCOMPARE(objectives[1].output, std::string("dense_2"));
    QCOMPARE(objectives[1].targetLayer, std::string("teacher_dense_2"));
    QCOMPARE(objectives[1].loss.id, std::string("distillation"));
    QCOMPARE(std::get<double>(objectives[1].loss.parameters.at("temperature")), 3.0);
    QCOMPARE(objectives[1].weight, 0.75);
    QVERIFY(objectives[1].metrics.empty());
    QCOMPARE(checkedImages(network.project).problems().size(), std::size_t{0}); // the target is logits

    const SafetensorsFile weights = parseSafetensors(network.weights, "teacher").take();
    QCOMPARE(weights.tensors.size(), teacher.checkpoint.weights.tensors.size());
    for (const TensorView& array : teacher.checkpoint.weights.tensors) {
        const TensorView* joined = arrayIn(weights, "teacher_" + array.name);
        QVERIFY2(joined && joined->type == array.type && std::ranges::equal(joined->bytes, array.bytes), array.name.c_str());
    }
    QCOMPARE(network.studentLayers,
             (std::vector<std::string>{"conv2d_1", "batch_normalization_1", "conv2d_2", "dense_1", "dense_2"}));
    QCOMPARE(network.after.parameters, networkSize(checkedImages(someProject(4))).parameters);
    QCOMPARE(network.before.parameters, networkSize(checkedImages(teacher.project)).parameters);
}

/// Blocks of one name stay apart, and the softmax of a layer within a block is removed there.
void TestDistilled::blocksJoinToo()
{
    Project project = someProject(8), small = someProject(4);
    (void)makeBlock(project.graph, *catalog().layers, {"dense_1", "dense_2"});
    (void)makeBlock(small.graph, *catalog().layers, {"conv2d_1", "batch_normalization_1"});
    QCOMPARE(project.graph.blocks[0].id, small.graph.blocks[0].id);
    const SavedRun teacher = runOf(project);
    const DistilledNetwork network = besideTeacher(teacher, studentOf(small));
    const Graph& graph = network.project.graph;
    QCOMPARE(graph.blocks.size(), std::size_t{2});
    QVERIFY(graph.blocks[0].id != graph.blocks[1].id);
    const CheckedProject both = checkedImages(network.project);
    QCOMPARE(both.problems().size(), std::size_t{0});
    const std::string answer = both.flat().training.objectives[1].targetLayer;
    QVERIFY2(answer.ends_with("/dense_2"), answer.c_str());
    QCOMPARE(std::get<std::string>(both.flat().graph.find(answer)->parameters.at("activation")), std::string("none"));
    QVERIFY(!std::get<bool>(both.flat().graph.find(answer)->parameters.at("trainable")));
    const SafetensorsFile weights = parseSafetensors(network.weights, "teacher").take();
    QVERIFY(arrayIn(weights, answer + ".kernel"));

    SavedRun trained = runOf(network.project);
    const GraduatedNetwork alone = withoutTeacher(trained, distillationJson(network, {}));
    QCOMPARE(alone.project.graph, small.graph);
}

void TestDistilled::averagesAreTheTeachersWeights()
{
    SavedRun teacher = runOf(someProject(8));
    const TensorView kernel = *arrayIn(teacher.checkpoint.weights, "dense_1.kernel");
    std::vector<std::byte> average(kernel.bytes.begin(), kernel.bytes.end());
    std::ranges::fill(average, std::byte{0});
    for (const bool first : {false, true}) {
        SavedRun run = teacher;
        TensorView added = kernel;
        added.name = "dense_1.kernel/average";
        added.bytes = average;
        auto& arrays = run.checkpoint.weights.tensors;
        arrays.insert(first ? arrays.begin() : arrays.end(), added);
        const DistilledNetwork network = besideTeacher(run, studentOf(someProject(4)));
        const SafetensorsFile weights = parseSafetensors(network.weights, "teacher").take();
        QVERIFY(!arrayIn(weights, "teacher_dense_1.kernel/average"));
        QVERIFY(std::ranges::equal(arrayIn(weights, "teacher_dense_1.kernel")->bytes, average));
    }
}

void TestDistilled::theStudentLeavesAsItCame()
{
    Project student = someProject(4);
    student.training.objectives[0].weight = 2.0;
    student.training.monitor = "accuracy";
    student.training.earlyStopping.patience = 3;
    const DistillationOptions options = studentOf(student);
    const DistilledNetwork network = besideTeacher(runOf(someProject(8)), options);
    QCOMPARE(network.project.training.objectives[0].weight, 0.5);
    QCOMPARE(network.project.training.monitor, std::string("dense_2/accuracy"));
    const SavedRun trained = runOf(network.project);
    const Json how = distillationJson(network, options);
    const GraduatedNetwork alone = withoutTeacher(trained, how);
    student.training.objectives[0].output = "dense_2"; // what it meant
    QCOMPARE(alone.project.graph, student.graph);
    QCOMPARE(alone.project.training, student.training);
    const SafetensorsFile weights = parseSafetensors(alone.weights, "student").take();
    QVERIFY(!weights.tensors.empty());
    std::size_t own = 0;
    for (const TensorView& array : trained.checkpoint.weights.tensors) {
        const bool isTeachers = array.name.starts_with("teacher_");
        own += isTeachers ? 0 : 1;
        const TensorView* left = arrayIn(weights, array.name);
        QVERIFY2(isTeachers ? !left : left && std::ranges::equal(left->bytes, array.bytes), array.name.c_str());
    }
    QCOMPARE(weights.tensors.size(), own);
    QCOMPARE(alone.size.parameters, network.after.parameters);

    const Json kept = graduationJson(alone, how);
    QCOMPARE(kept["temperature"].get<double>(), 3.0);
    QVERIFY(!kept.contains("teacher_layers"));
    QVERIFY2(QByteArray::fromStdString(errorOf([&] { (void)withoutTeacher(trained, kept); })).contains("no teacher beside it"), "");
}

/// Without a softmax a student learns the teacher's outputs by its own loss.
void TestDistilled::otherLossesLearnTheOutputs()
{
    const auto toward = [](std::int64_t width, const std::string& activation) {
        Project project = someProject(width, activation);
        project.training.objectives[0].loss = {"binary_crossentropy", {}};
        project.training.objectives[0].metrics.clear();
        return project;
    };
    const auto judging = [&](const std::string& activation) { // three answers of yes or no
        SavedRun run = runOf(someProject(8, activation));
        run.project = toward(8, activation);
        run.record.fields[1] = {.name = "label", .type = DataType::f32, .shape = {3}};
        return run;
    };
    const DistilledNetwork network = besideTeacher(judging("sigmoid"), studentOf(toward(4, "sigmoid")));
    const Objective& learned = network.project.training.objectives[1];
    QCOMPARE(learned.loss.id, std::string("binary_crossentropy"));
    QCOMPARE(learned.targetLayer, std::string("teacher_dense_2"));
    QCOMPARE(std::get<std::string>(network.project.graph.find("teacher_dense_2")->parameters.at("activation")),
             std::string("sigmoid"));
    // Its logits would be taken for probabilities.
    const std::string words = errorOf([&] { (void)besideTeacher(judging("none"), studentOf(toward(4, "sigmoid"))); });
    QVERIFY2(QByteArray::fromStdString(words).contains("learn no field in common"), words.c_str());
}

void TestDistilled::refuses_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("words");
    QTest::newRow("temperature") << "temperature"
                                 << "the temperature is 0; it must be between 0.01 and 1000";
    QTest::newRow("no labels") << "labels"
                               << "it must be above 0 and below 1";
    QTest::newRow("initial weights") << "weights"
                                     << "has initial weights";
    QTest::newRow("another scale") << "scale"
                                   << "differ in the setting data.divide";
    QTest::newRow("another set") << "source"
                                 << "differ in the setting data.source";
    QTest::newRow("wrong student") << "student"
                                   << "conv2d";
    QTest::newRow("no file") << "file"
                             << "nowhere.netsmith";
    QTest::newRow("hidden softmax") << "flattened"
                                    << "no logits that a student could learn";
}

void TestDistilled::refuses()
{
    QFETCH(QString, what);
    QFETCH(QString, words);
    Project teacher = someProject(8), student = someProject(4);
    if (what == u"weights")
        setInitialWeights(student, InitialWeights{.path = "/somewhere"});
    if (what == u"scale")
        student.data.divide = 7.0;
    if (what == u"source")
        student.data.source = "mnist";
    if (what == u"student")
        student.graph.find("conv2d_1")->parameters["filters"] = std::int64_t{-1};
    if (what == u"flattened") {
        NetworkSketch sketch;
        const std::string dense = sketch.add("dense", {sketch.add("flatten", {"input"})}, units(3, "softmax"));
        (void)sketch.add("flatten", {dense});
        teacher = sketch.project();
    }
    DistillationOptions options = studentOf(student, what == u"temperature" ? 0.0 : 3.0);
    if (what == u"labels")
        options.labelShare = 0.0;
    if (what == u"file")
        options.student = "nowhere.netsmith";
    const std::string said = errorOf([&] { (void)besideTeacher(runOf(teacher), options); });
    QVERIFY2(QString::fromStdString(said).contains(words), said.c_str());
}

NETSMITH_TEST(TestDistilled)

} // namespace test_distilled

#include "test_distilled.moc"

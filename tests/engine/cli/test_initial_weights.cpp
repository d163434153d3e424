#include "engine/core/files/safe_file.h"
#include "engine/graph/project/project_file.h"
#include "engine/store/safetensors.h"
#include "tests/engine/cli/own_data.h"
#include "tests/sample_project.h"
#include "tests/test_program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <array>
#include <cstring>

namespace test_initial_weights {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

namespace {

using Sizes = std::vector<std::int64_t>;

Project startable(const std::vector<Node>& nodes)
{
    Project project = chain(nodes, "label", "sparse_categorical_crossentropy", "accuracy");
    project.data.source = "npy";
    project.data.path = "set.npz";
    project.data.validation = "none";
    project.training.batch = 4;
    project.training.epochs = 1;
    return project;
}

/// The networks of tests/fixtures/weights/torch/make.py.
Project networkOf(const QString& name)
{
    const std::string softmax = "softmax", relu = "relu", same = "same";
    if (name == u"sequences")
        return startable(
            {node("in", "input", {{"shape", Sizes{5, 3}}, {"field", std::string("features")}}),
             node("lstm_1", "lstm",
                  {{"units", std::int64_t{4}}, {"direction", std::string("bidirectional")}, {"return_sequences", true}}),
             node("gru_1", "gru", {{"units", std::int64_t{5}}}),
             node("out", "dense", {{"units", std::int64_t{3}}, {"activation", softmax}})});
    return startable(
        {node("in", "input", {{"shape", Sizes{4, 3, 3}}, {"field", std::string("features")}}),
         node("conv2d_1", "conv2d", {{"filters", std::int64_t{4}}, {"padding", same}}),
         node("norm", "batch_normalization", {{"epsilon", 1e-3}}), node("relu_1", "relu"),
         node("each", "depthwise_conv2d", {{"depth_multiplier", std::int64_t{2}}, {"padding", same}, {"activation", relu}}),
         node("point", "conv2d", {{"filters", std::int64_t{5}}, {"kernel_size", Sizes{1, 1}}}),
         node("grow", "conv2d_transpose", {{"filters", std::int64_t{4}}, {"kernel_size", Sizes{2, 2}}, {"strides", Sizes{2, 2}}}),
         node("flat", "flatten"), node("dense_1", "dense", {{"units", std::int64_t{6}}, {"activation", relu}}),
         node("out", "dense", {{"units", std::int64_t{3}}, {"activation", softmax}})});
}

/// The numbers of an NPY file of 32-bit floats.
std::vector<float> numbersIn(const QByteArray& npy)
{
    const qsizetype start = npy.indexOf('\n') + 1;
    std::vector<float> numbers(static_cast<std::size_t>(npy.size() - start) / sizeof(float));
    std::memcpy(numbers.data(), npy.constData() + start, numbers.size() * sizeof(float));
    return numbers;
}

} // namespace

/// Trainings that begin from another program's weights: what they predict before the first step is what that program predicts.
class TestInitialWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void predictsAsPyTorch_data();
    void predictsAsPyTorch();
    void takesAllButTheHead();
    void computesFrozenLayersOnce();
    void saysWhatIsWrong();
    void findsThemInADataFolder();
    void samplesSayWhatIsMissing_data();
    void samplesSayWhatIsMissing();
    void aSampleTakesKerasVgg16();
    void comparesStarts();
    void comparesOnlyWhatDiffers();
    void aHeadOnFrozenLayersLearns_data();
    void aHeadOnFrozenLayersLearns();

private:
    void take(const QString& name, const Project& project)
    {
        for (const auto& [from, to] : {std::pair(name + u".npz"_s, u"set.npz"_s), {name + u".safetensors"_s, u"w.safetensors"_s}})
            QVERIFY(QFile::copy(QStringLiteral(NETSMITH_WEIGHTS "/torch") + u'/' + from, m_folder->path(to)));
        m_folder->write(project);
    }

    std::unique_ptr<OwnFolder> m_folder;
};

void TestInitialWeights::init()
{
    m_folder = std::make_unique<OwnFolder>();
}

void TestInitialWeights::predictsAsPyTorch_data()
{
    QTest::addColumn<int>("weights");
    QTest::newRow("pictures") << 16;
    QTest::newRow("sequences") << 11;
}

void TestInitialWeights::predictsAsPyTorch()
{
    QFETCH(int, weights);
    const QString name = QString::fromLatin1(QTest::currentDataTag());
    take(name, networkOf(name));
    const CliResult matched = m_folder->cli({u"match"_s, u"own.netsmith"_s, u"w.safetensors"_s});
    QVERIFY2(matched.code == 0, matched.words());
    const QJsonObject table = matched.event(u"match"_s);
    QCOMPARE(table[u"layout"].toString(), u"pytorch"_s);
    QCOMPARE(table[u"found"].toInt(), weights);
    QCOMPARE(table[u"rows"].toArray().size(), weights);
    QVERIFY(table[u"ok"].toBool());

    const CliResult trained = m_folder->cli({u"train"_s, u"own.netsmith"_s, u"--weights"_s, u"w.safetensors"_s, u"--run-dir"_s,
                                             u"run"_s, u"--steps"_s, u"1"_s, u"--set"_s, u"training.keep_checkpoints=9"_s});
    QVERIFY2(trained.code == 0, trained.words());
    QCOMPARE(trained.event(u"match"_s), table);
    const CliResult predicted = m_folder->cli(
        {u"predict"_s, u"run/checkpoints/000000"_s, u"set.npz"_s, u"--layer"_s, u"out"_s, u"--output"_s, u"out.npy"_s});
    QVERIFY2(predicted.code == 0, predicted.words());
    const std::vector<float> ours = numbersIn(readBytes(m_folder->path(u"out.npy"_s)));
    const std::vector<float> theirs = numbersIn(readBytes(QStringLiteral(NETSMITH_WEIGHTS "/torch") + u'/' + name + u".npy"_s));
    QCOMPARE(ours.size(), theirs.size());
    QCOMPARE(ours.size(), std::size_t{36});
    for (std::size_t i = 0; i < ours.size(); ++i)
        QVERIFY2(std::abs(ours[i] - theirs[i]) < 1e-5f,
                 qPrintable(QString("%1: %2, PyTorch %3").arg(i).arg(ours[i]).arg(theirs[i])));

    // The run says where it began, and can be repeated.
    const std::string hash = sha256OfFile(m_folder->path(u"w.safetensors"_s).toStdString()).take();
    const QJsonObject kept =
        QJsonDocument::fromJson(readBytes(m_folder->path(u"run/project.netsmith"_s))).object()[u"initial_weights"].toObject();
    QCOMPARE(kept[u"sha256"].toString().toStdString(), hash);
    QCOMPARE(kept[u"path"].toString(), m_folder->path(u"w.safetensors"_s));
    const CliResult card = m_folder->program().run({u"runs"_s, u"card"_s, u"run"_s});
    QVERIFY2(card.code == 0 && card.out.contains(hash.c_str()), card.words());
    const CliResult verified = m_folder->cli({u"verify"_s, u"run"_s});
    QVERIFY2(verified.code == 0, verified.words());
}

void TestInitialWeights::takesAllButTheHead()
{
    Project project = networkOf(u"pictures"_s);
    std::vector<Node> nodes(project.graph.nodes.begin(), project.graph.nodes.end() - 3);
    nodes.push_back(node("pool", "global_average_pooling2d"));
    nodes.push_back(project.graph.nodes.back());
    take(u"pictures"_s, startable(nodes));
    const CliResult result = m_folder->cli({u"match"_s, u"own.netsmith"_s, u"w.safetensors"_s});
    QVERIFY2(result.code == 0, result.words());
    QCOMPARE(result.event(u"match"_s)[u"heads"].toArray(), QJsonArray{u"out"_s});
    QCOMPARE(result.event(u"match"_s)[u"found"].toInt(), 12);
}

void TestInitialWeights::computesFrozenLayersOnce()
{
    Project project = networkOf(u"pictures"_s);
    for (Node& each : project.graph.nodes)
        if (each.layer.starts_with("conv") || each.layer.starts_with("depthwise") || each.layer == "batch_normalization")
            each.parameters["trainable"] = false;
    take(u"pictures"_s, project);
    const CliResult checked = m_folder->cli({u"check"_s, u"own.netsmith"_s});
    QVERIFY2(checked.code == 0, checked.words());
    QVERIFY(checked.event(u"check"_s)[u"feature_cache"_s].toObject()[u"bytes"_s].toInt() > 0);
    const CliResult whole = m_folder->cli({u"check"_s, u"own.netsmith"_s, u"--no-feature-cache"_s});
    QVERIFY2(whole.code == 0, whole.words());
    QCOMPARE(whole.event(u"check"_s)[u"feature_cache"_s].toObject()[u"bytes"_s].toInt(), 0);
    const QStringList train{u"train"_s, u"own.netsmith"_s, u"--weights"_s, u"w.safetensors"_s, u"--run-dir"_s};
    const CliResult cached = m_folder->cli(train + QStringList{u"cached"_s});
    QVERIFY2(cached.code == 0, cached.words());
    const CliResult plain = m_folder->cli(train + QStringList{u"plain"_s, u"--no-feature-cache"_s});
    QVERIFY2(plain.code == 0, plain.words());
    QCOMPARE(readBytes(m_folder->path(u"cached/metrics.csv"_s)), readBytes(m_folder->path(u"plain/metrics.csv"_s)));
    // A run is repeated as it was trained.
    for (const QString& run : {u"cached"_s, u"plain"_s}) {
        const CliResult verified = m_folder->cli({u"verify"_s, run});
        QVERIFY2(verified.code == 0, verified.words());
    }
}

void TestInitialWeights::saysWhatIsWrong()
{
    take(u"pictures"_s, networkOf(u"pictures"_s));
    const auto refused = [this](const QStringList& more, const char* said) {
        const CliResult result = m_folder->cli(QStringList{u"train"_s, u"own.netsmith"_s, u"--run-dir"_s, u"never"_s} + more);
        QVERIFY2(result.code == 3 && result.err.contains(said), result.words());
        QVERIFY(!QFile::exists(m_folder->path(u"never"_s)));
    };
    refused({u"--weights"_s, u"none.safetensors"_s}, "none.safetensors");
    refused({u"--weights"_s, u"w.safetensors"_s, u"--weights-map"_s, u"head.3.weight=conv2d_1/kernel"_s},
            "can't become conv2d_1/kernel");
    refused({u"--weights"_s, u"w.safetensors"_s, u"--weights-map"_s, u"head.3.bias=dense_9/bias"_s}, "this network has no weight");
    // A project whose file is another one now.
    QJsonObject project = QJsonDocument::fromJson(readBytes(m_folder->path(u"own.netsmith"_s))).object();
    project[u"initial_weights"_s] = QJsonObject{{u"path"_s, u"w.safetensors"_s}, {u"sha256"_s, QString(64, u'0')}};
    writeBytes(m_folder->path(u"own.netsmith"_s), QJsonDocument(project).toJson());
    refused({}, "its SHA-256 is");
    project[u"initial_weights"_s] = QJsonObject{{u"path"_s, u"gone.onnx"_s}, {u"sha256"_s, QString(64, u'0')}};
    writeBytes(m_folder->path(u"own.netsmith"_s), QJsonDocument(project).toJson());
    refused({}, "is missing: put the one with the SHA-256 0000");
    project[u"initial_weights"_s] = QJsonObject{{u"path"_s, u"w.safetensors"_s}, {u"layuot"_s, u"keras"_s}};
    writeBytes(m_folder->path(u"own.netsmith"_s), QJsonDocument(project).toJson());
    refused({}, "layuot");
    // A layer that the file does not have stays empty, unless that is wanted.
    Project wider = networkOf(u"pictures"_s);
    wider.graph.nodes.insert(wider.graph.nodes.end() - 2, node("more", "dense", {{"units", std::int64_t{192}}}));
    wider.graph.edges.clear();
    for (std::size_t i = 1; i < wider.graph.nodes.size(); ++i)
        wider.graph.edges.push_back({{wider.graph.nodes[i - 1].id, "output"}, {wider.graph.nodes[i].id, "input"}, Json::object()});
    m_folder->write(wider);
    refused({u"--weights"_s, u"w.safetensors"_s}, "it has nothing for more/kernel");
    const CliResult left = m_folder->cli({u"match"_s, u"own.netsmith"_s, u"w.safetensors"_s, u"--map"_s, u"=more"_s});
    QVERIFY2(left.code == 0, left.words());
}

void TestInitialWeights::findsThemInADataFolder()
{
    Project project = networkOf(u"pictures"_s);
    setInitialWeights(project, InitialWeights{.path = "weights/w.safetensors"});
    take(u"pictures"_s, project);
    QVERIFY(QDir(m_folder->path({})).mkpath(u"data/weights"_s));
    QVERIFY(QFile::rename(m_folder->path(u"w.safetensors"_s), m_folder->path(u"data/weights/w.safetensors"_s)));
    const QStringList train{u"train"_s, u"own.netsmith"_s, u"--steps"_s, u"1"_s, u"--run-dir"_s, u"run"_s};
    const CliResult missing = m_folder->cli(train);
    QVERIFY2(missing.code == 3 && missing.err.contains("weights/w.safetensors is missing: put it at "), missing.words());
    const QStringList folder{u"--data-dir"_s, u"data"_s};
    const CliResult matched = m_folder->cli(QStringList{u"match"_s, u"own.netsmith"_s} + folder);
    QVERIFY2(matched.code == 0, matched.words());
    QCOMPARE(matched.event(u"match"_s)[u"found"].toInt(), 16);
    const CliResult exported =
        m_folder->cli(QStringList{u"export"_s, u"own.netsmith"_s, u"own.py"_s, u"--framework"_s, u"keras"_s} + folder);
    QVERIFY2(exported.code == 0, exported.words());
    const CliResult trained = m_folder->cli(train + folder);
    QVERIFY2(trained.code == 0, trained.words());
    const Project kept = loadProject(m_folder->path(u"run/project.netsmith"_s).toStdString()).take();
    QCOMPARE(QString::fromStdString(initialWeightsOf(kept)->path), m_folder->path(u"data/weights/w.safetensors"_s));
}

void TestInitialWeights::samplesSayWhatIsMissing_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("hash");
    const QByteArray efficientNet = "203cef044072035fe860f5ad52d5314c3aa85ad55af916e36cff0f51a30c0e73";
    for (const char* name : {"ants_bees_transfer", "flowers_transfer"})
        QTest::newRow(name) << QByteArray("weights/efficientnet_lite0/efficientnet_lite0.onnx") << efficientNet;
    QTest::newRow("vgg16_transfer") << QByteArray("weights/vgg16/vgg16_weights_tf_dim_ordering_tf_kernels_notop.h5")
                                    << QByteArray();
}

/// Samples that come without data and without weights.
void TestInitialWeights::samplesSayWhatIsMissing()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, hash);
    const QString project = QStringLiteral(NETSMITH_PROJECTS "/%1/%1.netsmith").arg(QString::fromUtf8(QTest::currentDataTag()));
    const CliResult checked = m_folder->cli({u"check"_s, project});
    QVERIFY2(checked.code == 3 && checked.err.contains("set data.path to it"), checked.words());
    const QByteArray place = m_folder->path(u"data/"_s).toUtf8() + file;
    QVERIFY(QDir(m_folder->path({})).mkpath(u"data"_s));
    for (const QString& command : {u"train"_s, u"match"_s}) {
        const CliResult refused = m_folder->cli({command, project, u"--data-dir"_s, m_folder->path(u"data"_s)});
        QVERIFY2(refused.code == 3, refused.words());
        for (const QByteArray& part : {file + " is missing", hash, "at " + place})
            QVERIFY2(refused.err.contains(part), refused.words());
    }
}

/// Keras's file of VGG16 without its top, as far as a matching sees it: names and shapes.
void TestInitialWeights::aSampleTakesKerasVgg16()
{
    Project project = sampleProject(NETSMITH_PROJECTS, "vgg16_transfer");
    auto weights = initialWeightsOf(project);
    QVERIFY(weights);
    weights->path = "vgg.safetensors";
    project.training.batch = 2; // there are no more pictures
    setInitialWeights(project, weights);
    m_folder->write(project);
    constexpr std::array<std::pair<int, std::int64_t>, 5> blocks{{{2, 64}, {2, 128}, {3, 256}, {3, 512}, {3, 512}}};
    const std::vector<float> zeros(3 * 3 * 512 * 512);
    const std::span<const std::byte> bytes = std::as_bytes(std::span(zeros));
    std::vector<TensorView> tensors;
    std::int64_t channels = 3, parameters = 0;
    for (std::size_t block = 0; block < blocks.size(); ++block)
        for (int i = 1; i <= blocks[block].first; ++i) {
            const std::string name = "block" + std::to_string(block + 1) + "_conv" + std::to_string(i);
            const std::int64_t filters = blocks[block].second;
            for (const auto& [of, shape] : {std::pair("/kernel", Shape{3, 3, channels, filters}), {"/bias", Shape{filters}}}) {
                const auto size = static_cast<std::size_t>(shape.elements());
                tensors.push_back({name + of, DataType::f32, shape, bytes.first(size * sizeof(float))});
                parameters += shape.elements();
            }
            channels = filters;
        }
    QCOMPARE(parameters, std::int64_t{14'714'688});
    const std::vector<std::byte> file = writeSafetensors(tensors, {});
    writeBytes(m_folder->path(u"vgg.safetensors"_s),
               QByteArray::fromRawData(reinterpret_cast<const char*>(file.data()), static_cast<qsizetype>(file.size())));
    const CliResult matched = m_folder->cli({u"match"_s, u"own.netsmith"_s});
    QVERIFY2(matched.code == 0, matched.words());
    QCOMPARE(matched.event(u"match"_s)[u"found"].toInt(), 26);
    const CliResult checked = m_folder->cli({u"check"_s, u"own.netsmith"_s});
    QVERIFY2(checked.code == 0, checked.words());
    QVERIFY(checked.event(u"check"_s)[u"feature_cache"_s].toObject()[u"flops_saved"_s].toDouble() > 0.99);
}

void TestInitialWeights::comparesStarts()
{
    Project project = networkOf(u"pictures"_s);
    project.training.keepCheckpoints = 9;
    project.graph.find("conv2d_1")->parameters["trainable"] = false;
    setInitialWeights(project, InitialWeights{.path = "w.safetensors"});
    take(u"pictures"_s, project);
    const CliResult compared = m_folder->cli({u"compare"_s, u"own.netsmith"_s, u"--start"_s, u"pretrained,fine-tuned,scratch"_s});
    QVERIFY2(compared.code == 0, compared.words());
    struct Variant {
        QString name;
        QByteArray first; ///< weights
        bool frozen = false;
        bool begins = false; ///< from the file
    };
    QList<Variant> variants;
    for (const QJsonObject& line : compared.lines())
        if (line[u"event"] == u"variant"_s) {
            const QString run = QDir(m_folder->path({})).absoluteFilePath(line[u"run"].toString());
            const Project kept = loadProject((run + u"/project.netsmith"_s).toStdString()).take();
            variants << Variant{line[u"name"].toString(), readBytes(run + u"/checkpoints/000000/weights.safetensors"_s),
                                kept.graph.find("conv2d_1")->parameters.contains("trainable"), initialWeightsOf(kept).has_value()};
        }
    QCOMPARE(variants.size(), 3);
    QCOMPARE(variants[0].name, u"pretrained"_s);
    QCOMPARE(variants[1].name, u"fine-tuned"_s);
    QCOMPARE(variants[2].name, u"from scratch"_s);
    QVERIFY(variants[0].frozen && !variants[1].frozen && !variants[2].frozen);
    QVERIFY(variants[0].begins && variants[1].begins && !variants[2].begins);
    QVERIFY(!variants[0].first.isEmpty());
    QCOMPARE(variants[1].first, variants[0].first);
    QVERIFY(variants[2].first != variants[0].first);
}

void TestInitialWeights::comparesOnlyWhatDiffers()
{
    take(u"pictures"_s, networkOf(u"pictures"_s));
    const QStringList compare{u"compare"_s, u"own.netsmith"_s, u"--start"_s};
    const CliResult random = m_folder->cli(compare + QStringList{u"pretrained,scratch"_s});
    QVERIFY2(random.code == 2 && random.err.contains("starts from random weights already"), random.words());
    const QStringList weights{u"--weights"_s, u"w.safetensors"_s};
    const CliResult same = m_folder->cli(compare + QStringList{u"pretrained,fine-tuned"_s} + weights);
    QVERIFY2(same.code == 2 && same.err.contains("nothing in the project is frozen"), same.words());
    const CliResult unknown = m_folder->cli(compare + QStringList{u"pretrained,cold"_s} + weights);
    QVERIFY2(unknown.code == 2 && unknown.err.contains("cold"), unknown.words());
    const CliResult compared = m_folder->cli(compare + QStringList{u"pretrained,scratch"_s} + weights);
    QVERIFY2(compared.code == 0, compared.words());
    QVERIFY(!QDir(m_folder->path(u"runs"_s)).isEmpty());
}

void TestInitialWeights::aHeadOnFrozenLayersLearns_data()
{
    QTest::addColumn<QString>("pictures");
    QTest::addColumn<int>("right"); // of the validation's, as a linear classifier on these features reaches
    QTest::addColumn<int>("all");
    QTest::newRow("ants_bees_transfer") << u"images/hymenoptera"_s << 144 << 153;
    QTest::newRow("flowers_transfer") << u"images/flowers"_s << 266 << 300;
}

/// With real weights and real photographs, from the second epoch on in a fraction of the time that the frozen layers take.
void TestInitialWeights::aHeadOnFrozenLayersLearns()
{
    QFETCH(QString, pictures);
    QFETCH(int, right);
    QFETCH(int, all);
    const QString data = qEnvironmentVariable("NETSMITH_DATA_DIR");
    const QString weights = data + u"/weights/efficientnet_lite0/efficientnet_lite0.onnx"_s;
    if (data.isEmpty() || !QFile::exists(weights) || !QFile::exists(data + u"/"_s + pictures))
        QSKIP(qPrintable(pictures + u" or the weights of EfficientNet-Lite0 are not in NETSMITH_DATA_DIR"_s));
    const QString name = QString::fromUtf8(QTest::currentDataTag());
    QVERIFY(QFile::copy(QStringLiteral(NETSMITH_PROJECTS "/%1/%1.netsmith").arg(name), m_folder->path(u"head.netsmith"_s)));
    m_folder->setVariable(u"NETSMITH_DATA_DIR"_s, data);
    const QStringList set{u"--set"_s, u"data.path=%1/%2"_s.arg(data, pictures)};
    const CliResult checked = m_folder->cli(QStringList{u"check"_s, u"head.netsmith"_s} + set);
    QVERIFY2(checked.code == 0, checked.words());
    QVERIFY(checked.event(u"check"_s)[u"feature_cache"_s].toObject()[u"flops_saved"_s].toDouble() > 0.99);
    const CliResult trained = m_folder->cli(QStringList{u"train"_s, u"head.netsmith"_s, u"--run-dir"_s, u"head"_s} + set);
    QVERIFY2(trained.code == 0, trained.words());
    const double accuracy = trained.event(u"done"_s)[u"val_accuracy"_s].toDouble();
    QVERIFY2(accuracy * all > right - 0.5, qPrintable(QString::number(accuracy * all)));
}

NETSMITH_TEST(TestInitialWeights)

} // namespace test_initial_weights

#include "test_initial_weights.moc"

#include "engine/catalog/catalog.h"
#include "engine/data/source.h"
#include "engine/inspect/figures.h"
#include "engine/interop/code/code_import.h"
#include "engine/interop/code/python_parser.h"
#include "engine/predict/field_types.h"
#include "tests/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <map>

namespace test_code_import {

using namespace netsmith;
using namespace netsmith::interop;

namespace {

std::vector<FieldType> fieldsOf(const DataSettings& settings)
{
    const data::Source& source = data::source(settings.source);
    return source.info().place == data::SourcePlace::own ? fieldTypes(source.fields()) : std::vector<FieldType>();
}

ImportedModel imported(const std::string& code, std::vector<std::int64_t> shape = {})
{
    return importCode(code, {.inputShape = std::move(shape), .fieldsOf = fieldsOf});
}

std::string fixture(const QString& name)
{
    QFile file(QStringLiteral(NETSMITH_FIXTURES "/code/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

inspect::NodeFigures figuresOf(const CheckedProject& checked)
{
    inspect::FiguresCache cache;
    return inspect::figures(checked.project().graph, checked.shapes(), cache).total;
}

CheckedProject checkedProject(const ImportedModel& model)
{
    return {model.project, catalog(), fieldsOf(model.project.data)};
}

std::string errorsOf(const CheckedProject& checked)
{
    std::string all;
    for (const Problem& problem : checked.problems())
        if (problem.severity == Severity::error)
            all += problem.message.text() + '\n';
    return all;
}

/// What an import of this code says; empty where it succeeds.
std::string refusalOf(const std::string& code, std::vector<std::int64_t> shape = {})
{
    try {
        imported(code, std::move(shape));
        return {};
    } catch (const Error& error) {
        return error.kind() == ErrorKind::input ? error.what() : std::string("another kind of error: ") + error.what();
    }
}

bool hasNote(const ImportedModel& model, std::string_view part)
{
    return std::ranges::any_of(model.notes, [&](const Message& note) { return note.text().find(part) != std::string::npos; });
}

std::string layersOf(const Graph& graph)
{
    std::string all;
    for (const Node& node : graph.nodes)
        all += (all.empty() ? "" : " ") + node.layer;
    return all;
}

constexpr const char* kerasHead = "import keras\nfrom keras import layers\n";
constexpr const char* torchHead = "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n";

/// A module of PyTorch with these lines in its __init__ and its forward.
std::string torchModule(const std::string& init, const std::string& forward)
{
    return torchHead + std::string("class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        ") + init
        + "\n    def forward(self, x):\n        " + forward + "\nmodel = Net()\n";
}

} // namespace

/// Programs for Keras and PyTorch become the networks that they make, and are only read.
class TestCodeImport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scripts_data();
    void scripts();
    void readsTraining();
    void readsTorchTraining();
    void namesNodes();
    void sharesWeights();
    void freezes();
    void keepsTorchOrder();
    void scalesData();
    void chainsTorch_data();
    void chainsTorch();
    void networks_data();
    void networks();
    void namesAllLines();
    void refuses_data();
    void refuses();
    void runsNothing();
    void isBounded_data();
    void isBounded();
};

void TestCodeImport::scripts_data()
{
    QTest::addColumn<qint64>("trainable");
    QTest::addColumn<qint64>("frozen");
    QTest::addColumn<QString>("loss");
    QTest::addColumn<QString>("optimizer");
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("epochs");
    QTest::addColumn<int>("batch");
    QTest::addColumn<std::vector<qint64>>("shape");
    const auto row = [](const char* name, qint64 trainable, qint64 frozen, const char* loss, const char* optimizer,
                        const char* source, int epochs, int batch, std::vector<qint64> shape = {}) {
        QTest::newRow(name) << trainable << frozen << loss << optimizer << source << epochs << batch << shape;
    };
    const char* sparse = "sparse_categorical_crossentropy";
    row("keras_mnist_mlp", 101'770, 0, sparse, "adam", "mnist", 5, 32);
    row("keras_mnist_conv", 93'322, 0, sparse, "rmsprop", "mnist", 5, 64);
    row("keras_mnist_conv_onehot", 93'322, 0, "categorical_crossentropy", "rmsprop", "mnist", 5, 64);
    row("keras_text_lstm", 388'584, 0, sparse, "adam", "text_file", 5, 32);
    row("keras_vgg16_transfer", 6'425'354, 14'714'688, "categorical_crossentropy", "adam", "image_folder", 5, 32);
    row("torch_mnist_mlp", 101'770, 0, sparse, "adam", "csv", 5, 32);
    row("keras_mnist_functional", 34'826, 0, "categorical_crossentropy", "adam", "mnist", 15, 128);
    row("keras_residual", 43'146, 0, sparse, "sgd", "cifar10", 3, 64);
    row("keras_autoencoder", 50'992, 0, "binary_crossentropy", "adam", "mnist", 50, 256);
    row("keras_conv_autoencoder", 3'217, 0, "mean_squared_error", "adam", "fashion_mnist", 2, 128);
    row("keras_imdb_lstm", 2'757'761, 0, "binary_crossentropy", "adam", "text_folder", 2, 32);
    row("keras_augmented", 18'976, 0, sparse, "adam", "image_folder", 5, 32);
    row("keras_regression", 3'137, 0, "mean_squared_error", "rmsprop", "csv", 100, 16);
    row("keras_two_inputs", 193, 0, "binary_crossentropy", "sgd", "npy", 5, 32);
    row("keras_subclass", 2'770'634, 0, sparse, "adam", "mnist", 1, 32);
    row("torch_mnist_example", 1'199'882, 0, sparse, "adadelta", "mnist", 14, 64);
    row("torch_lenet", 62'006, 0, sparse, "sgd", "image_folder", 2, 32, {3, 32, 32});
    row("torch_alexnet", 61'100'840, 0, "mean_squared_error", "adam", "image_folder", 5, 32, {3, 224, 224});
    row("torch_resnet", 11'173'962, 0, sparse, "sgd", "image_folder", 5, 32, {3, 32, 32});
    row("torch_gru_classifier", 422'916, 0, sparse, "adamw", "text_folder", 6, 32, {120});
    row("torch_row_lstm", 213'258, 0, sparse, "adam", "mnist", 2, 100);
    row("torch_named_sequence", 15'706, 208, sparse, "sgd", "fashion_mnist", 5, 32);
    row("torch_autoencoder", 212'017, 0, "mean_squared_error", "adam", "mnist", 5, 32);
}

void TestCodeImport::scripts()
{
    QFETCH(const qint64, trainable);
    QFETCH(const qint64, frozen);
    QFETCH(const QString, loss);
    QFETCH(const QString, optimizer);
    QFETCH(const QString, source);
    QFETCH(const int, epochs);
    QFETCH(const int, batch);
    QFETCH(const std::vector<qint64>, shape);
    const std::string code = fixture(QString::fromLatin1(QTest::currentDataTag()) + ".py");
    QVERIFY(!code.empty());
    const ImportedModel model = imported(code, {shape.begin(), shape.end()});
    const CheckedProject checked = checkedProject(model);
    QCOMPARE(errorsOf(checked), std::string());
    const inspect::NodeFigures figures = figuresOf(checked);
    QCOMPARE(qint64(figures.frozen), frozen);
    QCOMPARE(qint64(figures.parameters - figures.frozen), trainable);
    const TrainingSettings& training = model.project.training;
    QCOMPARE(QString::fromStdString(training.objectives[0].loss.id), loss);
    QCOMPARE(QString::fromStdString(training.optimizer.id), optimizer);
    QCOMPARE(QString::fromStdString(model.project.data.source), source);
    QCOMPARE(int(training.epochs), epochs);
    QCOMPARE(int(training.batch), batch);
    // What is saved is the same project.
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("model.netsmith").toStdString();
    saveProject(model.project, path).take();
    QCOMPARE(loadProject(path).take().graph, model.project.graph);
}

void TestCodeImport::readsTraining()
{
    const ImportedModel model = imported(fixture("keras_residual.py"));
    const TrainingSettings& training = model.project.training;
    QCOMPARE(std::get<double>(training.optimizer.parameters.at("learning_rate")), 0.1);
    QCOMPARE(std::get<double>(training.optimizer.parameters.at("momentum")), 0.9);
    QCOMPARE(std::get<bool>(training.optimizer.parameters.at("nesterov")), true);
    QCOMPARE(training.earlyStopping.patience, 3);
    QVERIFY(training.earlyStopping.restoreBest);
    QCOMPARE(training.monitor, std::string("loss"));
    QCOMPARE(training.objectives[0].metrics, (std::vector<Component>{{"accuracy", {}}}));
    QVERIFY(hasNote(model, "TensorBoard"));
    const auto first =
        std::ranges::find_if(model.project.graph.nodes, [](const Node& node) { return node.parameters.contains("kernel_l2"); });
    QVERIFY(first != model.project.graph.nodes.end());
    QCOMPARE(std::get<double>(first->parameters.at("kernel_l2")), 1e-4);
    QCOMPARE(std::get<std::string>(first->parameters.at("kernel_initializer")), std::string("he_normal"));
    QCOMPARE(imported(fixture("keras_mnist_functional.py")).project.data.validation, std::string("split"));
}

void TestCodeImport::readsTorchTraining()
{
    const ImportedModel model = imported(fixture("torch_resnet.py"), {3, 32, 32});
    const TrainingSettings& training = model.project.training;
    QCOMPARE(training.schedule.id, std::string("cosine"));
    QCOMPARE(std::get<double>(training.objectives[0].loss.parameters.at("label_smoothing")), 0.1);
    // PyTorch's decay is a penalty of all weights, half of it times their squares.
    for (const Node& node : model.project.graph.nodes)
        if (node.layer == "batch_normalization") {
            QCOMPARE(std::get<double>(node.parameters.at("gamma_l2")), 2.5e-4);
            QCOMPARE(std::get<double>(node.parameters.at("momentum")), 0.9);
            QCOMPARE(std::get<double>(node.parameters.at("epsilon")), 1e-5);
        }
    const ImportedModel example = imported(fixture("torch_mnist_example.py"));
    QCOMPARE(example.project.training.schedule, (Component{"step", {{"every", std::int64_t{1}}, {"factor", 0.7}}}));
    QCOMPARE(std::get<double>(example.project.training.optimizer.parameters.at("learning_rate")), 1.0);
    QCOMPARE(imported(fixture("torch_gru_classifier.py"), {120}).project.training.globalClipnorm, 1.0);
}

void TestCodeImport::namesNodes()
{
    const auto has = [](const ImportedModel& model, std::string_view id) { return model.project.graph.find(id) != nullptr; };
    const ImportedModel net = imported(fixture("torch_resnet.py"), {3, 32, 32});
    for (const char* id : {"conv1", "layer1_0_conv1", "layer2_0_shortcut_0", "layer4_1_bn2", "linear"})
        QVERIFY2(has(net, id), id);
    QVERIFY(has(imported(fixture("torch_named_sequence.py")), "fc"));
    QVERIFY(has(imported(fixture("keras_mnist_functional.py")), "classes"));
    const ImportedModel lenet = imported(fixture("torch_lenet.py"), {3, 32, 32});
    QVERIFY(has(lenet, "pool"));
    QVERIFY(has(lenet, "pool_2")); // the same layer at another place
    QVERIFY(has(imported(fixture("keras_vgg16_transfer.py")), "block3_conv2"));
    QVERIFY(hasNote(imported(fixture("keras_vgg16_transfer.py")), "vgg16_weights_tf_dim_ordering_tf_kernels_notop.h5"));
}

void TestCodeImport::sharesWeights()
{
    const Graph graph = imported(fixture("keras_two_inputs.py")).project.graph;
    QVERIFY(graph.find("shared"));
    QVERIFY(graph.find("shared_2"));
    QCOMPARE(graph.find("shared_2")->shares, std::string("shared"));
}

void TestCodeImport::freezes()
{
    const Graph graph = imported(fixture("torch_named_sequence.py")).project.graph;
    QCOMPARE(graph.find("conv1")->parameters.at("trainable"), ParameterValue(false));
    QVERIFY(!graph.find("fc")->parameters.contains("trainable"));
    const Graph some = imported(std::string(kerasHead)
                                + "m = keras.Sequential([layers.Input((4,)), layers.Dense(3), layers.Dense(2)])\n"
                                  "m.trainable = False\nfor layer in m.layers[1:]:\n    layer.trainable = True\n")
                           .project.graph;
    QCOMPARE(some.find("dense_1")->parameters.at("trainable"), ParameterValue(false));
    QVERIFY(!some.find("dense_2")->parameters.contains("trainable"));
}

void TestCodeImport::keepsTorchOrder()
{
    const ImportedModel model = imported(fixture("torch_autoencoder.py"));
    QVERIFY(hasNote(model, "channels first"));
    // What PyTorch calls (32, 7, 7) is permuted, and cut as its transposed convolutions are.
    QVERIFY(layersOf(model.project.graph).find("reshape permute conv2d_transpose cropping2d") != std::string::npos);
}

void TestCodeImport::scalesData()
{
    const DataSettings residual = imported(fixture("keras_residual.py")).project.data;
    QCOMPARE(residual.divide, 127.5);
    QCOMPARE(residual.subtract, 127.5);
    QCOMPARE(imported(fixture("keras_mnist_mlp.py")).project.data.divide, 255.0);
    const DataSettings normalized = imported(fixture("torch_mnist_example.py")).project.data;
    QVERIFY(std::abs(normalized.subtract - 255.0 * 0.1307) < 1e-9);
    QVERIFY(std::abs(normalized.divide - 255.0 * 0.3081) < 1e-9);
    const DataSettings augmented = imported(fixture("keras_augmented.py")).project.data;
    QCOMPARE(augmented.transforms.size(), std::size_t{2});
    QCOMPARE(augmented.transforms[0], (Component{"random_flip", {{"mode", std::string("horizontal")}}}));
}

void TestCodeImport::chainsTorch_data()
{
    QTest::addColumn<QString>("init");
    QTest::addColumn<QString>("forward");
    QTest::addColumn<std::vector<qint64>>("shape");
    QTest::addColumn<QString>("layers");
    const auto row = [](const char* name, const char* init, const char* forward, std::vector<qint64> shape, const char* layers) {
        QTest::newRow(name) << init << forward << shape << layers;
    };
    row("same padding", "self.a = nn.Conv2d(3, 4, 3, padding=1)", "return self.a(x).mean([2, 3])", {3, 8, 8},
        "input conv2d global_average_pooling2d");
    row("strided padding", "self.a = nn.Conv2d(3, 4, 3, stride=2, padding=1)", "return torch.flatten(self.a(x), 1)", {3, 8, 8},
        "input zero_padding2d conv2d flatten");
    row("transposed of 4", "self.a = nn.ConvTranspose2d(3, 4, 4, 2, 1)", "return torch.tanh(self.a(x))", {3, 8, 8},
        "input conv2d_transpose tanh");
    row("padded maximum", "self.a = nn.Conv2d(3, 4, 3)", "return F.max_pool2d(F.relu(self.a(x)), 3, 2, 1)", {3, 9, 9},
        "input conv2d relu zero_padding2d max_pooling2d");
    row("padded average", "self.a = nn.AvgPool2d(3, 2, 1)", "return self.a(x)", {3, 9, 9},
        "input zero_padding2d average_pooling2d");
    row("concatenation", "self.a = nn.Conv2d(3, 4, 1)", "return torch.cat([x, self.a(x)], dim=1)", {3, 8, 8},
        "input conv2d concatenate");
    row("an axis more", "self.a = nn.Conv1d(3, 4, 3)", "return self.a(x).unsqueeze(1)", {3, 20}, "");
    row("sequence", "self.e = nn.Embedding(50, 8); self.a = nn.Conv1d(8, 4, 3)",
        "return self.a(self.e(x).permute(0, 2, 1)).max(dim=2)[0]", {20}, "input embedding conv1d global_max_pooling1d");
    row("both directions", "self.l = nn.LSTM(8, 4, batch_first=True, bidirectional=True)",
        "_, (h, c) = self.l(x)\n        return torch.cat((h[-2], h[-1]), dim=1)", {20, 8}, "input lstm");
    row("every step", "self.l = nn.GRU(8, 4); self.f = nn.Linear(4, 2)", "y, h = self.l(x)\n        return self.f(y)", {20, 8},
        "input gru dense");
    row("scaled", "self.f = nn.Linear(8, 4)", "return self.f(x) * 0.5 + 1", {8}, "input dense rescaling rescaling");
    row("list of layers", "self.l = nn.ModuleList([nn.Linear(8, 8) for _ in range(3)])",
        "for f in self.l:\n            x = torch.relu(f(x)) + x\n        return x", {8},
        "input dense relu add dense relu add dense relu add");
}

void TestCodeImport::chainsTorch()
{
    QFETCH(const QString, init);
    QFETCH(const QString, forward);
    QFETCH(const std::vector<qint64>, shape);
    QFETCH(const QString, layers);
    const std::string code = torchModule(init.toStdString(), forward.toStdString());
    if (layers.isEmpty()) {
        QVERIFY(!refusalOf(code, {shape.begin(), shape.end()}).empty());
        return;
    }
    const ImportedModel model = imported(code, {shape.begin(), shape.end()});
    QCOMPARE(QString::fromStdString(layersOf(model.project.graph)), layers);
}

void TestCodeImport::networks_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("layers");
    QTest::newRow("activation layers")
        << "m = keras.Sequential([keras.Input((4,)), layers.Dense(3, activation=layers.LeakyReLU()), layers.Activation('tanh')])"
        << "input dense leaky_relu tanh";
    QTest::newRow("a model in a model")
        << "a = keras.Sequential([keras.Input((4,)), layers.Dense(3)])\nx = keras.Input((4,))\nm = keras.Model(x, a(x))"
        << "input dense";
    QTest::newRow("part of a model")
        << "x = keras.Input((4,))\ny = layers.Dense(3, name='mid')(x)\na = keras.Model(x, layers.Dense(2)(y))\n"
           "m = keras.Model(a.input, a.get_layer('mid').output if False else y)"
        << "input dense";
    QTest::newRow("a square") << "x = i = keras.Input((4,))\nx = layers.Dense(3)(x)\nm = keras.Model(i, layers.multiply([x, x]))"
                              << "input dense rescaling multiply";
    QTest::newRow("a limited ReLU") << "m = keras.Sequential([keras.Input((4,)), layers.ReLU(6), layers.ReLU(negative_slope=0.1)])"
                                    << "input relu6 leaky_relu";
    QTest::newRow("dropout of a recurrent layer") << "m = keras.Sequential([keras.Input((9, 4)), layers.LSTM(3, dropout=0.2)])"
                                                  << "input spatial_dropout1d lstm";
    QTest::newRow("layers by name")
        << "kinds = {'d': layers.Dense, 'r': layers.ReLU}\nx = i = keras.Input((4,))\nfor k, args in [('d', (3,)), ('r', ())]:\n"
           "    x = kinds[k](*args)(x)\nm = keras.Model(i, x)"
        << "input dense relu";
    QTest::newRow("arithmetic") << "n = 2 ** 3 // 3 + int('1' == '1')\nm = keras.Sequential()\nm.add(keras.Input((4,)))\n"
                                   "[m.add(layers.Dense(n)) for _ in range(n)]"
                                << "input dense dense dense";
}

void TestCodeImport::networks()
{
    QFETCH(const QString, code);
    QFETCH(const QString, layers);
    const ImportedModel model = imported(kerasHead + code.toStdString() + '\n');
    QCOMPARE(QString::fromStdString(layersOf(model.project.graph)), layers);
}

void TestCodeImport::namesAllLines()
{
    const std::string refusal =
        refusalOf("import keras\nfrom keras import layers\nx = i = keras.Input((8,))\nx = layers.Dense(read())(x)\n"
                  "x = layers.Lambda(lambda t: t)(i)\nm = keras.Model(i, x)\ny = layers.Dense(3, gain=2)(i)\n");
    for (const char* line : {"line 4:", "line 5:", "line 7:"})
        QVERIFY2(refusal.find(line) != std::string::npos, refusal.c_str());
}

void TestCodeImport::refuses_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("part");
    const auto row = [](const char* name, const QByteArray& code, const QByteArray& part) { QTest::newRow(name) << code << part; };
    row("nothing", "", "no network");
    row("prose", "This is not a program, is it?\n", "line 1");
    row("a picture", QByteArray("\x89PNG\r\n\x1a\n\0\0\0", 11), "line 1");
    row("no UTF-8", "x = 1\ny = '\xff'\n", "line 2");
    row("unclosed bracket", "x = 1\nf(1,\n", "line 2");
    row("unopened bracket", "x = 1)\n", "closes no bracket");
    row("unclosed string", "x = 'a\n", "not closed");
    row("unclosed long string", "x = '''a\nb\n", "line 1");
    row("mixed indentation", "if x:\n        a = 1\n    b = 2\n", "line 3");
    row("indented without reason", "a = 1\n    b = 2\n", "line 2");
    row("Python 2", "print 'x'\n", "line 1");
    row("C", "#include <x>\nint main() { return 0; }\n", "line 2");
    row("assigns to a number", "1 = x\n", "line 1");
    row("no model", "import numpy as np\nprint(np.ones(3))\n", "no network");
    const QByteArray keras = kerasHead, torch = torchHead;
    row("unknown units", keras + "m = keras.Sequential([keras.Input((4,)), layers.Dense(n)])\n", "line 3: what units of Dense");
    row("unknown layer", keras + "m = keras.Sequential([keras.Input((4,)), layers.Hashing(3)])\n", "Hashing");
    row("unknown activation", keras + "m = keras.Sequential([keras.Input((4,)), layers.Dense(3, 'wavy')])\n", "wavy");
    row("negative units", keras + "m = keras.Sequential([keras.Input((4,)), layers.Dense(-3)])\n", "units");
    row("huge units", keras + "m = keras.Sequential([keras.Input((4,)), layers.Dense(99999999999999999999999)])\n", "units");
    row("no shape", keras + "m = keras.Sequential([layers.Conv2D(3, 3)])\n", "--input-shape");
    row("causal", keras + "m = keras.Sequential([keras.Input((9, 4)), layers.Conv1D(3, 3, padding='causal')])\n", "causal");
    row("unknown loss", keras + "m = keras.Sequential([keras.Input((4,)), layers.Dense(1)])\nm.compile('sgd', loss=my_loss)\n",
        "line 4");
    row("kernel too large", keras + "m = keras.Sequential([keras.Input((4, 4, 1)), layers.Conv2D(3, 5)])\n", "line 3");
    row("unknown function", keras + "x = keras.Input((4,))\nm = keras.Model(x, magic(x))\n", "line 4");
    row("slopes of all numbers", keras + "m = keras.Sequential([keras.Input((4, 4, 1)), layers.PReLU()])\n", "shared_axes");
    row("a shifted ReLU", keras + "m = keras.Sequential([keras.Input((4,)), layers.ReLU(6, threshold=1)])\n", "threshold=1");
    row("a state for a layer",
        keras + "i = keras.Input((9, 4))\nh = layers.Dense(3)(i)\nm = keras.Model(i, layers.LSTM(3)([i, h]))\n", "reads 2 values");
    row("another application", keras + "m = keras.applications.ResNet50()\n", "ResNet50");
    row("no forward", torch + "class N(nn.Module):\n    pass\nm = N()\n", "no forward");
    row("no shape of images", QByteArray::fromStdString(torchModule("self.a = nn.Conv2d(3, 4, 3)", "return self.a(x)")),
        "--input-shape 3,");
    row("features do not fit", torch + "m = nn.Sequential(nn.Linear(8, 4), nn.Linear(5, 2))\n", "in_features of Linear is 5");
    row("custom operation", QByteArray::fromStdString(torchModule("self.a = nn.Linear(8, 4)", "return torch.fft.rfft(self.a(x))")),
        "torch.fft.rfft");
    row("attention", torch + "m = nn.Sequential(nn.Linear(8, 8), nn.Transformer(8))\n", "Transformer");
    row("recursive function", "def f(n):\n    return f(n + 1)\nf(0)\n", "levels deep");
    row("recursive module", QByteArray::fromStdString(torchModule("self.a = nn.Linear(8, 4)", "return self.forward(x)")),
        "levels deep");
}

void TestCodeImport::refuses()
{
    QFETCH(const QByteArray, code);
    QFETCH(const QByteArray, part);
    const std::string refusal = refusalOf(code.toStdString());
    QVERIFY2(refusal.find(part.toStdString()) != std::string::npos, refusal.c_str());
    QVERIFY2(refusal.find('\n') == std::string::npos, refusal.c_str());
}

void TestCodeImport::runsNothing()
{
    const QTemporaryDir folder;
    const std::string mark = folder.filePath("ran").toStdString();
    const std::string touch = "open('" + mark + "', 'w').write('x')";
    const std::string code = "import os, subprocess\n" + touch + "\nos.system('touch " + mark + "')\nsubprocess.run(['touch', '"
        + mark + "'])\nexec(\"" + touch + "\")\neval(\"" + touch + "\")\n__import__('os').system('touch " + mark + "')\n"
        + kerasHead + "class Evil(layers.Dense):\n    def __init__(self, *a):\n        " + touch
        + "\nm = keras.Sequential([keras.Input((4,)), layers.Dense(3)])\n";
    QCOMPARE(layersOf(imported(code).project.graph), std::string("input dense"));
    QVERIFY(!QFile::exists(QString::fromStdString(mark)));
}

void TestCodeImport::isBounded_data()
{
    QTest::addColumn<std::string>("code");
    const auto times = [](const std::string& text, std::size_t count) {
        std::string all;
        all.reserve(text.size() * count);
        for (std::size_t i = 0; i < count; ++i)
            all += text;
        return all;
    };
    const auto row = [](const char* name, std::string code) { QTest::newRow(name) << std::move(code); };
    row("a million brackets", "x = " + times("(", 1'000'000));
    row("half a million closed brackets", "x = " + times("[", 400'000) + times("]", 400'000));
    row("many signs", "x = " + times("-", 500'000) + "1\n");
    row("many nots", "x = " + times("not ", 200'000) + "1\n");
    row("many sums", "x = 1" + times(" + 1", 90'000) + "\n");
    row("many powers", "x = 1" + times(" ** 1", 90'000) + "\n");
    row("many attributes", "x = a" + times(".a", 150'000) + "\n");
    row("many calls", "x = a" + times("()", 150'000) + "\n");
    row("many lambdas", "x = " + times("lambda: ", 100'000) + "1\n");
    row("many conditions", "x = " + times("1 if 1 else ", 60'000) + "1\n");
    row("many comparisons", "x = 1" + times(" < 1", 90'000) + "\n");
    row("many branches", "if x:\n    pass\n" + times("elif x:\n    pass\n", 30'000));
    row("deep blocks", [] {
        std::string code, indent;
        for (int i = 0; i < 700; ++i, indent += ' ')
            code += indent + "if x:\n";
        return code + indent + "pass\n";
    }());
    row("blocks on a line", times("class a: ", 60'000) + "pass\n");
    row("huge numbers", "x = " + times("9", 900'000) + "\ny = x ** x ** x\n");
    row("growing numbers",
        "x = 9 ** 9 ** 9 ** 9\ny = 1 << 9999999999\nz = -9223372036854775807 - 1\nw = z // -1\nv = z % -1\nu = abs(z)\n");
    row("growing lists", "x = [0] * 10 ** 9\ny = [1] * 1000\nfor i in range(60):\n    y = y + y\n");
    row("growing text", "x = 'a'\nfor i in range(90000):\n    x = x + x\n");
    row("endless loop", "while True:\n    x = 1\n");
    row("nested loops",
        "for a in range(100000):\n    for b in range(100000):\n        for c in range(100000):\n            x = a\n");
    row("a list in itself", "import torch.nn as nn\nl = []\nl.append(l)\nm = nn.ModuleList(l)\nx = l + l\nprint(l == l)\n");
    row("a module in itself",
        torchModule("self.a = nn.Linear(8, 4)", "return self.a(x)") + "model.b = model\nmodel.parameters()\n");
    row("layers without end",
        std::string(kerasHead)
            + "x = i = keras.Input((4,))\nfor k in range(90000):\n    x = layers.Dense(4)(x)\nm = keras.Model(i, x)\n");
    row("classes that derive from each other", "class A(B): pass\nclass B(A): pass\nA.b = B\nB()\n");
    row("tabs", times("\t", 800'000) + "x\n");
    row("spaces", times(" ", 800'000) + "x\n");
    row("over a megabyte", times("x = 1\n", 200'000));
    row("many lines", times("x = 1\n", 90'000));
    row("zero bytes", std::string(100'000, '\0'));
}

/// The import ends with a network or one sentence, and within the stack of a thread.
void TestCodeImport::isBounded()
{
    QFETCH(const std::string, code);
    const std::string refusal = refusalOf(code);
    QVERIFY2(refusal.size() < 2000 && refusal.find("another kind") == std::string::npos, refusal.substr(0, 2000).c_str());
    QVERIFY(refusal.find('\n') == std::string::npos);
}

NETSMITH_TEST(TestCodeImport)

} // namespace test_code_import

#include "test_code_import.moc"

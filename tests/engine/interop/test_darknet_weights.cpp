#include "engine/interop/weights/darknet_weights.h"
#include "tests/engine/interop/stored_numbers.h"
#include "tests/test_program.h"

#include <QtTest>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>

namespace test_darknet_weights {

using namespace netsmith;
using namespace netsmith::interop;
namespace fs = std::filesystem;

namespace {

using Numbers = std::vector<double>;

const std::string net = "[net]\nheight=4\nwidth=4\nchannels=2\n";

/// A file of these versions that holds 0, 1, 2, ...
std::vector<std::byte> weightsOf(int count, std::int32_t major = 0, std::int32_t minor = 2)
{
    const bool isWide = major * 10 + minor >= 2 && major < 1000 && minor < 1000;
    const std::array<std::int32_t, 3> version{major, minor, 0};
    std::vector<std::byte> out(sizeof version + (isWide ? 8 : 4));
    std::memcpy(out.data(), version.data(), sizeof version);
    for (int i = 0; i < count; ++i) {
        const auto number = static_cast<float>(i);
        const auto bytes = std::as_bytes(std::span(&number, 1));
        out.insert(out.end(), bytes.begin(), bytes.end());
    }
    return out;
}

Numbers counted(int first, int count)
{
    Numbers out(static_cast<std::size_t>(count));
    std::iota(out.begin(), out.end(), first);
    return out;
}

void write(const fs::path& path, std::span<const std::byte> bytes)
{
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

} // namespace

/// The numbers of Darknet's files go to the layers of their .cfg, and files that don't belong together are rejected.
class TestDarknetWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsConvolutions();
    void readsConnectedLayers();
    void readsHeads_data();
    void readsHeads();
    void transposes();
    void followsShapes_data();
    void followsShapes();
    void refusesWeights_data();
    void refusesWeights();
    void refusesNetworks_data();
    void refusesNetworks();
    void refusesEveryTruncation();
    void needsTheNetwork();
    void readsRealFiles_data();
    void readsRealFiles();
};

void TestDarknetWeights::readsConvolutions()
{
    const std::string network = "# a comment\n" + net
        + "[convolutional]\r\nbatch_normalize = 1\nfilters=4\nsize=3\npad=1\ngroups=2\nactivation=leaky\n; another\n"
          "[convolutional]\nfilters=3\n";
    const auto bytes = weightsOf(16 + 36 + 3 + 12);
    const WeightFile file = parseDarknetWeights(network, bytes, "model").take();
    QCOMPARE(file.format, std::string("Darknet"));
    QVERIFY(file.framework == Framework::darknet);
    QCOMPARE(file.tensors.size(), std::size_t{7});
    QCOMPARE(storedNumbers(file, "conv_0/bias"), counted(0, 4));
    QCOMPARE(storedNumbers(file, "conv_0/gamma"), counted(4, 4));
    QCOMPARE(storedNumbers(file, "conv_0/moving_mean"), counted(8, 4));
    QCOMPARE(storedNumbers(file, "conv_0/moving_variance"), counted(12, 4));
    QCOMPARE(storedNumbers(file, "conv_0/kernel"), counted(16, 36));
    QVERIFY(stored(file, "conv_0/kernel")->shape == Shape({4, 1, 3, 3}));
    QCOMPARE(storedNumbers(file, "conv_1/bias"), counted(52, 3));
    QVERIFY(stored(file, "conv_1/kernel")->shape == Shape({3, 4, 1, 1}));
    QCOMPARE(storedNumbers(file, "conv_1/kernel"), counted(55, 12));
}

void TestDarknetWeights::readsConnectedLayers()
{
    const std::string network = net + "[connected]\noutput=3\n[connected]\noutput=2\nbatch_normalize=1\n";
    const auto bytes = weightsOf(3 + 96 + 2 + 6 + 6);
    const WeightFile file = parseDarknetWeights(network, bytes, "model").take();
    QCOMPARE(storedNumbers(file, "connected_0/bias"), counted(0, 3));
    QCOMPARE(storedNumbers(file, "connected_0/kernel"), counted(3, 96));
    QVERIFY(stored(file, "connected_0/kernel")->shape == Shape({3, 32}));
    QCOMPARE(storedNumbers(file, "connected_1/bias"), counted(99, 2));
    QCOMPARE(storedNumbers(file, "connected_1/kernel"), counted(101, 6));
    QCOMPARE(storedNumbers(file, "connected_1/gamma"), counted(107, 2));
    QCOMPARE(storedNumbers(file, "connected_1/moving_variance"), counted(111, 2));
}

void TestDarknetWeights::readsHeads_data()
{
    QTest::addColumn<int>("major");
    QTest::addColumn<int>("minor");
    QTest::newRow("32 bits") << 0 << 1;
    QTest::newRow("64 bits") << 0 << 2;
    QTest::newRow("version 1") << 1 << 0;
    QTest::newRow("transposed") << 0 << 1001;
}

void TestDarknetWeights::readsHeads()
{
    QFETCH(const int, major);
    QFETCH(const int, minor);
    const auto bytes = weightsOf(3, major, minor);
    const WeightFile file = parseDarknetWeights(net + "[convolutional]\n", bytes, "model").take();
    QCOMPARE(storedNumbers(file, "conv_0/kernel"), counted(1, 2));
}

void TestDarknetWeights::transposes()
{
    const std::string network = "[net]\ninputs=2\n[connected]\noutput=3\n";
    const auto bytes = weightsOf(9, 0, 1001);
    const WeightFile connected = parseDarknetWeights(network, bytes, "model").take();
    QCOMPARE(storedNumbers(connected, "connected_0/kernel"), (Numbers{3, 6, 4, 7, 5, 8}));
    QVERIFY(stored(connected, "connected_0/kernel")->shape == Shape({3, 2}));

    const auto flipped = weightsOf(9);
    const WeightFile convolution = parseDarknetWeights(net + "[convolutional]\nfilters=3\nflipped=1\n", flipped, "model").take();
    QCOMPARE(storedNumbers(convolution, "conv_0/kernel"), (Numbers{3, 6, 4, 7, 5, 8}));
}

void TestDarknetWeights::followsShapes_data()
{
    QTest::addColumn<QString>("layers");
    QTest::addColumn<int>("inputs"); ///< of a layer that is connected to everything
    QTest::newRow("nothing") << "" << 32;
    QTest::newRow("stride") << "[convolutional]\nfilters=5\nsize=3\nstride=2\npad=1\n" << 20;
    QTest::newRow("padding") << "[convolutional]\nfilters=1\nsize=3\npadding=2\n" << 36;
    QTest::newRow("no padding") << "[convolutional]\nfilters=1\nsize=3\n" << 4;
    QTest::newRow("maxpool") << "[maxpool]\nsize=2\nstride=2\n" << 8;
    QTest::newRow("maxpool of 1") << "[maxpool]\nsize=2\nstride=1\n" << 32;
    QTest::newRow("avgpool") << "[avgpool]\n" << 2;
    QTest::newRow("upsample") << "[upsample]\nstride=2\n" << 128;
    QTest::newRow("reorg") << "[reorg]\nstride=2\n[route]\nlayers=-1\ngroups=4\n" << 8;
    QTest::newRow("crop") << "[crop]\ncrop_height=3\ncrop_width=2\n" << 12;
    QTest::newRow("route") << "[dropout]\n[maxpool]\nsize=4\nstride=4\n[upsample]\nstride=4\n[route]\nlayers = -1, 0\n" << 64;
    QTest::newRow("shortcut") << "[dropout]\n[dropout]\n[shortcut]\nfrom=-2\n" << 32;
    QTest::newRow("scale_channels") << "[dropout]\n[avgpool]\n[scale_channels]\nfrom=-2\n" << 32;
}

void TestDarknetWeights::followsShapes()
{
    QFETCH(const QString, layers);
    QFETCH(const int, inputs);
    const std::string network = net + layers.toStdString() + "[connected]\noutput=1\n";
    const auto bytes = weightsOf(1000);
    const auto file = parseDarknetWeights(network, bytes, "model");
    QVERIFY(!file); // there are more numbers than the network has
    const int own = layers.startsWith("[conv") ? layers.contains("filters=5") ? 5 + 90 : 1 + 18 : 0;
    const QString expected = QString("goes on for %1 bytes").arg(4 * (1000 - own - 1 - inputs));
    QVERIFY2(QString(file.error().what()).contains(expected), file.error().what());
}

void TestDarknetWeights::refusesWeights_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("part"); ///< of the sentence
    QTest::newRow("partial") << 2 << "darknet.short"
                             << "conv_0/kernel, the layer in line 5 of model.cfg";
    QTest::newRow("without the last layer") << 3 << "darknet.short"
                                            << "conv_1/bias, the layer in line 6 of model.cfg";
    QTest::newRow("longer") << 7 << "darknet.rest"
                            << "8 bytes after the last layer of model.cfg";
}

void TestDarknetWeights::refusesWeights()
{
    QFETCH(const int, count);
    QFETCH(const QString, id);
    QFETCH(const QString, part);
    const auto bytes = weightsOf(count);
    const auto file = parseDarknetWeights(net + "[convolutional]\n[convolutional]\n", bytes, "model");
    QVERIFY(!file);
    QVERIFY(file.error().kind() == ErrorKind::input);
    QCOMPARE(QString::fromStdString(file.error().message().id()), id);
    QVERIFY2(QString(file.error().what()).contains(part), file.error().what());
}

void TestDarknetWeights::refusesNetworks_data()
{
    QTest::addColumn<QString>("network");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("part"); ///< of the sentence
    const QString head = QString::fromStdString(net);
    QTest::newRow("empty") << ""
                           << "darknet.net"
                           << "[net]";
    QTest::newRow("no net") << "[convolutional]\n"
                            << "darknet.net"
                            << "[net]";
    QTest::newRow("no section") << "height=3\n"
                                << "darknet.line"
                                << "line 1";
    QTest::newRow("no option") << head + "[convolutional]\nwhat\n"
                               << "darknet.line"
                               << "line 6";
    QTest::newRow("negative") << head + "[convolutional]\nfilters=-3\n"
                              << "darknet.value"
                              << "line 5: [convolutional] can't have filters=-3";
    QTest::newRow("zero") << head + "[convolutional]\nstride=0\n"
                          << "darknet.value"
                          << "stride=0";
    QTest::newRow("huge") << head + "[convolutional]\nfilters=99999999999\n"
                          << "darknet.value"
                          << "filters";
    QTest::newRow("groups") << head + "[convolutional]\nfilters=4\ngroups=3\n"
                            << "darknet.groups"
                            << "4 filters of 2 channels";
    QTest::newRow("recurrent") << head + "[lstm]\noutput=4\n"
                               << "darknet.section"
                               << "line 5: weights of [lstm]";
    QTest::newRow("later layer") << head + "[route]\nlayers=0\n"
                                 << "darknet.value"
                                 << "layers=0";
    QTest::newRow("no layer") << head + "[dropout]\n[route]\nlayers=-2\n"
                              << "darknet.value"
                              << "layers=-2";
    QTest::newRow("route without layers") << head + "[dropout]\n[route]\n"
                                          << "darknet.value"
                                          << "line 6";
    QTest::newRow("weighted shortcut") << head + "[dropout]\n[shortcut]\nfrom=-1\nweights_type=per_channel\n"
                                       << "darknet.value"
                                       << "weights_type";
    QTest::newRow("shared") << head + "[convolutional]\nshare_index=0\n"
                            << "darknet.value"
                            << "share_index";
    QTest::newRow("many weights") << head + "[convolutional]\nfilters=2147483647\nsize=2147483647\n"
                                  << "darknet.short"
                                  << "conv_0";
    QString doubled = head;
    for (int i = 0; i < 40; ++i)
        doubled += i == 0 ? "[dropout]\n" : "[route]\nlayers=-1,-1\n";
    QTest::newRow("channels") << doubled << "darknet.size"
                              << "larger than Darknet can count";
    QTest::newRow("pixels") << head + QString("[upsample]\nstride=2147483647\n").repeated(2) << "darknet.size"
                            << "line 5";
}

void TestDarknetWeights::refusesNetworks()
{
    QFETCH(const QString, network);
    QFETCH(const QString, id);
    QFETCH(const QString, part);
    const auto bytes = weightsOf(10);
    const auto file = parseDarknetWeights(network.toStdString(), bytes, "model");
    QVERIFY(!file);
    QVERIFY(file.error().kind() == ErrorKind::input);
    QCOMPARE(QString::fromStdString(file.error().message().id()), id);
    QVERIFY2(QString(file.error().what()).contains(part), file.error().what());
}

void TestDarknetWeights::refusesEveryTruncation()
{
    const std::string network = net + "[convolutional]\nbatch_normalize=1\nfilters=2\n[connected]\noutput=2\n";
    const auto bytes = weightsOf(8 + 4 + 2 + 64);
    QVERIFY(parseDarknetWeights(network, bytes, "model"));
    for (std::size_t size = 0; size < bytes.size(); ++size)
        QVERIFY2(!parseDarknetWeights(network, std::span(bytes).first(size), "part"), qPrintable(QString::number(size)));
}

void TestDarknetWeights::needsTheNetwork()
{
    const QTemporaryDir folder;
    const fs::path path = fs::path(folder.path().toStdString()) / "model.weights", network = path.parent_path() / "model.cfg";
    write(path, weightsOf(3));
    const auto missing = readDarknetWeights(path);
    QVERIFY(!missing);
    QCOMPARE(missing.error().message().id(), std::string("darknet.no_cfg"));
    QVERIFY(QString(missing.error().what()).contains(QString::fromStdString(network.string())));
    const std::string text = net + "[convolutional]\n";
    write(network, std::as_bytes(std::span(text)));
    QCOMPARE(storedNumbers(readDarknetWeights(path).take(), "conv_0/kernel"), counted(1, 2));
}

void TestDarknetWeights::readsRealFiles_data()
{
    QTest::addColumn<int>("tensors");
    QTest::addColumn<qint64>("count");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("shape");
    QTest::addColumn<double>("sum");
    // As NumPy says of the file's last numbers; all of them are used.
    QTest::newRow("yolo-fastest-1.1.weights") << 414 << qint64{346062} << "conv_83/kernel"
                                              << "255×120×1×1" << -42.67724241133783;
    QTest::newRow("yolo-fastest-1.1-xl.weights") << 414 << qint64{923486} << "conv_83/kernel"
                                                 << "255×144×1×1" << 229.4488497558532;
}

void TestDarknetWeights::readsRealFiles()
{
    QFETCH(const int, tensors);
    QFETCH(const qint64, count);
    QFETCH(const QString, name);
    QFETCH(const QString, shape);
    QFETCH(const double, sum);
    const char* folder = std::getenv("NETSMITH_DATA_DIR");
    const fs::path path = fs::path(folder ? folder : "") / "weights" / "yolo_fastest" / QTest::currentDataTag();
    if (!folder || !fs::exists(path))
        QSKIP("needs NETSMITH_DATA_DIR with weights/");
    const WeightFile file = readDarknetWeights(path).take();
    QCOMPARE(file.tensors.size(), static_cast<std::size_t>(tensors));
    qint64 numbers = 0;
    for (const WeightTensor& tensor : file.tensors)
        numbers += tensor.shape.elements();
    QCOMPARE(numbers, count);
    const WeightTensor* tensor = stored(file, name.toStdString());
    QVERIFY(tensor);
    QCOMPARE(QString::fromStdString(tensor->shape.text()), shape);
    const Numbers values = storedNumbers(file, name.toStdString());
    QCOMPARE(std::accumulate(values.begin(), values.end(), 0.0), sum);
}

NETSMITH_TEST(TestDarknetWeights)

} // namespace test_darknet_weights

#include "test_darknet_weights.moc"

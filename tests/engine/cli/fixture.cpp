#include "tests/engine/cli/fixture.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace netsmith::test {

QByteArray idx(const std::vector<std::uint32_t>& sizes, QByteArray content)
{
    QByteArray bytes("\0\0\x08", 3);
    bytes.append(static_cast<char>(sizes.size()));
    for (const std::uint32_t size : sizes)
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes.append(static_cast<char>(size >> shift));
    return bytes + content;
}

void writeBytes(const QString& path, const QByteArray& bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("the test can't write %s", qPrintable(path));
}

QByteArray readBytes(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeSmallMnist(const QString& folder, int train, int test)
{
    const auto write = [&](const QString& name, int count, int first) {
        QByteArray images(static_cast<qsizetype>(count) * 28 * 28, '\0');
        QByteArray labels(count, '\0');
        for (int i = 0; i < count; ++i) {
            // Every class equally often, in an order without a period, with noise from a formula without a seed.
            const int drawn = (first + i) * 2654435761u >> 16;
            const int label = (first + i + drawn) % 10;
            labels[i] = static_cast<char>(label);
            for (int pixel = 0; pixel < 28 * 28; ++pixel) {
                const bool bar = (pixel % 28) / 2 == label + 2;
                images[static_cast<qsizetype>(i) * 28 * 28 + pixel] =
                    static_cast<char>((bar ? 150 : 0) + (pixel * 37 + drawn * 11) % 90);
            }
        }
        const auto n = static_cast<std::uint32_t>(count);
        writeBytes(folder + QStringLiteral("/mnist/") + name + QStringLiteral("-images-idx3-ubyte"), idx({n, 28, 28}, images));
        writeBytes(folder + QStringLiteral("/mnist/") + name + QStringLiteral("-labels-idx1-ubyte"), idx({n}, labels));
    };
    write(QStringLiteral("train"), train, 0);
    write(QStringLiteral("t10k"), test, train);
}

Project smallProject()
{
    Project project;
    project.title = "small";
    const auto add = [&](const char* id, const char* layer, ParameterMap parameters) {
        Node node;
        node.id = id;
        node.layer = layer;
        node.parameters = std::move(parameters);
        project.graph.nodes.push_back(std::move(node));
    };
    add("input", "input", {{"shape", std::vector<std::int64_t>{28, 28, 1}}});
    add("flatten", "flatten", {});
    add("hidden", "dense", {{"units", std::int64_t{16}}, {"activation", "relu"}});
    add("classes", "dense", {{"units", std::int64_t{10}}, {"activation", "softmax"}});
    const auto wire = [&](const char* from, const char* to) { project.graph.edges.push_back({{from, "output"}, {to, "input"}}); };
    wire("input", "flatten");
    wire("flatten", "hidden");
    wire("hidden", "classes");
    project.training.device = "reference"; // part of every build
    project.training.epochs = 2;
    project.training.batch = 16;
    return project;
}

void writeProject(const QString& path, const Project& project)
{
    writeBytes(path, QByteArray::fromStdString(toJson(project)));
}

static ParameterMap filtersOf(std::int64_t count)
{
    return {{"filters", count}, {"activation", std::string("relu")}};
}

Project convolvingProject()
{
    Project project = smallProject();
    Graph& graph = project.graph;
    const auto node = [](const char* id, const char* layer, ParameterMap parameters = {}) {
        return Node{.id = id, .layer = layer, .version = 1, .title = {}, .parameters = std::move(parameters)};
    };
    const Node input = graph.nodes.front();
    graph.nodes = {input,
                   node("first", "conv2d", filtersOf(8)),
                   node("pool", "max_pooling2d"),
                   node("second", "conv2d", filtersOf(12)),
                   node("norm", "batch_normalization"),
                   node("flat", "flatten"),
                   node("hidden", "dense", {{"units", std::int64_t{16}}, {"activation", std::string("relu")}}),
                   node("output", "dense", {{"units", std::int64_t{10}}, {"activation", std::string("softmax")}})};
    graph.edges.clear();
    for (std::size_t i = 1; i < graph.nodes.size(); ++i)
        graph.edges.push_back({{graph.nodes[i - 1].id, "output"}, {graph.nodes[i].id, "input"}, Json::object()});
    return project;
}

} // namespace netsmith::test

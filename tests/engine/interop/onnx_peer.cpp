#include "tests/engine/interop/onnx_peer.h"

#include "engine/core/files/safe_file.h"
#include "engine/interop/onnx/export/onnx_writer.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

namespace netsmith::test {
namespace {

QString peersPython()
{
    return qEnvironmentVariable("NETSMITH_PEERS");
}

QJsonArray described(const std::vector<PeerArray>& arrays, std::vector<std::byte>& numbers)
{
    QJsonArray out;
    for (const PeerArray& array : arrays) {
        QJsonArray shape;
        for (const std::int64_t size : array.shape)
            shape.append(static_cast<qint64>(size));
        out.append(QJsonObject{{"name", QString::fromStdString(array.name)}, {"shape", shape}});
        const auto bytes = std::as_bytes(std::span(array.values));
        numbers.insert(numbers.end(), bytes.begin(), bytes.end());
    }
    return out;
}

} // namespace

void writePeerCase(const std::filesystem::path& folder, const std::string& name, const interop::OnnxModel& model,
                   const std::vector<PeerArray>& inputs, const std::vector<PeerArray>& outputs)
{
    std::vector<std::byte> numbers;
    QJsonObject description{{"inputs", described(inputs, numbers)}};
    description.insert("outputs", described(outputs, numbers));
    writeFileSafely(folder / (name + ".onnx"), interop::writeOnnx(model, name)).take();
    writeFileSafely(folder / (name + ".json"), QJsonDocument(description).toJson().toStdString()).take();
    writeFileSafely(folder / (name + ".bin"), numbers).take();
}

QString noPeers()
{
    if (peersPython().isEmpty())
        return "NETSMITH_PEERS names no Python with onnx and onnxruntime; tests/peers/install makes one";
    QProcess process;
    process.start(peersPython(), {"-c", "import onnx, onnxruntime"});
    if (process.waitForStarted() && process.waitForFinished(-1) && process.exitCode() == 0)
        return {};
    return "the Python that NETSMITH_PEERS names has no onnx and onnxruntime; tests/peers/install makes one that has";
}

std::map<std::string, PeerResult> peerResults(const std::filesystem::path& folder)
{
    QProcess process;
    process.start(peersPython(), {NETSMITH_SCRIPTS "/onnx_peer.py", QString::fromStdString(folder.string())});
    const bool ran = process.waitForStarted() && process.waitForFinished(-1);
    if (!ran || process.exitCode() != 0)
        qFatal("onnx_peer.py failed: %s", process.readAllStandardError().constData());
    std::map<std::string, PeerResult> results;
    for (const QByteArray& line : process.readAllStandardOutput().split('\n')) {
        const QJsonObject object = QJsonDocument::fromJson(line).object();
        PeerResult& result = results[object["name"].toString().toStdString()];
        result.error = object["error"].toString();
        result.difference = object["difference"].toDouble();
        for (const QJsonValue op : object["ops"].toArray())
            result.ops += op.toString();
    }
    return results;
}

} // namespace netsmith::test

#pragma once

#include "engine/interop/onnx/onnx_file.h"

#include <QString>
#include <QStringList>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace netsmith::test {

/// Numbers of an input or an output of a model, the batch included.
struct PeerArray {
    std::string name;
    std::vector<std::int64_t> shape;
    std::vector<float> values;
};

/// Writes a model, what it is given and what it is expected to predict for onnx_peer.py.
void writePeerCase(const std::filesystem::path& folder, const std::string& name, const interop::OnnxModel& model,
                   const std::vector<PeerArray>& inputs, const std::vector<PeerArray>& outputs);

struct PeerResult {
    QString error;
    QStringList ops;
    double difference = 0.0; ///< relative to the output's range
};

/// Why there is no Python with onnxruntime; empty: NETSMITH_PEERS names one.
QString noPeers();
/// What onnxruntime made of the cases in a folder, by name. Aborts if the script fails.
std::map<std::string, PeerResult> peerResults(const std::filesystem::path& folder);

} // namespace netsmith::test

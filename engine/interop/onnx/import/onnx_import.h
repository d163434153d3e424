#pragma once

#include "engine/core/expected.h"
#include "engine/graph/project/project.h"
#include "engine/interop/onnx/import/network_builder.h"
#include "engine/interop/onnx/onnx_file.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace netsmith::interop {

struct OnnxImportOptions {
    /// The sizes of an input's axes after the one of samples, in the model's order, where the model leaves them open; "" is the
    /// only input.
    std::map<std::string, std::vector<std::int64_t>> inputShapes{};
};

/// A node that no layer of ours can express, and why.
struct RefusedNode {
    std::string title{}; ///< "Conv "conv1""
    Message reason{};
};

/// One of a model's inputs or outputs, and the layer that is its counterpart.
struct ImportedPort {
    std::string name{}; ///< the model's
    std::string node{}; ///< ours
    Shape shape{}; ///< of a sample here
    AxisLayout layout{}; ///< where the model's axes are in it
};

/// A network made of a model of ONNX.
struct ImportedOnnx {
    Project project{};
    std::vector<ImportedWeight> weights{}; ///< of every layer that has some
    std::vector<RefusedNode> refusals{}; ///< if there are any, the network is incomplete and must not be used
    std::vector<Message> notes{};
    std::vector<ImportedPort> inputs{};
    std::vector<ImportedPort> outputs{};
    std::size_t nodes = 0; ///< the model's
};

/// Makes layers of a model's nodes: where the channels lie, which of its axes counts the samples, and what is known of shapes is
/// found out on the way (`AxisLayout`), so that the network has few layers that only move numbers. An activation joins the layer
/// before it where nothing else reads that. Throws errors of kind `input` about the model as a whole: an input whose sizes nothing
/// fixes, a result that depends on the size of the batch. A pure function.
ImportedOnnx importOnnx(const OnnxModel& model, const LayerRegistry& layers, const OnnxImportOptions& options = {});

/// A network without refusals as a project with its weights. Throws `onnx.import.refused` with everything that no layer can
/// express.
ImportedModel completeModel(ImportedOnnx imported);

/// The network in a file. Throws what `openOnnx` says, and what the above do.
ImportedModel importOnnxFile(const std::filesystem::path& path, const LayerRegistry& layers, const OnnxImportOptions& options = {});

} // namespace netsmith::interop

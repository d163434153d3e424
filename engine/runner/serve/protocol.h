#pragma once

#include "engine/runner/packed_network.h"

#include <optional>
#include <string>
#include <string_view>

namespace netsmith::runner {

/// The Open Inference Protocol, version 2, over HTTP (kserve/open-inference-protocol, specification/protocol/inference_rest.md),
/// with the extension for binary tensors (triton-inference-server/server, docs/protocol/extension_binary_data.md).

/// The name of the header that tells how long the JSON before binary tensors is.
inline constexpr const char* binaryHeader = "Inference-Header-Content-Length";

/// An output that a request asks for.
struct WantedOutput {
    std::size_t index = 0;
    bool binary = false;
};

/// What a request to infer asks.
struct InferenceRequest {
    std::string id{};
    std::vector<data::Field> samples{}; ///< by input
    std::vector<WantedOutput> outputs{};
};

/// Reads one. `jsonBytes`: the length of the JSON where binary tensors follow it. Throws `serve.*`, `json.*`, and what reading
/// samples does.
InferenceRequest inferenceRequest(std::string_view body, std::optional<std::size_t> jsonBytes, const PackedNetwork& network);

/// The body of an answer, and the length of its JSON if binary tensors follow it.
struct InferenceAnswer {
    std::string body{};
    std::optional<std::size_t> jsonBytes{};
};
InferenceAnswer inferenceAnswer(const InferenceRequest& request, const PackedNetwork& network, const std::string& model,
                                const std::vector<std::vector<float>>& values);

/// The server's, and a model's metadata.
Json serverMetadata();
Json modelMetadata(const PackedNetwork& network, const std::string& model);

} // namespace netsmith::runner

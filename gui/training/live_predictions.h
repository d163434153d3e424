#pragma once

#include "engine/core/message.h"
#include "engine/inspect/embeddings/layer_outputs.h"
#include "engine/inspect/predictions/predictions.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace netsmith::gui {

/// A question to the network of the live run: what it predicts for samples whose targets are known.
struct LivePredictionsRequest {
    std::uint64_t id = 0;
    bool training = false; ///< for the samples that it is trained on, not for those of validation
    std::optional<inspect::LayerRequest> layer{}; ///< instead, what this layer makes of them
};

/// The answer, about as many of the samples as a short pause of the training allows.
struct LivePredictions {
    std::uint64_t id = 0;
    std::filesystem::path run{};
    std::shared_ptr<const inspect::RunPredictions>
        predictions{}; ///< null with a problem, as the next, or if the other was asked for
    std::shared_ptr<const inspect::LayerOutputs> outputs{};
    std::optional<Message> problem{};
};

} // namespace netsmith::gui

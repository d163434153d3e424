#pragma once

#include "engine/core/message.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace netsmith::inspect {
struct NetworkCopy;
}

namespace netsmith::gui {

/// A copy of the live run's network, to be asked on another thread while it trains on.
struct LiveWeights {
    std::uint64_t id = 0;
    std::filesystem::path run{};
    std::shared_ptr<const inspect::NetworkCopy> network{}; ///< null with a problem
    std::optional<Message> problem{};
};

} // namespace netsmith::gui

#pragma once

#include "engine/backend/backend.h"
#include "gui/widgets/tokens.h"

#include <QString>

#include <array>

namespace netsmith::gui {

/// What a run's memory is used for, in drawing order.
struct MemoryClass {
    std::int64_t MemoryUse::*bytes;
    Token token;
    const char* name; ///< untranslated; the object name of its figure is derived from it
};
inline constexpr std::array<MemoryClass, 6> memoryClasses{{
    {&MemoryUse::weights, Token::memoryWeights, "weights"},
    {&MemoryUse::gradients, Token::memoryGradients, "gradients"},
    {&MemoryUse::optimizer, Token::memoryOptimizer, "optimizer"},
    {&MemoryUse::activations, Token::memoryActivations, "activations"},
    {&MemoryUse::workspace, Token::memoryWorkspace, "workspace"},
    {&MemoryUse::data, Token::memoryData, "data"},
}};

/// "Weights", "Data set".
QString memoryClassTitle(const MemoryClass& kind);
/// Why it needs memory, as a sentence.
QString memoryClassDoc(const MemoryClass& kind);

} // namespace netsmith::gui

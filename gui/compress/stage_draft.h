#pragma once

#include "engine/compress/chain/stage.h"
#include "engine/graph/specs/parameter.h"

#include <QString>

#include <array>

namespace netsmith::gui {

/// A stage of a compression as it is edited: what is done, and the settings that differ from their defaults.
struct StageDraft {
    std::string kind; ///< as `compress::idOf` calls it: "prune"
    ParameterMap values{};
    bool operator==(const StageDraft&) const = default;

    /// The same for the engine. Throws `parameter.*` for a value that its declaration forbids.
    compress::Stage stage() const;
};

/// What can be done, in the order in which it is usually done.
inline constexpr std::array<const char*, 6> stageKinds{"distill", "prune", "factorize", "sparsify", "cluster", "quantize"};

/// "Remove channels", "Round numbers": in the window's language.
QString stageTitle(const std::string& kind);
/// What it is good for, in a sentence or two.
QString stageDoc(const std::string& kind);
/// Its settings, and the training after it.
const std::vector<ParameterSpec>& stageSettings(const std::string& kind);

/// The setting of a distillation that names its student, which is to be chosen.
inline constexpr const char* studentName = "student";

/// The layers that a stage of rounding leaves in floats in any case; empty for other stages.
std::vector<std::string> floatLayersOf(const StageDraft& draft);
/// Adds one to them, or takes it away.
void setFloat(StageDraft& draft, const std::string& layer, bool isFloat);

/// What the page shows to a new person: fewer channels, a short training, 8 bits.
std::vector<StageDraft> usualStages();
/// A stage of the engine, to be edited. What can't be edited, such as the names of layers, is left out.
StageDraft draftOf(const compress::Stage& stage);
std::vector<compress::Stage> stagesOf(const std::vector<StageDraft>& drafts);

} // namespace netsmith::gui

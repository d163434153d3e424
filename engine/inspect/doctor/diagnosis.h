#pragma once

#include "engine/inspect/doctor/remedy.h"

#include <array>
#include <optional>

namespace netsmith::inspect {

/// What can be wrong with a training.
enum class Ailment {
    // of the samples
    unscaledInput,
    constantInput,
    unshuffledData,
    leakage,
    classImbalance,
    wrongLabels,
    // of the network and its settings
    squaredErrorOfSoftmax,
    lossOfLogits,
    missingNormalization,
    batchNormalizationOfOne,
    // of the steps
    vanishingGradients,
    explodingGradients,
    deadUnits,
    saturation,
    rateTooHigh,
    rateTooLow,
    overfitting,
    underflow,
};

inline constexpr std::array ailments{Ailment::unscaledInput,
                                     Ailment::constantInput,
                                     Ailment::unshuffledData,
                                     Ailment::leakage,
                                     Ailment::classImbalance,
                                     Ailment::wrongLabels,
                                     Ailment::squaredErrorOfSoftmax,
                                     Ailment::lossOfLogits,
                                     Ailment::missingNormalization,
                                     Ailment::batchNormalizationOfOne,
                                     Ailment::vanishingGradients,
                                     Ailment::explodingGradients,
                                     Ailment::deadUnits,
                                     Ailment::saturation,
                                     Ailment::rateTooHigh,
                                     Ailment::rateTooLow,
                                     Ailment::overfitting,
                                     Ailment::underflow};

/// "vanishing_gradients", as in JSON.
std::string_view idOf(Ailment ailment);
/// "Vanishing gradients".
Message titleOf(Ailment ailment);

/// The numbers behind a diagnosis: a curve over steps or epochs, or a bar for each name.
struct Evidence {
    Message axis; ///< what the numbers are: "gradient, root mean square"
    std::vector<std::string> names{}; ///< of the bars; empty: a curve
    std::vector<double> positions{}; ///< of a curve: the steps
    std::vector<double> values{};
    bool logarithmic = false; ///< they span several powers of ten

    bool operator==(const Evidence&) const = default;
};

/// Something that is probably wrong, in words for whoever has to decide: what was seen, why it matters and what to try.
struct Diagnosis {
    Ailment ailment{};
    std::string node{}; ///< the layer it is about; empty: the whole training
    Message finding; ///< with the number
    Message reason;
    Message advice;
    std::optional<Remedy> remedy{}; ///< does what is likeliest to help
    Evidence evidence{};

    bool operator==(const Diagnosis&) const = default;
};

} // namespace netsmith::inspect

#pragma once

#include <QRgb>

namespace netsmith::gui {

/// The names of the studio's colours, by purpose rather than appearance.
enum class Token {
    canvas, ///< bg0
    panel, ///< bg1
    control, ///< bg2
    track, ///< bg3
    node,
    line, ///< decorative separators
    grid,
    text,
    textSecondary,
    textMuted,
    accent, ///< selection, progress, the training curve
    accentGround,
    onAccent, ///< text on `accent`
    controlBorder, ///< at least 3:1 on every background
    focusRing,
    hover,
    pressed,
    textDisabled,
    validation,
    good,
    careful,
    bad,
    goodGround, ///< the background of a note of that kind
    carefulGround,
    badGround,
    wire,
    categoryInput,
    categoryConvolution,
    categoryPooling,
    categoryDense,
    categoryRecurrent,
    categoryNormalisation,
    categoryRegularisation,
    categoryActivation,
    categoryLoss,
    memoryWeights,
    memoryGradients,
    memoryOptimizer,
    memoryActivations,
    memoryWorkspace,
    memoryData,
    differenceNone, ///< the size of an error, in five steps that are distinguishable with colour blindness
    differenceLittle,
    differenceSome,
    differenceMuch,
    differenceMost,
    count
};

enum class Appearance { dark, light };

/// The colour of a token.
QRgb tokenColor(Token token, Appearance appearance);

} // namespace netsmith::gui

#pragma once

#include <QRgb>

namespace netsmith::gui {

/// The names of the studio's colours: what each is for, never what it looks like.
enum class Token {
    canvas, ///< bg0
    panel, ///< bg1
    control, ///< bg2
    track, ///< bg3
    node,
    line, ///< hairlines that only divide
    grid,
    text,
    textSecondary,
    textMuted,
    accent, ///< selection, progress, the training curve
    accentGround,
    onAccent, ///< text on `accent`
    controlBorder, ///< at least 3:1 on every ground
    focusRing,
    hover,
    pressed,
    textDisabled,
    validation,
    good,
    careful,
    bad,
    goodGround, ///< behind a note of that kind
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
    differenceNone, ///< how far numbers are from what they should be, in five steps that all eyes tell apart
    differenceLittle,
    differenceSome,
    differenceMuch,
    differenceMost,
    count
};

enum class Appearance { dark, light };

/// The one table of colours.
QRgb tokenColor(Token token, Appearance appearance);

} // namespace netsmith::gui

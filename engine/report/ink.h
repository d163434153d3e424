#pragma once

#include "engine/graph/specs/layer_spec.h"

#include <string>
#include <string_view>

namespace netsmith::report {

/// The colours of pages and drawings, by purpose: the studio's.
enum class Ink {
    canvas,
    panel,
    control,
    track,
    node,
    line,
    grid,
    text,
    textSecondary,
    textMuted,
    accent,
    validation,
    good,
    careful,
    bad,
    carefulGround,
    wire,
    input,
    convolution,
    pooling,
    dense,
    recurrent,
    normalisation,
    regularisation,
    activation,
    loss,
    count
};

/// Whether a drawing has colours of its own, the light ones, or those of the page around it, which follow the reader's choice of
/// light and dark.
enum class Painting { ownColors, colorsOfPage };

/// The value of a `fill` or a `stroke`: "#1a1e26", or "var(--text)".
std::string paintOf(Ink ink, Painting painting);
/// The custom properties that those are on a page: "--text:#1a1e26;…".
std::string colorProperties(bool dark);

Ink inkOf(Category category);

} // namespace netsmith::report

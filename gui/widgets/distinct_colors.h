#pragma once

#include "gui/widgets/tokens.h"

#include <array>
#include <cstddef>

namespace netsmith::gui {

/// Colours for things that are only to be told apart: classes, runs. They repeat after as many as there are.
inline constexpr std::array distinctTokens{Token::accent,
                                           Token::validation,
                                           Token::categoryPooling,
                                           Token::categoryRecurrent,
                                           Token::categoryNormalisation,
                                           Token::categoryRegularisation,
                                           Token::categoryActivation,
                                           Token::categoryLoss,
                                           Token::categoryConvolution};

constexpr Token distinctToken(std::size_t index)
{
    return distinctTokens[index % distinctTokens.size()];
}

/// Of a run other than the current one, in the order they were added: not the colour of training nor that of validation.
constexpr Token runToken(std::size_t index)
{
    constexpr std::size_t own = 2;
    return distinctToken(own + index % (distinctTokens.size() - own));
}

} // namespace netsmith::gui

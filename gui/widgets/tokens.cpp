#include "gui/widgets/tokens.h"

#include <array>

namespace netsmith::gui {
namespace {

struct Row {
    Token token;
    QRgb dark;
    QRgb light;
};

constexpr std::array<Row, static_cast<std::size_t>(Token::count)> rows{{
    {Token::canvas, 0xff14161b, 0xffeef0f3},
    {Token::panel, 0xff1b1e25, 0xfffbfbfc},
    {Token::control, 0xff242832, 0xfff0f2f5},
    {Token::track, 0xff2e3340, 0xffe3e6eb},
    {Token::node, 0xff242832, 0xffffffff},
    {Token::line, 0xff30353f, 0xffd5d9e0},
    {Token::grid, 0xff23272f, 0xffe2e5ea},
    {Token::text, 0xffe8eaee, 0xff1a1e26},
    {Token::textSecondary, 0xffa9b0bd, 0xff4d5666},
    {Token::textMuted, 0xff969eac, 0xff5a6373},
    {Token::accent, 0xff6aa5ff, 0xff185bc4},
    {Token::accentGround, 0xff22375a, 0xffdbe7fb},
    {Token::onAccent, 0xff0e1420, 0xffffffff},
    {Token::controlBorder, 0xff757e91, 0xff787f8f},
    {Token::focusRing, 0xff8ab8ff, 0xff185bc4},
    {Token::hover, 0xff2c313d, 0xffe6e9ee},
    {Token::pressed, 0xff353b49, 0xffd9dee6},
    {Token::textDisabled, 0xff6d7482, 0xff8b929e},
    {Token::validation, 0xfff0a45d, 0xff9c4a04},
    {Token::good, 0xff3fbf8a, 0xff0c6b4a},
    {Token::careful, 0xffe9a23b, 0xff8f5a00},
    {Token::bad, 0xffff7a6b, 0xffb5302a},
    {Token::goodGround, 0xff1d2b2a, 0xffe6f3ee},
    {Token::carefulGround, 0xff2b2723, 0xfffbf1df},
    {Token::badGround, 0xff33201f, 0xfffbe9e7},
    {Token::wire, 0xff9aa1ad, 0xff667080},
    {Token::categoryInput, 0xff9aa7b8, 0xff667485},
    {Token::categoryConvolution, 0xff56b4e9, 0xff1f7fb8},
    {Token::categoryPooling, 0xff2bb58b, 0xff0b7d5d},
    {Token::categoryDense, 0xffe69f00, 0xffa86a00},
    {Token::categoryRecurrent, 0xff9b8cff, 0xff6b57d6},
    {Token::categoryNormalisation, 0xffd68ab8, 0xffb0508c},
    {Token::categoryRegularisation, 0xffe8744a, 0xffc2491c},
    {Token::categoryActivation, 0xffc9b52a, 0xff857400},
    {Token::categoryLoss, 0xffff8fa3, 0xffcf3d5c},
    {Token::memoryWeights, 0xff3b6fd4, 0xff3b6fd4},
    {Token::memoryGradients, 0xff6a94e8, 0xff6a94e8},
    {Token::memoryOptimizer, 0xff9bb8f2, 0xff9bb8f2},
    {Token::memoryActivations, 0xff2f9e8f, 0xff2f9e8f},
    {Token::memoryWorkspace, 0xff74c7b8, 0xff74c7b8},
    {Token::memoryData, 0xff8a92a1, 0xff8a92a1},
    {Token::differenceNone, 0xff6b7689, 0xff8792a3},
    {Token::differenceLittle, 0xff5b8ff0, 0xff4a86e0},
    {Token::differenceSome, 0xff6fd0ee, 0xff134a94},
    {Token::differenceMuch, 0xfff5c04a, 0xffb87400},
    {Token::differenceMost, 0xfff0592a, 0xff8f1f14},
}};

constexpr bool inOrder()
{
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].token != static_cast<Token>(i))
            return false;
    return true;
}
static_assert(inOrder());

} // namespace

QRgb tokenColor(Token token, Appearance appearance)
{
    const Row& row = rows[static_cast<std::size_t>(token)];
    return appearance == Appearance::dark ? row.dark : row.light;
}

} // namespace netsmith::gui

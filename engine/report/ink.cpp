#include "engine/report/ink.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace netsmith::report {
namespace {

struct InkRow {
    Ink ink;
    std::string_view name;
    std::uint32_t dark;
    std::uint32_t light;
};

constexpr std::array<InkRow, static_cast<std::size_t>(Ink::count)> inkRows{{
    {Ink::canvas, "canvas", 0x14161b, 0xeef0f3},
    {Ink::panel, "panel", 0x1b1e25, 0xfbfbfc},
    {Ink::control, "control", 0x242832, 0xf0f2f5},
    {Ink::track, "track", 0x2e3340, 0xe3e6eb},
    {Ink::node, "node", 0x242832, 0xffffff},
    {Ink::line, "line", 0x30353f, 0xd5d9e0},
    {Ink::grid, "grid", 0x23272f, 0xe2e5ea},
    {Ink::text, "text", 0xe8eaee, 0x1a1e26},
    {Ink::textSecondary, "text-secondary", 0xa9b0bd, 0x4d5666},
    {Ink::textMuted, "text-muted", 0x969eac, 0x5a6373},
    {Ink::accent, "accent", 0x6aa5ff, 0x185bc4},
    {Ink::validation, "validation", 0xf0a45d, 0x9c4a04},
    {Ink::good, "good", 0x3fbf8a, 0x0c6b4a},
    {Ink::careful, "careful", 0xe9a23b, 0x8f5a00},
    {Ink::bad, "bad", 0xff7a6b, 0xb5302a},
    {Ink::carefulGround, "careful-ground", 0x2b2723, 0xfbf1df},
    {Ink::wire, "wire", 0x9aa1ad, 0x667080},
    {Ink::input, "input", 0x9aa7b8, 0x667485},
    {Ink::convolution, "convolution", 0x56b4e9, 0x1f7fb8},
    {Ink::pooling, "pooling", 0x2bb58b, 0x0b7d5d},
    {Ink::dense, "dense", 0xe69f00, 0xa86a00},
    {Ink::recurrent, "recurrent", 0x9b8cff, 0x6b57d6},
    {Ink::normalisation, "normalisation", 0xd68ab8, 0xb0508c},
    {Ink::regularisation, "regularisation", 0xe8744a, 0xc2491c},
    {Ink::activation, "activation", 0xc9b52a, 0x857400},
    {Ink::loss, "loss", 0xff8fa3, 0xcf3d5c},
}};

constexpr bool inksInOrder()
{
    for (std::size_t i = 0; i < inkRows.size(); ++i)
        if (inkRows[i].ink != static_cast<Ink>(i))
            return false;
    return true;
}
static_assert(inksInOrder());

} // namespace

std::string paintOf(Ink ink, Painting painting)
{
    const InkRow& row = inkRows[static_cast<std::size_t>(ink)];
    return painting == Painting::ownColors ? fmt::format("#{:06x}", row.light) : fmt::format("var(--{})", row.name);
}

std::string colorProperties(bool dark)
{
    std::string text;
    for (const InkRow& row : inkRows)
        text += fmt::format("--{}:#{:06x};", row.name, dark ? row.dark : row.light);
    return text;
}

Ink inkOf(Category category)
{
    switch (category) {
    case Category::input:
    case Category::shape:
    case Category::merge: break;
    case Category::convolution: return Ink::convolution;
    case Category::pooling: return Ink::pooling;
    case Category::dense: return Ink::dense;
    case Category::recurrent: return Ink::recurrent;
    case Category::normalisation: return Ink::normalisation;
    case Category::regularisation: return Ink::regularisation;
    case Category::activation: return Ink::activation;
    }
    return Ink::input;
}

} // namespace netsmith::report

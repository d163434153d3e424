#include "gui/canvas/network_tint.h"

#include <algorithm>

namespace netsmith::gui {

const NodeTint* NetworkTint::of(const std::string& place, const std::string& node) const
{
    const std::string name = place.empty() ? node : place + "/" + node;
    const auto own = nodes.find(name);
    const NodeTint* farthest = own == nodes.end() ? nullptr : &own->second;
    const std::string inside = name + "/";
    for (auto each = nodes.lower_bound(inside); each != nodes.end() && each->first.starts_with(inside); ++each)
        if (!farthest || each->second.level > farthest->level)
            farthest = &each->second;
    return farthest;
}

Token tintToken(int step)
{
    static constexpr std::array<Token, NetworkTint::steps> tokens{
        Token::differenceNone, Token::differenceLittle, Token::differenceSome, Token::differenceMuch, Token::differenceMost};
    return tokens[static_cast<std::size_t>(std::clamp(step, 0, NetworkTint::steps - 1))];
}

} // namespace netsmith::gui

#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace netsmith::gui {

/// "group_2" of the beginning "group_": a name that none of these has.
template <class Named>
std::string freshName(const std::string& beginning, const std::vector<Named>& taken)
{
    for (std::size_t number = taken.size() + 1;; ++number) {
        std::string name = beginning + std::to_string(number);
        if (std::ranges::find(taken, name, &Named::name) == taken.end())
            return name;
    }
}

} // namespace netsmith::gui

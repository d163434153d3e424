#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace netsmith::gui {

/// A name starting with `beginning` that none of these has: "group_2" for "group_".
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

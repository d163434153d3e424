#include "engine/input/names_in.h"

#include <algorithm>

namespace netsmith::data {

std::vector<std::string> namesIn(std::string_view list)
{
    std::vector<std::string> names;
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const std::size_t first = list.find_first_not_of(' ', begin);
        if (first < end)
            names.emplace_back(list.substr(first, list.find_last_not_of(' ', end - 1) - first + 1));
        begin = end + 1;
    }
    return names;
}

} // namespace netsmith::data

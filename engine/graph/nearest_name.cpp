#include "engine/graph/nearest_name.h"

#include "engine/graph/parameter.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace netsmith {
namespace {

std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

/// "lr" of "learning_rate".
std::string initials(std::string_view name)
{
    std::string letters;
    for (std::size_t i = 0; i < name.size(); ++i)
        if (name[i] != '_' && (i == 0 || name[i - 1] == '_'))
            letters += name[i];
    return letters;
}

} // namespace

std::string nearestName(std::string_view name, std::span<const std::string> candidates)
{
    constexpr std::size_t longest = 64; // what a file holds may be of any length
    std::string nearest;
    std::size_t best = (name.size() + 2) / 3 + 1; // a third may be wrong; of half, most is chance
    if (name.size() > longest)
        return nearest;
    for (const std::string& candidate : candidates)
        if (name.size() > 1 && initials(candidate) == name)
            return candidate;
    for (const std::string& candidate : candidates)
        if (const std::size_t edits = distance(name, candidate); edits < best) {
            best = edits;
            nearest = candidate;
        }
    return nearest;
}

std::string nearestParameter(std::string_view name, std::span<const ParameterSpec> parameters)
{
    std::vector<std::string> names;
    for (const ParameterSpec& parameter : parameters)
        names.push_back(parameter.name);
    return nearestName(name, names);
}

} // namespace netsmith

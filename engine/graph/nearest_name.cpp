#include "engine/graph/nearest_name.h"

#include "engine/graph/specs/parameter.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace netsmith {
namespace {

/// The edit distance by insertions, deletions, replacements and swaps of adjacent characters (Damerau 1964), each position at most
/// once.
std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> before, last, row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        before = std::exchange(last, row);
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            row[j + 1] = std::min({last[j] + (a[i] != b[j]), last[j + 1] + 1, row[j] + 1});
            if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j])
                row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
        }
    }
    return row.back();
}

std::size_t apart(std::size_t a, std::size_t b)
{
    return a > b ? a - b : b - a;
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

/// What is left of two names without their common first and last words: "regularizer" and "initializer" of a kernel's are different
/// things, however similar.
std::pair<std::string_view, std::string_view> withoutSharedWords(std::string_view a, std::string_view b)
{
    for (std::size_t end = a.find('_'); end != std::string_view::npos && b.starts_with(a.substr(0, end + 1)); end = a.find('_')) {
        a.remove_prefix(end + 1);
        b.remove_prefix(end + 1);
    }
    for (std::size_t begin = a.rfind('_'); begin != std::string_view::npos && b.ends_with(a.substr(begin)); begin = a.rfind('_')) {
        b.remove_suffix(a.size() - begin);
        a.remove_suffix(a.size() - begin);
    }
    return {a, b};
}

/// Whether a word of the candidate begins with the name, as in "batch_norm" of "batch_normalization" and "focal" of "binary_focal".
bool beginsWithin(std::string_view name, std::string_view candidate)
{
    std::size_t at = candidate.find(name);
    while (at != std::string_view::npos && at > 0 && candidate[at - 1] != '_')
        at = candidate.find(name, at + 1);
    return at != std::string_view::npos;
}

} // namespace

std::string nearestName(std::string_view name, std::span<const std::string> candidates)
{
    constexpr std::size_t longest = 64; // what a file holds may be of any length
    std::string nearest;
    if (name.size() > longest)
        return nearest;
    for (const std::string& candidate : candidates)
        if (name.size() > 1 && initials(candidate) == name)
            return candidate;
    std::pair best(longest, longest); // edits, then the difference in length
    for (const std::string& candidate : candidates) {
        const auto [given, meant] = withoutSharedWords(name, candidate);
        const std::pair cost(distance(given, meant), apart(given.size(), meant.size()));
        if (cost < best && cost.first <= (given.size() + 2) / 3) { // up to a third may be wrong; at half, most matches are chance
            best = cost;
            nearest = candidate;
        }
    }
    const auto words = [](const std::string& candidate) { return std::ranges::count(candidate, '_'); };
    if (nearest.empty() && name.size() > 1)
        for (const std::string& candidate : candidates)
            if (beginsWithin(name, candidate) && (nearest.empty() || words(candidate) < words(nearest)))
                nearest = candidate;
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

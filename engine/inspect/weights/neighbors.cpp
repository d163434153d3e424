#include "engine/inspect/weights/neighbors.h"

#include "engine/core/error.h"
#include "engine/fields/text/vocabulary.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace netsmith::inspect {

Neighbors neighborsOf(const WeightArray& table, std::int64_t id, std::size_t count)
{
    if (table.facts.use != WeightUse::table || table.facts.shape.rank() != 2)
        refuse(NS_MESSAGE("neighbors.table", "\"{0}\" is not the table of an embedding, so it has no rows of tokens"),
               table.facts.id);
    const std::int64_t rows = table.facts.shape[0], width = table.facts.shape[1];
    if (id < 0 || id >= rows)
        refuse(NS_MESSAGE("neighbors.id", "\"{0}\" has {1:row|rows}, and no row {2}; name one from 0 to {3}"), table.facts.id, rows,
               id, rows - 1);
    const auto row = [&](std::int64_t at) {
        return table.numbers.subspan(static_cast<std::size_t>(at * width), static_cast<std::size_t>(width));
    };
    const std::span<const float> own = row(id);
    Neighbors found{.id = id};
    double square = 0.0;
    for (const float number : own)
        square += static_cast<double>(number) * static_cast<double>(number);
    if (!std::isfinite(square))
        refuse(NS_MESSAGE("neighbors.not_finite",
                          "row {0} of \"{1}\" is not finite (NaN or infinite): the training has diverged; choose an earlier moment "
                          "of it"),
               id, table.facts.id);
    found.norm = std::sqrt(square);
    std::vector<Neighbor> all;
    std::vector<bool> isZero;
    for (std::int64_t other = 0; other < rows; ++other) {
        if (other == id)
            continue;
        const std::span<const float> numbers = row(other);
        double product = 0.0, otherSquare = 0.0, difference = 0.0;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const double a = static_cast<double>(own[i]), b = static_cast<double>(numbers[i]);
            product += a * b;
            otherSquare += b * b;
            difference += (a - b) * (a - b);
        }
        if (!std::isfinite(otherSquare)) {
            ++found.leftOut;
            continue;
        }
        const double sizes = found.norm * std::sqrt(otherSquare);
        all.push_back({other, sizes > 0.0 ? std::clamp(product / sizes, -1.0, 1.0) : 0.0, std::sqrt(difference)});
        if (sizes > 0.0)
            found.byCosine.push_back(all.back());
    }
    const auto keep = [&](std::vector<Neighbor>& list, auto isBefore) {
        const std::size_t kept = std::min(count, list.size());
        std::ranges::partial_sort(list, list.begin() + static_cast<std::ptrdiff_t>(kept), isBefore);
        list.resize(kept);
    };
    keep(found.byCosine,
         [](const Neighbor& a, const Neighbor& b) { return a.cosine != b.cosine ? a.cosine > b.cosine : a.id < b.id; });
    found.byDistance = std::move(all);
    keep(found.byDistance,
         [](const Neighbor& a, const Neighbor& b) { return a.distance != b.distance ? a.distance < b.distance : a.id < b.id; });
    return found;
}

bool TokenNames::hasWords() const
{
    return m_tokens && (m_tokens->vocabulary || !m_tokens->classNames.empty());
}

std::string TokenNames::wordOf(std::int64_t id) const
{
    if (id < 0 || id >= m_rows || !m_tokens)
        return {};
    if (const auto& vocabulary = m_tokens->vocabulary)
        return id < vocabulary->size() ? vocabulary->shown(static_cast<std::int32_t>(id)) : std::string();
    return id < std::ssize(m_tokens->classNames) ? m_tokens->classNames[static_cast<std::size_t>(id)] : std::string();
}

std::string TokenNames::nameOf(std::int64_t id) const
{
    const std::string word = wordOf(id);
    return word.empty() ? '#' + std::to_string(id) : word;
}

std::int64_t TokenNames::idOf(std::string_view word) const
{
    if (hasWords() && m_tokens->vocabulary) {
        // As the network's own texts are read: in lowercase, for example.
        const std::vector<std::int32_t> ids = m_tokens->vocabulary->encoded(word);
        if (ids.size() == 1 && ids[0] >= data::Vocabulary::firstToken && ids[0] < m_rows)
            return ids[0];
    }
    if (hasWords())
        for (std::int64_t id = 0; id < m_rows; ++id)
            if (wordOf(id) == word)
                return id;
    std::int64_t id = -1;
    const std::string_view digits = word.starts_with('#') ? word.substr(1) : word;
    if (word.starts_with('#') || !hasWords()) {
        const auto [rest, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), id);
        if (problem == std::errc() && rest == digits.data() + digits.size() && id >= 0 && id < m_rows)
            return id;
    }
    if (hasWords())
        refuse(
            NS_MESSAGE("neighbors.word",
                       "\"{0}\" is not one of the {1:token|tokens} that this embedding knows; give another word, or the number of "
                       "a row from #0 to #{2}"),
            std::string(word), m_rows, m_rows - 1);
    refuse(NS_MESSAGE("neighbors.number", "the rows of this embedding have no words: give a number from 0 to {0}, not \"{1}\""),
           m_rows - 1, std::string(word));
}

std::vector<std::int64_t> TokenNames::beginningWith(std::string_view word, std::size_t count) const
{
    std::vector<std::int64_t> ids;
    for (std::int64_t id = 0; id < m_rows && ids.size() < count && hasWords(); ++id)
        if (wordOf(id).starts_with(word))
            ids.push_back(id);
    return ids;
}

} // namespace netsmith::inspect

#include "engine/interop/onnx/import/axis_layout.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace netsmith::interop {

AxisLayout::AxisLayout(std::span<const std::int64_t> sizes, std::span<const int> places)
    : m_axes(sizes.size())
{
    m_factors.assign(static_cast<std::size_t>(std::ranges::count_if(places, [](int place) { return place >= 0; })), 1);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (places[i] == batchFactor) {
            m_batch = sizes[i];
            m_axes[i] = {batchFactor};
            continue;
        }
        m_factors[static_cast<std::size_t>(places[i])] = sizes[i];
        m_axes[i] = {places[i]};
    }
}

std::int64_t AxisLayout::size(int axis) const
{
    std::int64_t product = 1;
    for (const int factor : m_axes[static_cast<std::size_t>(axis)])
        product *= factor == batchFactor ? m_batch : m_factors[static_cast<std::size_t>(factor)];
    return product;
}

std::vector<std::int64_t> AxisLayout::sizes() const
{
    std::vector<std::int64_t> result;
    for (int axis = 0; axis < rank(); ++axis)
        result.push_back(size(axis));
    return result;
}

bool AxisLayout::holdsBatch(int axis) const
{
    const Axis& factors = m_axes[static_cast<std::size_t>(axis)];
    return std::ranges::find(factors, batchFactor) != factors.end();
}

int AxisLayout::batchAxis() const
{
    for (int axis = 0; axis < rank(); ++axis)
        if (m_axes[static_cast<std::size_t>(axis)] == Axis{batchFactor})
            return axis;
    return -1;
}

std::int64_t AxisLayout::sampleElements() const
{
    return std::accumulate(m_factors.begin(), m_factors.end(), std::int64_t{1}, std::multiplies<>());
}

AxisLayout AxisLayout::transposed(std::span<const int> order) const
{
    AxisLayout result = *this;
    for (std::size_t i = 0; i < order.size(); ++i)
        result.m_axes[i] = m_axes[static_cast<std::size_t>(order[i])];
    return result;
}

namespace {

/// Cuts factors so that the axes of a reshape consist of whole ones.
class FactorCutter {
public:
    FactorCutter(std::int64_t batch, const std::vector<std::int64_t>& factors, const std::vector<AxisLayout::Axis>& axes)
        : m_batch(batch)
    {
        // Factors that are neighbours in both orders are one, which may be cut anywhere.
        for (const AxisLayout::Axis& axis : axes)
            for (const int factor : axis) {
                if (factor != AxisLayout::batchFactor && factors[static_cast<std::size_t>(factor)] == 1)
                    continue;
                if (factor != AxisLayout::batchFactor && !m_pieces.empty() && m_pieces.back().first != AxisLayout::batchFactor
                    && nextOf(m_pieces.back().last, factors) == factor) {
                    m_pieces.back().size *= factors[static_cast<std::size_t>(factor)];
                    m_pieces.back().last = factor;
                    continue;
                }
                const std::int64_t size = factor == AxisLayout::batchFactor ? batch : factors[static_cast<std::size_t>(factor)];
                m_pieces.push_back({factor, factor, size, {}});
            }
    }

    /// The axes as pairs of a piece and a cut of it; nothing if the sizes do not fit.
    bool cut(std::span<const std::int64_t> sizes)
    {
        std::size_t next = 0;
        std::int64_t rest = m_pieces.empty() ? 1 : m_pieces[0].size;
        const auto isBatch = [&] { return next < m_pieces.size() && m_pieces[next].first == AxisLayout::batchFactor; };
        bool batchTaken = false;
        const auto advance = [&] {
            ++next;
            rest = next < m_pieces.size() ? m_pieces[next].size : 1;
        };
        for (const std::int64_t size : sizes) {
            m_axes.emplace_back();
            std::int64_t needed = size;
            if (isBatch() && m_batch == 1 && size == 1 && !batchTaken) {
                m_axes.back().push_back({next, 0});
                batchTaken = true;
                advance();
                continue;
            }
            while (needed > 1 && next < m_pieces.size()) {
                if (isBatch()) {
                    if (needed % m_batch != 0)
                        return false;
                    m_axes.back().push_back({next, 0});
                    needed /= m_batch;
                    advance();
                    continue;
                }
                const std::int64_t taken = std::gcd(needed, rest);
                if (taken == 1 || (taken != needed && taken != rest))
                    return false;
                m_axes.back().push_back({next, m_pieces[next].cuts.size()});
                m_pieces[next].cuts.push_back(taken);
                needed /= taken;
                rest /= taken;
                if (rest == 1)
                    advance();
            }
            if (needed != 1)
                return false;
        }
        return next >= m_pieces.size(); // else an axis was dropped that is a batch of one
    }

    void write(std::vector<std::int64_t>& factors, std::vector<AxisLayout::Axis>& axes) const
    {
        std::vector<std::size_t> order(m_pieces.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::sort(order, {}, [&](std::size_t piece) { return m_pieces[piece].first; });
        std::vector<int> firstOf(m_pieces.size(), 0);
        factors.clear();
        for (const std::size_t piece : order) {
            firstOf[piece] = static_cast<int>(factors.size());
            factors.insert(factors.end(), m_pieces[piece].cuts.begin(), m_pieces[piece].cuts.end());
        }
        axes.clear();
        for (const auto& parts : m_axes) {
            axes.emplace_back();
            for (const auto& [piece, part] : parts)
                axes.back().push_back(m_pieces[piece].first == AxisLayout::batchFactor ? AxisLayout::batchFactor
                                                                                       : firstOf[piece] + static_cast<int>(part));
        }
    }

private:
    struct Piece {
        int first; ///< of the former factors that it is made of
        int last;
        std::int64_t size;
        std::vector<std::int64_t> cuts;
    };

    /// The next factor that is more than 1.
    static int nextOf(int factor, const std::vector<std::int64_t>& factors)
    {
        do
            ++factor;
        while (factor < static_cast<int>(factors.size()) && factors[static_cast<std::size_t>(factor)] == 1);
        return factor;
    }

    std::int64_t m_batch;
    std::vector<Piece> m_pieces;
    std::vector<std::vector<std::pair<std::size_t, std::size_t>>> m_axes;
};

} // namespace

std::optional<AxisLayout> AxisLayout::reshaped(std::span<const std::int64_t> sizes) const
{
    FactorCutter cutter(m_batch, m_factors, m_axes);
    if (!cutter.cut(sizes))
        return std::nullopt;
    AxisLayout result = *this;
    cutter.write(result.m_factors, result.m_axes);
    return result;
}

AxisLayout AxisLayout::without(int axis) const
{
    AxisLayout result = *this;
    result.m_axes.erase(result.m_axes.begin() + axis);
    return result;
}

AxisLayout AxisLayout::withOne(int axis) const
{
    AxisLayout result = *this;
    result.m_axes.insert(result.m_axes.begin() + axis, Axis());
    return result;
}

AxisLayout AxisLayout::resized(int axis, std::int64_t size) const
{
    AxisLayout result = *this;
    Axis& factors = result.m_axes[static_cast<std::size_t>(axis)];
    if (factors.empty()) { // it had one number, which may lie anywhere: before the axes that follow it
        int place = static_cast<int>(m_factors.size());
        for (int next = axis + 1; next < rank() && place == static_cast<int>(m_factors.size()); ++next)
            for (const int factor : m_axes[static_cast<std::size_t>(next)])
                if (factor != batchFactor)
                    place = std::min(place, factor);
        for (Axis& other : result.m_axes)
            for (int& factor : other)
                factor += factor >= place ? 1 : 0;
        result.m_factors.insert(result.m_factors.begin() + place, size);
        factors = {place};
        return result;
    }
    const int kept = *std::ranges::min_element(factors);
    for (const int factor : factors)
        result.m_factors[static_cast<std::size_t>(factor)] = factor == kept ? size : 1;
    factors = {kept};
    return result;
}

std::vector<int> AxisLayout::storedOrder() const
{
    struct Placed {
        int axis;
        int first;
    };
    std::vector<Placed> placed;
    std::vector<int> plain;
    bool whole = true;
    int after = 0;
    for (int axis = 0; axis < rank(); ++axis) {
        const Axis& factors = m_axes[static_cast<std::size_t>(axis)];
        if (factors == Axis{batchFactor})
            continue;
        plain.push_back(axis);
        Axis mine;
        std::ranges::copy_if(factors, std::back_inserter(mine),
                             [&](int factor) { return factor != batchFactor && m_factors[static_cast<std::size_t>(factor)] != 1; });
        whole = whole && std::ranges::is_sorted(mine);
        if (!mine.empty() && mine.back() - mine.front() >= static_cast<int>(mine.size()))
            for (int between = mine.front(); between < mine.back(); ++between)
                whole =
                    whole && (m_factors[static_cast<std::size_t>(between)] == 1 || std::ranges::find(mine, between) != mine.end());
        placed.push_back({axis, mine.empty() ? after : mine.front()});
        if (!mine.empty())
            after = mine.back();
    }
    if (!whole)
        return plain;
    std::ranges::stable_sort(placed, {}, &Placed::first);
    std::vector<int> order;
    for (const Placed& one : placed)
        order.push_back(one.axis);
    return order;
}

std::vector<std::int64_t> AxisLayout::placesWith(const std::vector<std::int64_t>& strides) const
{
    std::vector<std::int64_t> result{0};
    for (std::size_t factor = 0; factor < m_factors.size(); ++factor) {
        std::vector<std::int64_t> next;
        for (const std::int64_t place : result)
            for (std::int64_t i = 0; i < m_factors[factor]; ++i)
                next.push_back(place + i * strides[factor]);
        result = std::move(next);
    }
    return result;
}

std::vector<std::int64_t> AxisLayout::places(int axis) const
{
    AxisLayout only = *this;
    only.m_axes = {m_axes[static_cast<std::size_t>(axis)]};
    return only.modelPlaces();
}

std::vector<std::int64_t> AxisLayout::modelPlaces() const
{
    std::vector<std::int64_t> strides(m_factors.size(), 0);
    std::int64_t stride = 1;
    for (std::size_t axis = m_axes.size(); axis-- > 0;)
        for (std::size_t i = m_axes[axis].size(); i-- > 0;)
            if (const int factor = m_axes[axis][i]; factor != batchFactor) {
                strides[static_cast<std::size_t>(factor)] = stride;
                stride *= m_factors[static_cast<std::size_t>(factor)];
            }
    return placesWith(strides);
}

std::vector<int> AxisLayout::factorsOf(const Groups& groups) const
{
    std::vector<int> result;
    for (const std::vector<int>& group : groups)
        for (const int axis : group)
            for (const int factor : m_axes[static_cast<std::size_t>(axis)])
                if (factor != batchFactor)
                    result.push_back(factor);
    return result;
}

std::vector<std::int64_t> AxisLayout::groupSizes(const Groups& groups) const
{
    std::vector<std::int64_t> sizes;
    for (const std::vector<int>& group : groups) {
        std::int64_t product = 1;
        for (const int factor : factorsOf({group}))
            product *= m_factors[static_cast<std::size_t>(factor)];
        sizes.push_back(product);
    }
    return sizes;
}

AxisLayout::Move AxisLayout::moveTo(const Groups& groups) const
{
    Move move;
    move.after = groupSizes(groups);
    std::vector<int> wanted;
    std::ranges::copy_if(factorsOf(groups), std::back_inserter(wanted),
                         [&](int factor) { return m_factors[static_cast<std::size_t>(factor)] != 1; });
    if (std::ranges::is_sorted(wanted))
        return move;
    // Runs that stay together are one axis of the permutation.
    struct Run {
        int first;
        std::int64_t size;
    };
    std::vector<int> stored = wanted;
    std::ranges::sort(stored);
    const auto rankOf = [&](int factor) { return std::ranges::lower_bound(stored, factor) - stored.begin(); };
    std::vector<Run> runs;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (i > 0 && rankOf(wanted[i]) == rankOf(wanted[i - 1]) + 1)
            runs.back().size *= m_factors[static_cast<std::size_t>(wanted[i])];
        else
            runs.push_back({wanted[i], m_factors[static_cast<std::size_t>(wanted[i])]});
    }
    std::vector<Run> before = runs;
    std::ranges::sort(before, {}, &Run::first);
    for (const Run& run : before)
        move.before.push_back(run.size);
    for (const Run& run : runs)
        move.order.push_back(static_cast<int>(std::ranges::find(before, run.first, &Run::first) - before.begin()));
    return move;
}

AxisLayout AxisLayout::moved(const Groups& groups) const
{
    const std::vector<int> wanted = factorsOf(groups);
    AxisLayout result = *this;
    result.m_factors.clear(); // a factor that no axis has any more is 1
    for (const int factor : wanted)
        result.m_factors.push_back(m_factors[static_cast<std::size_t>(factor)]);
    for (Axis& axis : result.m_axes)
        for (int& factor : axis)
            if (factor != batchFactor)
                factor = static_cast<int>(std::ranges::find(wanted, factor) - wanted.begin());
    return result;
}

} // namespace netsmith::interop

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace netsmith::interop {

/// How the axes of a model's tensor lie in the output of one of our layers.
///
/// Models have the channels first, we have them last, and a model may reshape and transpose in between. None of that moves a number
/// here: our tensor is a row-major box of *factors*, and each axis of the model is a list of them, in its own order. A
/// transposition reorders the lists, a reshape regroups them, and only a layer that needs another order has the numbers moved.
class AxisLayout {
public:
    using Axis = std::vector<int>; ///< factors, outermost first; none: an axis of size 1
    static constexpr int batchFactor = -1; ///< the batch, which is always the outermost of our tensor

    AxisLayout() = default;
    /// A tensor of a model whose axis i has `sizes[i]` numbers and lies at the place `places[i]` of our sample's axes; −1: it is
    /// the batch.
    AxisLayout(std::span<const std::int64_t> sizes, std::span<const int> places);

    int rank() const { return static_cast<int>(m_axes.size()); }
    std::int64_t size(int axis) const;
    std::vector<std::int64_t> sizes() const;
    /// The axis of the batch alone; −1 if it is merged with another one.
    int batchAxis() const;
    bool holdsBatch(int axis) const;
    /// The numbers of a sample.
    std::int64_t sampleElements() const;
    std::int64_t batch() const { return m_batch; }

    /// The model's axis i becomes the former `order[i]`.
    AxisLayout transposed(std::span<const int> order) const;
    /// Nothing if the sizes cut through factors that are not neighbours in our tensor, or through the batch.
    std::optional<AxisLayout> reshaped(std::span<const std::int64_t> sizes) const;
    /// The axis is removed if it has one number, which is not the batch.
    AxisLayout without(int axis) const;
    AxisLayout withOne(int axis) const;
    /// An axis whose numbers became others, this many; its factors become one.
    AxisLayout resized(int axis, std::int64_t size) const;

    /// The axes other than the batch in the order in which our tensor has them, if it has each in one piece; else in the model's
    /// order. Axes of size 1 stand where the model has them.
    std::vector<int> storedOrder() const;

    /// For each number of a sample, in the order of our tensor, its place along this axis, which is the only one besides the batch
    /// that has more than one.
    std::vector<std::int64_t> places(int axis) const;

    /// For each number of a sample, in the order of our tensor, its place in one of the model, row-major.
    std::vector<std::int64_t> modelPlaces() const;

    /// The axes merged into groups, one group for each axis of our sample.
    using Groups = std::vector<std::vector<int>>;
    std::vector<std::int64_t> groupSizes(const Groups& groups) const;
    /// How our tensor must be reshaped and permuted to have these groups as its axes; each axis but the batch is in one group.
    struct Move {
        std::vector<std::int64_t> before; ///< the shape to permute
        std::vector<int> order; ///< empty: the numbers lie in this order already
        std::vector<std::int64_t> after; ///< the sizes of the groups
    };
    Move moveTo(const Groups& groups) const;
    /// The layout after that move.
    AxisLayout moved(const Groups& groups) const;
    bool operator==(const AxisLayout&) const = default;

private:
    /// The places of a box of all factors with these strides.
    std::vector<std::int64_t> placesWith(const std::vector<std::int64_t>& strides) const;
    std::vector<int> factorsOf(const Groups& groups) const;

    std::int64_t m_batch = 1;
    std::vector<std::int64_t> m_factors; ///< their sizes, in the order of our tensor
    std::vector<Axis> m_axes;
};

} // namespace netsmith::interop

#pragma once

#include "engine/inspect/explanations/program_reader.h"

namespace netsmith::inspect::explain {

/// A sum of products of two inputs' numbers, or of one's numbers alone.
class ProductSum {
public:
    ProductSum(OpCall& call, std::size_t left, std::optional<std::size_t> right = {})
        : m_call(call)
        , m_left(left)
        , m_right(right)
    {
    }

    void add(std::int64_t left, std::int64_t right = 0);
    /// A number of the first input times one that no input has.
    void addTimes(std::int64_t left, double factor);
    /// `gradient`: the input whose numbers are gradients; that of the largest product is explained before the sum.
    double finish(std::size_t gradient);

private:
    /// Whether the product is one of those that are listed.
    bool count(std::int64_t left, std::int64_t right, double value);

    OpCall& m_call;
    std::size_t m_left;
    std::optional<std::size_t> m_right;
    double m_sum = 0.0;
    double m_listed = 0.0;
    std::int64_t m_count = 0;
    std::vector<Term> m_terms;
    double m_largest = 0.0;
    std::int64_t m_leftOfLargest = 0;
    std::int64_t m_rightOfLargest = 0;
};

} // namespace netsmith::inspect::explain

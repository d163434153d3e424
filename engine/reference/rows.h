#pragma once

#include "engine/reference/call.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace netsmith::reference {

/// A tensor seen as rows along its last axis.
struct Rows {
    explicit Rows(const Tensor& tensor)
        : width(tensor.shape()[-1])
        , count(tensor.size() / width)
        , m_values(tensor.values)
    {
    }

    std::span<double> row(std::int64_t index) const
    {
        return m_values.subspan(static_cast<std::size_t>(index * width), static_cast<std::size_t>(width));
    }

    std::int64_t width;
    std::int64_t count;

private:
    std::span<double> m_values;
};

/// The target of a row of classes, from one class per row (i32) or a distribution per row.
struct RowTargets {
    RowTargets(const Tensor& tensor, std::int64_t classes)
        : m_tensor(tensor)
        , m_classes(classes)
    {
    }

    /// The probability of a class in a row; NaN throughout a row whose class is out of range.
    double share(std::int64_t row, std::int64_t index) const
    {
        if (m_tensor.info->type != DataType::i32)
            return m_tensor[row * m_classes + index];
        const double wanted = m_tensor[row];
        if (!(wanted >= 0.0 && wanted < static_cast<double>(m_classes)))
            return std::numeric_limits<double>::quiet_NaN();
        return static_cast<std::int64_t>(wanted) == index ? 1.0 : 0.0;
    }

    /// The class of a row, for a distribution its first maximum; none if the class is out of range or a probability is NaN.
    std::optional<std::int64_t> wanted(std::int64_t row) const
    {
        if (m_tensor.info->type == DataType::i32) {
            const double wanted = m_tensor[row];
            return wanted >= 0.0 && wanted < static_cast<double>(m_classes) ? std::optional(static_cast<std::int64_t>(wanted))
                                                                            : std::nullopt;
        }
        const auto shares = Rows(m_tensor).row(row);
        if (std::ranges::any_of(shares, [](double share) { return std::isnan(share); }))
            return std::nullopt;
        return std::ranges::max_element(shares) - shares.begin();
    }

private:
    const Tensor& m_tensor;
    std::int64_t m_classes;
};

/// Whether a target of yes or no says neither: a NaN, or a class below 0.
inline bool isAbsent(const Tensor& target, std::int64_t index)
{
    return std::isnan(target[index]) || (target.info->type == DataType::i32 && target[index] < 0.0);
}

} // namespace netsmith::reference

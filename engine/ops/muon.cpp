#include "engine/ops/muon.h"

#include "engine/core/checked.h"
#include "engine/ops/update_checks.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace netsmith {

std::string MuonAttributes::text() const
{
    std::string out = fmt::format("momentum {}{} iterations {} rms {}", momentum, nesterov ? " nesterov" : "", iterations, rmsRate);
    for (const Matrix& matrix : matrices)
        out += fmt::format(" {}×{}", matrix.rows, matrix.columns);
    return out + updateText();
}

double MuonAttributes::scaleOf(const Matrix& matrix) const
{
    return rmsRate > 0.0 ? rmsRate * std::sqrt(static_cast<double>(std::max(matrix.rows, matrix.columns))) : 1.0;
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const MuonAttributes&>(base);
    const InputCheck check("muon", inputs, {"weights", "gradients", "momentum", "rates", "counters", "scale", "status"}, 7);
    expectShare(check, "momentum", attributes.momentum);
    expectNotNegative(check, "rms_rate", attributes.rmsRate);
    check.expect(attributes.iterations >= 1 && attributes.iterations <= 100, "1 to 100 iterations",
                 fmt::format("{}", attributes.iterations));
    expectUpdate(check, 3, attributes);
    check.expect(attributes.matrices.size() == attributes.ranges.size(),
                 fmt::format("{} matrices, one a range", attributes.ranges.size()), fmt::format("{}", attributes.matrices.size()));
    for (std::size_t i = 0; i < attributes.matrices.size(); ++i) {
        const auto& [rows, columns] = attributes.matrices[i];
        const UpdateRange& range = attributes.ranges[i];
        check.expect(rows >= 1 && columns >= 1 && checkedMultiply(rows, columns) == range.end - range.begin,
                     fmt::format("a matrix of {} elements", range.end - range.begin), fmt::format("{}×{}", rows, columns));
    }
    return {check.same(0), check.same(2)};
}

double flops(const Attributes& base, std::span<const TensorInfo>, std::span<const TensorInfo>)
{
    const auto& attributes = static_cast<const MuonAttributes&>(base);
    double sum = 0.0;
    for (const MuonAttributes::Matrix& matrix : attributes.matrices) {
        const auto elements = static_cast<double>(matrix.elements());
        const auto shorter = static_cast<double>(matrix.shorter());
        // Two products with the matrix and one of the small matrices.
        sum += 12.0 * elements + static_cast<double>(attributes.iterations) * (4.0 * elements + 2.0 * shorter * shorter) * shorter;
    }
    return sum;
}

} // namespace

constinit const OpSpec muon{.name = "muon", .infer = infer, .flops = flops};

} // namespace ops
} // namespace netsmith

#include "engine/ops/round.h"
#include "tests/engine/ops/worked_values.h"

namespace netsmith::test {

void addRounding(std::vector<Worked>& rows)
{
    const double infinity = std::numeric_limits<double>::infinity();
    // Ties go to the even neighbour, 1 or 1 + 2/1024; numbers below 2⁻¹⁴ are multiples of 2⁻²⁴.
    const Values x{1.0 + 0x1p-11, 1.0 + 0x3p-11, -0.1, 65519.0, 65520.0, -70000.0, 0x1p-24, 0x1p-25, 0x3p-25, -1e-8, 0x1.ffcp-15};
    rows.push_back(
        {{"round to fp16", &ops::round, with<RoundAttributes>(DataType::f16, true), {f32({11}, x)}},
         {{1.0, 1.0 + 0x1p-9, -0.0999755859375, 65504.0, infinity, -infinity, 0x1p-24, 0.0, 0x1p-23, -0.0, 0x1.ffcp-15}}});
    rows.push_back({{"round to bf16",
                     &ops::round,
                     with<RoundAttributes>(DataType::bf16, true),
                     {f32({6}, {1.0 + 0x1p-8, 1.0 + 0x3p-8, -0.1, 70000.0, 3.4e38, 1e-30})}},
                    {{1.0, 1.0 + 0x1p-6, -0.10009765625, 70144.0, infinity, 0x1.44p-100}}});
    rows.push_back({{"round what is no number", &ops::round, with<RoundAttributes>(DataType::f16, true), {f32({1}, {notANumber})}},
                    {{notANumber}}});
}

} // namespace netsmith::test

#include "engine/ops/batch_matmul.h"
#include "tests/engine/ops/op_cases.h"

namespace netsmith::test {
namespace {

/// Two random matrices; small ones are differentiated.
OpCase product(const std::string& name, const Shape& left, const Shape& right, bool transposeLeft, bool transposeRight,
               bool small = true)
{
    OpCase made{"batch_matmul" + name,
                &ops::batchMatmul,
                std::make_shared<BatchMatmulAttributes>(transposeLeft, transposeRight),
                {activationInput(left, uniform(left.elements(), 1, -1.0, 1.0)),
                 activationInput(right, uniform(right.elements(), 2, -1.0, 1.0))}};
    made.differences = small;
    return made;
}

} // namespace

void addBatchMatmulCases(std::vector<OpCase>& cases)
{
    cases.push_back(product("", {3, 2, 4}, {3, 4, 5}, false, false));
    cases.push_back(product(", left transposed", {3, 4, 2}, {3, 4, 5}, true, false));
    cases.push_back(product(", right transposed", {3, 2, 4}, {3, 5, 4}, false, true));
    cases.push_back(product(", both transposed", {3, 4, 2}, {3, 5, 4}, true, true));
    cases.push_back(product(" of heads", {2, 3, 4, 2}, {2, 3, 4, 2}, false, true));
    cases.push_back(product(" without a batch", {3, 4}, {4, 2}, false, false));
    cases.push_back(product(" of one", {1, 3, 7}, {1, 7, 2}, false, false));
    cases.push_back(product(" of vectors", {5, 1, 7}, {5, 1, 7}, false, true));
    cases.push_back(product(", outer", {4, 1, 3}, {4, 1, 5}, true, false));
    cases.push_back(product(", large", {6, 33, 47}, {6, 47, 65}, false, false, false));
    cases.push_back(product(", large, left transposed", {6, 47, 33}, {6, 47, 65}, true, false, false));
    cases.push_back(product(", large, right transposed", {2, 4, 64, 32}, {2, 4, 64, 32}, false, true, false));
    cases.push_back(product(", large, both transposed", {7, 40, 30}, {7, 50, 40}, true, true, false));
    cases.push_back(product(" of many vectors", {130, 1, 97}, {130, 1, 97}, false, true, false));
}

} // namespace netsmith::test

#include "engine/ops/embedding.h"
#include "engine/ops/gather.h"
#include "tests/engine/ops/op_cases.h"

#include <cmath>

namespace netsmith::test {
namespace {

/// Ids of rows as in a text: some often, some never.
std::vector<double> idsBelow(std::int64_t rows, std::int64_t count)
{
    std::vector<double> ids = uniform(count, 9, 0.0, 1.0);
    for (double& id : ids)
        id = std::floor(id * id * static_cast<double>(rows));
    return ids;
}

OpCase embeddingCase(const std::string& name, std::int64_t rows, std::int64_t size, const Shape& places, std::int64_t padding = -1,
                     bool small = true)
{
    OpCase made{name,
                &ops::embedding,
                std::make_shared<EmbeddingAttributes>(rows, padding),
                {parameterInput({rows, size}, spread(rows * size, 4)), givenInput(places, idsBelow(rows, places.elements()))}};
    made.differences = small && padding < 0; // the padding's row is read, but gets no gradient
    return made;
}

/// Windows of a text: samples of five tokens, each `stride` after the one before.
OpCase windowCase(const std::string& name, DataType type, DataType result, std::int64_t stride)
{
    auto attributes = std::make_shared<GatherAttributes>();
    attributes->batch = 4;
    attributes->type = result;
    attributes->stride = stride;
    OpInput text = givenInput({6, 5}, {}, type);
    for (std::int64_t i = 0; i < 5 * stride + 5; ++i)
        text.values.push_back(static_cast<double>(i * 7 % 50));
    text.data = true;
    text.stride = stride;
    OpInput order = givenInput({7}, {4, 0, 3, 1, 1, 5, 2}, DataType::i32);
    order.data = true;
    return {name, &ops::gather, attributes, {std::move(text), std::move(order), countersInput(0, 2, 0, 0)}};
}

} // namespace

void addTokenCases(std::vector<OpCase>& cases)
{
    cases.push_back(embeddingCase("embedding of a sequence", 7, 3, {2, 5}));
    cases.push_back(embeddingCase("embedding of single numbers", 4, 5, {6}));
    cases.push_back(embeddingCase("embedding of one row", 1, 2, {3, 2}));
    cases.push_back(embeddingCase("embedding of one number", 3, 1, {1}));
    cases.push_back(embeddingCase("embedding with padding", 7, 3, {2, 5}, 0));
    cases.push_back(embeddingCase("embedding with padding at the end", 5, 9, {3, 4}, 4));
    cases.push_back(embeddingCase("embedding, large", 211, 67, {16, 130}, -1, false));
    cases.push_back(embeddingCase("embedding of many rows, large", 5003, 8, {9, 37}, 0, false));
    OpCase outside = embeddingCase("embedding of what is outside the table", 5, 4, {8});
    outside.inputs[1].values = {-1.0, 5.0, 4.0, 1e30, -1e30, 0.0, 3.75, 16777216.0};
    outside.differences = false;
    cases.push_back(std::move(outside));

    cases.push_back(windowCase("gather windows", DataType::u8, DataType::f32, 1));
    cases.push_back(windowCase("gather windows of words", DataType::i32, DataType::f32, 2));
    cases.push_back(windowCase("gather windows as classes", DataType::u8, DataType::i32, 3));
    cases.push_back(windowCase("gather windows of words as classes", DataType::i32, DataType::i32, 1));
    cases.push_back(windowCase("gather windows with gaps", DataType::f32, DataType::f32, 8));
}

} // namespace netsmith::test

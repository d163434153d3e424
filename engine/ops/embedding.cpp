#include "engine/ops/embedding.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <fmt/format.h>

#include <limits>

namespace netsmith {

std::string EmbeddingAttributes::text() const
{
    return fmt::format("rows {}{}", rows, padding >= 0 ? fmt::format(" padding {}", padding) : "");
}

namespace ops {
namespace {

constexpr std::int64_t mostRows = std::int64_t{1} << 24; // beyond, f32 can't distinguish consecutive integers

void expectRows(const InputCheck& check, const EmbeddingAttributes& attributes)
{
    check.expect(attributes.rows >= 1 && attributes.rows <= mostRows, "1 ≤ rows ≤ 2²⁴", std::to_string(attributes.rows));
    check.expect(attributes.padding >= -1 && attributes.padding < attributes.rows, "−1 ≤ padding < rows",
                 std::to_string(attributes.padding));
}

void expectIds(const InputCheck& check, std::size_t index)
{
    check.expectRankAtLeast(index, 1);
    check.expectType(index, {DataType::f32});
    check.expect(check.shape(index).elements() <= std::numeric_limits<std::int32_t>::max(), "fewer than 2³¹ ids",
                 std::to_string(check.shape(index).elements()));
}

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const EmbeddingAttributes&>(base);
    const InputCheck check("embedding", inputs, {"table", "ids"}, 2);
    expectRows(check, attributes);
    check.expectRank(0, 2);
    check.expectType(0, {DataType::f32});
    check.expectShape(0, {attributes.rows, check.shape(0)[1]});
    expectIds(check, 1);
    const std::span<const std::int64_t> places = check.shape(1).sizes();
    std::vector<std::int64_t> sizes(places.begin(), places.end());
    sizes.push_back(check.shape(0)[1]);
    return {{Shape(sizes), DataType::f32}};
}

void gradient(GradientContext& context)
{
    if (context.needs(0))
        context.give(
            0,
            context.emitter().emitOne(embeddingBackward, context.op().attributes, {context.input(1), context.outputGradient(0)}));
}

std::vector<TensorType> inferBackward(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const EmbeddingAttributes&>(base);
    const InputCheck check("embedding_backward", inputs, {"ids", "dy"}, 2);
    expectRows(check, attributes);
    expectIds(check, 0);
    check.expectRank(1, check.shape(0).rank() + 1);
    check.expectType(1, {DataType::f32});
    const std::int64_t size = check.shape(1)[-1];
    const std::span<const std::int64_t> places = check.shape(0).sizes();
    std::vector<std::int64_t> sizes(places.begin(), places.end());
    sizes.push_back(size);
    check.expectShape(1, Shape(sizes));
    return {{{attributes.rows, size}, DataType::f32}};
}

double flopsBackward(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return static_cast<double>(inputs[1].shape.elements());
}

} // namespace

constinit const OpSpec embedding{.name = "embedding", .infer = infer, .gradient = gradient};
constinit const OpSpec embeddingBackward{.name = "embedding_backward", .infer = inferBackward, .flops = flopsBackward};

} // namespace ops
} // namespace netsmith

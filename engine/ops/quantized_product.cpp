#include "engine/ops/quantized_product.h"

#include "engine/ops/checks.h"

#include <fmt/format.h>

namespace netsmith::ops {
namespace {

std::vector<TensorType> inferCodes(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("quantize", inputs, {"x", "range"}, 2);
    check.expectType(0, {DataType::f32});
    check.expectShape(1, {2});
    return {{check.shape(0), DataType::u8}};
}

/// As the product of floats infers it, once the inputs are those of the integers' product.
template <class A>
std::vector<TensorType> infer(const OpSpec& product, const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const QuantizedAttributes<A>&>(base);
    const std::size_t biased = attributes.product.bias ? 1 : 0;
    const InputCheck check(product.name, inputs, {"x", "range", "w", "b", "range of y"}, 3 + biased + (attributes.codes ? 1 : 0));
    check.expectType(0, {DataType::u8});
    for (std::size_t i = 1; i < check.count(); ++i)
        check.expectType(i, {DataType::f32});
    check.expectShape(1, {2});
    if (attributes.codes)
        check.expectShape(3 + biased, {2});
    std::vector<TensorInfo> floats{inputs[0], inputs[2]};
    floats[0].type = DataType::f32;
    if (biased)
        floats.push_back(inputs[3]);
    std::vector<TensorType> outputs = product.infer(attributes.product, floats);
    const std::int64_t products = check.shape(2).elements() / check.shape(2)[-1];
    check.expect(products <= mostQuantizedProducts, fmt::format("at most {} products in a sum", mostQuantizedProducts),
                 std::to_string(products));
    if (attributes.codes)
        outputs[0].type = DataType::u8;
    return outputs;
}

std::vector<TensorType> inferConv2d(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    return infer<Conv2dAttributes>(conv2d, attributes, inputs);
}

std::vector<TensorType> inferDense(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    return infer<DenseAttributes>(dense, attributes, inputs);
}

template <class A>
double flopsOf(const OpSpec& product, const Attributes& base, std::span<const TensorInfo> inputs,
               std::span<const TensorInfo> outputs)
{
    const std::vector<TensorInfo> floats{inputs[0], inputs[2]};
    return product.flops(static_cast<const QuantizedAttributes<A>&>(base).product, floats, outputs);
}

double flopsConv2d(const Attributes& attributes, std::span<const TensorInfo> inputs, std::span<const TensorInfo> outputs)
{
    return flopsOf<Conv2dAttributes>(conv2d, attributes, inputs, outputs);
}

double flopsDense(const Attributes& attributes, std::span<const TensorInfo> inputs, std::span<const TensorInfo> outputs)
{
    return flopsOf<DenseAttributes>(dense, attributes, inputs, outputs);
}

double flopsDynamic(const Attributes& attributes, std::span<const TensorInfo> inputs, std::span<const TensorInfo> outputs)
{
    return dense.flops(attributes, inputs, outputs);
}

std::vector<TensorType> inferDynamic(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const InputCheck check("dynamic_dense", inputs, {"x", "w", "b"}, static_cast<const DenseAttributes&>(base).bias ? 3 : 2);
    for (std::size_t i = 0; i < check.count(); ++i)
        check.expectType(i, {DataType::f32});
    const std::vector<TensorType> outputs = dense.infer(base, inputs);
    check.expect(check.shape(1)[0] <= mostQuantizedProducts, fmt::format("at most {} products in a sum", mostQuantizedProducts),
                 std::to_string(check.shape(1)[0]));
    return outputs;
}

} // namespace

constinit const OpSpec quantize{.name = "quantize", .infer = inferCodes};
constinit const OpSpec quantizedConv2d{.name = "quantized_conv2d", .infer = inferConv2d, .flops = flopsConv2d};
constinit const OpSpec quantizedDense{.name = "quantized_dense", .infer = inferDense, .flops = flopsDense};
constinit const OpSpec dynamicDense{.name = "dynamic_dense", .infer = inferDynamic, .flops = flopsDynamic};

} // namespace netsmith::ops

#include "engine/ops/dense.h"

#include "engine/cpu/lowerings.h"
#include "engine/cpu/onednn.h"

namespace netsmith::cpu {
namespace {

using Desc = dnnl::memory::desc;

/// A matrix as it lies row by row, or that matrix transposed without moving it.
Desc matrix(std::int64_t rows, std::int64_t columns, DataType type)
{
    return {{rows, columns}, onednnType(type), dnnl::memory::dims{columns, 1}};
}
Desc transposed(std::int64_t rows, std::int64_t columns, DataType type)
{
    return {{columns, rows}, onednnType(type), dnnl::memory::dims{1, columns}};
}

std::int64_t rowsOf(const Shape& shape)
{
    return shape.elements() / shape[-1];
}

} // namespace

Lowered lowerDense(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<DenseAttributes>();
    const TensorInfo &x = context.input(op, 0), &w = context.input(op, 1), &y = context.output(op, 0);
    const Desc xDesc = matrix(rowsOf(x.shape), x.shape[-1], x.type);
    const Desc wDesc = matrix(w.shape[0], w.shape[1], w.type);
    const Desc yDesc = matrix(rowsOf(y.shape), y.shape[-1], y.type);
    const Desc bias({1, w.shape[1]}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::ab);
    const dnnl::matmul::primitive_desc description(attributes.bias ? dnnl::matmul::desc(xDesc, wDesc, bias, yDesc)
                                                                   : dnnl::matmul::desc(xDesc, wDesc, yDesc),
                                                   onednnAttributes(attributes.activation), onednnEngine());
    auto chain = std::make_unique<OneDnnChain>();
    std::vector<OneDnnChain::Argument> arguments{{DNNL_ARG_SRC, xDesc, OneDnnChain::input(0)},
                                                 {DNNL_ARG_WEIGHTS, wDesc, OneDnnChain::input(1)},
                                                 {DNNL_ARG_DST, yDesc, OneDnnChain::output(0)}};
    if (attributes.bias)
        arguments.push_back({DNNL_ARG_BIAS, bias, OneDnnChain::input(2)});
    chain->add(dnnl::matmul(description), arguments, description.scratchpad_desc());
    chain->setImplementation(description.impl_info_str());
    return lowerTo(std::move(chain));
}

Lowered lowerDenseBackwardData(const LoweringContext& context, const Op& op)
{
    const TensorInfo &dy = context.input(op, 0), &w = context.input(op, 1), &dx = context.output(op, 0);
    const Desc dyDesc = matrix(rowsOf(dy.shape), dy.shape[-1], dy.type);
    const Desc wDesc = transposed(w.shape[0], w.shape[1], w.type);
    const Desc dxDesc = matrix(rowsOf(dx.shape), dx.shape[-1], dx.type);
    const dnnl::matmul::primitive_desc description(dnnl::matmul::desc(dyDesc, wDesc, dxDesc), onednnAttributes(), onednnEngine());
    auto chain = std::make_unique<OneDnnChain>();
    chain->add(dnnl::matmul(description),
               {{DNNL_ARG_SRC, dyDesc, OneDnnChain::input(0)},
                {DNNL_ARG_WEIGHTS, wDesc, OneDnnChain::input(1)},
                {DNNL_ARG_DST, dxDesc, OneDnnChain::output(0)}},
               description.scratchpad_desc());
    chain->setImplementation(description.impl_info_str());
    return lowerTo(std::move(chain));
}

Lowered lowerDenseBackwardWeights(const LoweringContext& context, const Op& op)
{
    const TensorInfo &x = context.input(op, 0), &dy = context.input(op, 1), &dw = context.output(op, 0);
    const std::int64_t rows = rowsOf(x.shape);
    const Desc xDesc = transposed(rows, x.shape[-1], x.type);
    const Desc dyDesc = matrix(rows, dy.shape[-1], dy.type);
    const Desc dwDesc = matrix(dw.shape[0], dw.shape[1], dw.type);
    const dnnl::matmul::primitive_desc description(dnnl::matmul::desc(xDesc, dyDesc, dwDesc), onednnAttributes(), onednnEngine());
    auto chain = std::make_unique<OneDnnChain>();
    chain->add(dnnl::matmul(description),
               {{DNNL_ARG_SRC, xDesc, OneDnnChain::input(0)},
                {DNNL_ARG_WEIGHTS, dyDesc, OneDnnChain::input(1)},
                {DNNL_ARG_DST, dwDesc, OneDnnChain::output(0)}},
               description.scratchpad_desc());
    if (op.as<DenseAttributes>().bias) {
        const Desc db = matrix(1, dy.shape[-1], DataType::f32);
        const dnnl::reduction::primitive_desc sum(dnnl::reduction::desc(dnnl::algorithm::reduction_sum, dyDesc, db, 0.0f, 0.0f),
                                                  onednnAttributes(), onednnEngine());
        chain->add(dnnl::reduction(sum),
                   {{DNNL_ARG_SRC, dyDesc, OneDnnChain::input(1)}, {DNNL_ARG_DST, db, OneDnnChain::output(1)}},
                   sum.scratchpad_desc());
    }
    chain->setImplementation(description.impl_info_str());
    return lowerTo(std::move(chain));
}

} // namespace netsmith::cpu

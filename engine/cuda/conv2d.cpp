#include "engine/cuda/conv2d.h"

#include "engine/cuda/depthwise.h"
#include "engine/cuda/finish.h"
#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/column_sums.h"
#include "engine/cuda/kernels/patches.h"
#include "engine/cuda/kernel.h"
#include "engine/cuda/products.h"
#include "engine/cuda/window_shape.h"
#include "engine/ops/conv2d.h"

#include <algorithm>

// A convolution is a product of the images' patches and the kernels, a part of the batch at a time so that the patches stay small.

namespace netsmith::cuda {

std::int64_t mostPatchBytes = std::int64_t{64} << 20;

namespace {

constexpr std::int64_t alignment = 256;

/// One convolution, and how its batch is cut.
struct Patchwork {
    kernels::WindowShape window;
    std::int64_t groups;
    std::int64_t channels; ///< of a group
    std::int64_t filters; ///< of a group
    std::int64_t pixels; ///< of one image's result
    std::int64_t elements; ///< of a patch
    bool patchesAreImages; ///< 1×1 over every pixel: the images are their own patches
    std::int64_t images; ///< at a time
    std::int64_t patchBytes; ///< of as many

    Patchwork(const Conv2dAttributes& conv, const Shape& x, std::size_t elementSize)
        : window(windowShape(conv.window, x))
        , groups(conv.groups)
        , channels(conv.kernelShape[2])
        , filters(conv.kernelShape[3] / conv.groups)
        , pixels(window.outputHeight * window.outputWidth)
        , elements(conv.kernelShape[0] * conv.kernelShape[1] * channels)
    {
        const Window2d& w = conv.window;
        patchesAreImages = groups == 1 && w.kernel == Size2{1, 1} && w.stride == Size2{1, 1} && w.top == 0 && w.bottom == 0
            && w.left == 0 && w.right == 0;
        const std::int64_t bytes = pixels * elements * static_cast<std::int64_t>(elementSize);
        images = patchesAreImages ? window.images : std::clamp<std::int64_t>(mostPatchBytes / bytes, 1, window.images);
        patchBytes = patchesAreImages ? 0 : (images * bytes + alignment - 1) / alignment * alignment;
    }

    std::int64_t allFilters() const { return groups * filters; }
    ProductSizes sizes(std::int64_t ofImages) const
    {
        return {.rows = ofImages * pixels, .in = elements, .out = filters, .step = allFilters()};
    }
};

/// The product of one part of the batch: of a whole one, and of the last where that is smaller.
class PartProducts {
public:
    /// `describe(sizes)` gives its shape.
    template <class Describe>
    PartProducts(const Patchwork& work, const Describe& describe)
        : m_whole(std::make_shared<Product>(describe(work.sizes(work.images))))
        , m_images(work.images)
    {
        if (const std::int64_t rest = work.window.images % work.images; rest > 0)
            m_rest = std::make_shared<Product>(describe(work.sizes(rest)));
    }

    const Product& of(std::int64_t images) const { return images == m_images ? *m_whole : *m_rest; }
    std::int64_t workspace() const { return std::max(m_whole->workspace(), m_rest ? m_rest->workspace() : 0); }
    std::string implementation() const { return "patches, " + m_whole->implementation(); }

private:
    std::shared_ptr<Product> m_whole;
    std::shared_ptr<Product> m_rest;
    std::int64_t m_images;
};

/// Calls `body(part, group)` for every part of the batch and group.
template <class Body>
void forParts(const Patchwork& work, const Body& body)
{
    for (std::int64_t first = 0; first < work.window.images; first += work.images)
        for (std::int64_t group = 0; group < work.groups; ++group)
            body(kernels::PatchPart{.firstImage = first,
                                    .images = std::min(work.images, work.window.images - first),
                                    .firstChannel = group * work.channels,
                                    .channels = work.channels},
                 group);
}

/// The patches of a part, in the workspace unless the images are their own.
template <class T>
const T* patchesOf(Stream& stream, const Patchwork& work, const kernels::PatchPart& part, const T* x, void* workspace)
{
    if (work.patchesAreImages)
        return x;
    kernels::gatherPatches(stream, work.window, part, x, static_cast<T*>(workspace));
    return static_cast<const T*>(workspace);
}

} // namespace

template <>
Lowered lower<ops::conv2d>(const LoweringContext& context, const Op& op)
{
    const auto& conv = op.as<Conv2dAttributes>();
    if (conv.isDepthwise())
        return lowerDepthwise(context, op);
    const TensorInfo& x = context.input(op, 0);
    const Patchwork work(conv, x.shape, sizeOf(x.type));
    const Finish finish(conv.bias, conv.activation, x.type);
    const PartProducts products(
        work, [&](const ProductSizes& sizes) { return as(context.plan.precision, finish.with(forwardProduct(sizes, x.type))); });
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [=](Stream& stream, const Addresses& at) {
                const auto* bias = at.optional<float>(2);
                forParts(work, [&](const kernels::PatchPart& part, std::int64_t group) {
                    const std::int64_t filter = group * work.filters;
                    products.of(part.images)
                        .enqueue(stream, at.in<T>(1) + filter, patchesOf(stream, work, part, at.in<T>(0), at.workspace),
                                 at.out<T>(0) + part.firstImage * work.pixels * work.allFilters() + filter,
                                 finish.takesBias ? bias + filter : nullptr,
                                 static_cast<std::byte*>(at.workspace) + work.patchBytes);
                });
                finishProduct(stream, finish, bias, at.out<T>(0), work.window.images * work.pixels, work.allFilters());
            },
            {work.patchBytes + products.workspace(), {}}, products.implementation());
    });
}

template <>
Lowered lower<ops::conv2dBackwardData>(const LoweringContext& context, const Op& op)
{
    const auto& conv = op.as<Conv2dAttributes>();
    if (conv.isDepthwise())
        return lowerDepthwiseBackwardData(context, op);
    const TensorInfo& dy = context.input(op, 0);
    const TensorInfo& dx = context.output(op, 0);
    const Patchwork work(conv, dx.shape, sizeof(float)); // patches' gradients are f32: they are added up
    const PartProducts products(work, [&](const ProductSizes& sizes) {
        return as(context.plan.precision, backwardDataProduct(sizes, dy.type, work.patchesAreImages ? dx.type : DataType::f32));
    });
    return forFloatType(dx.type, [&]<class T>(T) {
        return lowerTo(
            [=](Stream& stream, const Addresses& at) {
                forParts(work, [&](const kernels::PatchPart& part, std::int64_t group) {
                    const std::int64_t filter = group * work.filters;
                    products.of(part.images)
                        .enqueue(stream, at.in<T>(1) + filter,
                                 at.in<T>(0) + part.firstImage * work.pixels * work.allFilters() + filter,
                                 work.patchesAreImages ? at.outputs[0] : at.workspace, nullptr,
                                 static_cast<std::byte*>(at.workspace) + work.patchBytes);
                    if (!work.patchesAreImages)
                        kernels::addPatches(stream, work.window, part, static_cast<const float*>(at.workspace), at.out<T>(0));
                });
            },
            {work.patchBytes + products.workspace(), {}}, products.implementation());
    });
}

template <>
Lowered lower<ops::conv2dBackwardWeights>(const LoweringContext& context, const Op& op)
{
    const auto& conv = op.as<Conv2dAttributes>();
    if (conv.isDepthwise())
        return lowerDepthwiseBackwardWeights(context, op);
    const TensorInfo& x = context.input(op, 0);
    const Patchwork work(conv, x.shape, sizeOf(x.type));
    const auto describe = [&](bool adds) {
        return [&, adds](const ProductSizes& sizes) {
            ProductShape shape = as(context.plan.precision, backwardWeightsProduct(sizes, x.type));
            shape.accumulate = adds;
            return shape;
        };
    };
    const PartProducts begins(work, describe(false));
    const PartProducts adds(work, describe(true));
    const std::int64_t rows = work.window.images * work.pixels;
    const std::int64_t sums =
        conv.bias ? kernels::columnPartials(rows, work.allFilters()) * static_cast<std::int64_t>(sizeof(float)) : 0;
    const std::int64_t products = work.patchBytes + std::max(begins.workspace(), adds.workspace());
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [=, bias = conv.bias](Stream& stream, const Addresses& at) {
                forParts(work, [&](const kernels::PatchPart& part, std::int64_t group) {
                    const std::int64_t filter = group * work.filters;
                    (part.firstImage == 0 ? begins : adds)
                        .of(part.images)
                        .enqueue(stream, at.in<T>(1) + part.firstImage * work.pixels * work.allFilters() + filter,
                                 patchesOf(stream, work, part, at.in<T>(0), at.workspace), at.out<float>(0) + filter, nullptr,
                                 static_cast<std::byte*>(at.workspace) + work.patchBytes);
                });
                if (bias) // when the products are done with the workspace
                    kernels::columnSums(stream, at.in<T>(1), at.out<float>(1), rows, work.allFilters(),
                                        static_cast<float*>(at.workspace));
            },
            {std::max(products, sums), {}}, begins.implementation());
    });
}

} // namespace netsmith::cuda

#include "engine/cuda/convolutions/im2col_convolution.h"

#include "engine/cuda/finish.h"
#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/cast.h"
#include "engine/cuda/kernels/column_sums.h"
#include "engine/cuda/products.h"

#include <algorithm>

// A convolution as a product of the input's patches and the kernels, one part of the batch at a time so that the patches stay
// small.

namespace netsmith::cuda {

std::int64_t mostPatchBytes = std::int64_t{64} << 20;

namespace {

/// One convolution, and how its batch is split: into parts of several volumes, or of slices of one volume. Images are volumes of
/// one slice each.
struct Patchwork {
    kernels::VolumeWindow window;
    std::int64_t groups;
    std::int64_t channels; ///< of a group
    std::int64_t filters; ///< of a group
    std::int64_t pixels; ///< of one slice's result
    std::int64_t elements; ///< of a patch
    std::int64_t outputSlices; ///< of the whole batch
    bool patchesAreImages; ///< 1×1 over every pixel: the images are their own patches
    std::int64_t slices; ///< output at a time
    std::int64_t patchBytes; ///< of as many

    Patchwork(const Convolution& conv, std::size_t elementSize)
        : window(conv.window)
        , groups(conv.groups)
        , channels(conv.kernel[-2])
        , filters(conv.kernel[-1] / conv.groups)
        , pixels(window.slice.outputHeight * window.slice.outputWidth)
        , elements(window.kernelVoxels() * channels)
        , outputSlices(window.volumes() * window.outputDepth)
    {
        const WindowShape& s = window.slice;
        patchesAreImages = groups == 1 && window.isFlat() && elements == channels && s.strideHeight == 1 && s.strideWidth == 1
            && s.top == 0 && s.left == 0 && s.outputHeight == s.height && s.outputWidth == s.width;
        const std::int64_t bytes = pixels * elements * static_cast<std::int64_t>(elementSize);
        slices = patchesAreImages ? outputSlices : std::clamp<std::int64_t>(mostPatchBytes / bytes, 1, outputSlices);
        if (slices > window.outputDepth)
            slices -= slices % window.outputDepth;
        patchBytes = patchesAreImages ? 0 : aligned(slices * bytes);
    }

    std::int64_t allFilters() const { return groups * filters; }
    /// The alignment of the parts of results, and of kernels, within their tensors.
    std::int64_t alignment(DataType type) const
    {
        const auto size = static_cast<std::int64_t>(sizeOf(type));
        const std::int64_t ofPart = slices < outputSlices ? alignmentBehind(pixels * allFilters() * size) : tensorAlignment;
        return groups > 1 ? std::min(ofPart, alignmentBehind(filters * size)) : ofPart;
    }
    bool cutsVolumes() const { return slices < window.outputDepth; }
    std::int64_t volumeElements() const { return window.depth * window.slice.height * window.slice.width * window.slice.channels; }
    ProductSizes sizes(std::int64_t ofSlices) const
    {
        return {.rows = ofSlices * pixels, .in = elements, .out = filters, .step = allFilters()};
    }
};

/// The product of one part of the batch: of a full one, and of the last if that is smaller.
class PartProducts {
public:
    /// `describe(sizes)` gives its shape.
    template <class Describe>
    PartProducts(const Patchwork& work, const Describe& describe)
        : m_slices(work.slices)
    {
        const auto product = [&](std::int64_t slices) {
            ProductShape shape = describe(work.sizes(slices));
            shape.alignment = work.alignment(shape.type);
            return std::make_shared<Product>(shape);
        };
        m_whole = product(work.slices);
        const std::int64_t all = work.cutsVolumes() ? work.window.outputDepth : work.outputSlices;
        if (const std::int64_t rest = all % work.slices; rest > 0)
            m_rest = product(rest);
    }

    const Product& of(std::int64_t slices) const { return slices == m_slices ? *m_whole : *m_rest; }
    std::int64_t workspace() const { return std::max(m_whole->workspace(), m_rest ? m_rest->workspace() : 0); }
    std::string implementation() const { return "im2col, " + m_whole->implementation(); }

private:
    std::shared_ptr<Product> m_whole;
    std::shared_ptr<Product> m_rest;
    std::int64_t m_slices;
};

/// Calls `body(part, group)` for every part of the batch and group.
template <class Body>
void forParts(const Patchwork& work, const Body& body)
{
    for (std::int64_t first = 0; first < work.outputSlices;) {
        const std::int64_t left =
            work.cutsVolumes() ? work.window.outputDepth - first % work.window.outputDepth : work.outputSlices - first;
        const std::int64_t slices = std::min(work.slices, left);
        for (std::int64_t group = 0; group < work.groups; ++group)
            body(
                kernels::PatchPart{
                    .firstImage = first, .images = slices, .firstChannel = group * work.channels, .channels = work.channels},
                group);
        first += slices;
    }
}

/// The patches of a part, in the workspace unless the images are their own.
template <class T>
const T* patchesOf(Stream& stream, const Patchwork& work, const kernels::PatchPart& part, const T* x, void* workspace)
{
    if (work.patchesAreImages)
        return x;
    kernels::im2col(stream, work.window, part, x, static_cast<T*>(workspace));
    return static_cast<const T*>(workspace);
}

} // namespace

Lowered lowerForwardByIm2col(const LoweringContext& context, const Op& op, const Convolution& conv)
{
    const TensorInfo& x = context.input(op, 0);
    const Patchwork work(conv, sizeOf(x.type));
    Finish wished(conv.bias, conv.activation, x.type);
    const PartProducts products = wished.product([&] {
        return PartProducts(work, [&](const ProductSizes& sizes) {
            return as(context.plan.precision, wished.with(forwardProduct(sizes, x.type)));
        });
    });
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [=, finish = wished](const Addresses& at, Stream& stream) {
                const auto* bias = at.optional<float>(2);
                forParts(work, [&](const kernels::PatchPart& part, std::int64_t group) {
                    const std::int64_t filter = group * work.filters;
                    products.of(part.images)
                        .enqueue(stream, at.in<T>(1) + filter, patchesOf(stream, work, part, at.in<T>(0), at.workspace),
                                 at.out<T>(0) + part.firstImage * work.pixels * work.allFilters() + filter,
                                 finish.takesBias ? bias + filter : nullptr,
                                 static_cast<std::byte*>(at.workspace) + work.patchBytes);
                });
                finishProduct(stream, finish, bias, at.out<T>(0), work.outputSlices * work.pixels, work.allFilters());
            },
            {work.patchBytes + products.workspace(), {}}, products.implementation());
    });
}

Lowered lowerBackwardDataByIm2col(const LoweringContext& context, const Op& op, const Convolution& conv)
{
    const DataType type = context.input(op, 0).type;
    const Patchwork work(conv, sizeof(float)); // patches' gradients are f32: they are added up
    const PartProducts products(work, [&](const ProductSizes& sizes) {
        return as(context.plan.precision, backwardDataProduct(sizes, type, work.patchesAreImages ? type : DataType::f32));
    });
    return forFloatType(type, [&]<class T>(T) {
        // The parts of a volume are added up in f32: in place, or else in the workspace.
        const bool apart = work.cutsVolumes() && type != DataType::f32;
        const std::int64_t sumBytes = apart ? aligned(work.volumeElements() * static_cast<std::int64_t>(sizeof(float))) : 0;
        return lowerTo(
            [=](const Addresses& at, Stream& stream) {
                auto* const room = static_cast<std::byte*>(at.workspace);
                forParts(work, [&](const kernels::PatchPart& part, std::int64_t group) {
                    const std::int64_t filter = group * work.filters;
                    products.of(part.images)
                        .enqueue(stream, at.in<T>(1) + filter,
                                 at.in<T>(0) + part.firstImage * work.pixels * work.allFilters() + filter,
                                 work.patchesAreImages ? at.outputs[0] : at.workspace, nullptr, room + work.patchBytes + sumBytes);
                    if (work.patchesAreImages)
                        return;
                    const auto* const patches = static_cast<const float*>(at.workspace);
                    T* const volume = at.out<T>(0) + part.firstImage / work.window.outputDepth * work.volumeElements();
                    if (!apart)
                        return kernels::col2im(stream, work.window, part, patches, volume);
                    if constexpr (!std::is_same_v<T, float>) {
                        auto* const sums = reinterpret_cast<float*>(room + work.patchBytes);
                        kernels::col2im(stream, work.window, part, patches, sums);
                        if ((part.firstImage + part.images) % work.window.outputDepth == 0 && group + 1 == work.groups)
                            kernels::cast(stream, sums, volume, work.volumeElements());
                    }
                });
            },
            {work.patchBytes + sumBytes + products.workspace(), {}}, products.implementation());
    });
}

Lowered lowerBackwardWeightsByIm2col(const LoweringContext& context, const Op& op, const Convolution& conv)
{
    const TensorInfo& x = context.input(op, 0);
    const Patchwork work(conv, sizeOf(x.type));
    const auto describe = [&](bool adds) {
        return [&, adds](const ProductSizes& sizes) {
            ProductShape shape = as(context.plan.precision, backwardWeightsProduct(sizes, x.type));
            shape.accumulate = adds;
            return shape;
        };
    };
    const PartProducts begins(work, describe(false));
    const PartProducts adds(work, describe(true));
    const std::int64_t rows = work.outputSlices * work.pixels;
    const std::int64_t sums =
        conv.bias ? kernels::columnPartials(rows, work.allFilters()) * static_cast<std::int64_t>(sizeof(float)) : 0;
    const std::int64_t products = work.patchBytes + std::max(begins.workspace(), adds.workspace());
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [=, bias = conv.bias](const Addresses& at, Stream& stream) {
                forParts(work, [&](const kernels::PatchPart& part, std::int64_t group) {
                    const std::int64_t filter = group * work.filters;
                    (part.firstImage == 0 ? begins : adds)
                        .of(part.images)
                        .enqueue(stream, at.in<T>(1) + part.firstImage * work.pixels * work.allFilters() + filter,
                                 patchesOf(stream, work, part, at.in<T>(0), at.workspace), at.out<float>(0) + filter, nullptr,
                                 static_cast<std::byte*>(at.workspace) + work.patchBytes);
                });
                if (bias) // after the products have used the workspace
                    kernels::columnSums(stream, at.in<T>(1), at.out<float>(1), rows, work.allFilters(),
                                        static_cast<float*>(at.workspace));
            },
            {std::max(products, sums), {}}, begins.implementation());
    });
}

} // namespace netsmith::cuda

#include "engine/cuda/device/cudnn_graph.h"

namespace netsmith::cuda {
namespace {

constexpr std::int64_t tensorAlignment = 16;
constexpr std::int64_t biasAlignment = 4; // it is stored with the weights

void finalize(CudnnDescriptor& descriptor, const CudnnLibrary& library, const char* what)
{
    checkCudnn(library, library.finalize(descriptor.handle()), what);
}

std::vector<std::int64_t> each(const ConvolutionShape& shape, std::int64_t ConvolutionShape::Axis::*size)
{
    std::vector<std::int64_t> sizes;
    for (const ConvolutionShape::Axis& axis : shape.axes)
        sizes.push_back(axis.*size);
    return sizes;
}

/// The padding after the input: as much as its last window needs; none if the windows leave part of the input out.
std::vector<std::int64_t> paddingBehind(const ConvolutionShape& shape)
{
    std::vector<std::int64_t> sizes;
    for (const ConvolutionShape::Axis& axis : shape.axes) {
        const std::int64_t reach = (axis.output - 1) * axis.stride + (axis.kernel - 1) * axis.dilation + 1;
        sizes.push_back(std::max<std::int64_t>(0, reach - axis.input - axis.before));
    }
    return sizes;
}

} // namespace

CudnnGraph::CudnnGraph(const CudnnLibrary& library, const ConvolutionShape& shape)
    : m_library(library)
    , m_graph(library, CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR)
{
    using Axis = ConvolutionShape::Axis;
    const cudnnDataType_t type = cudnnType(shape.type);
    const auto inputs = each(shape, &Axis::input);
    const auto outputs = each(shape, &Axis::output);
    const std::vector<std::int64_t> single(shape.axes.size(), 1);
    const auto between = [&](std::int64_t id) {
        return tensor(id, CUDNN_DATA_FLOAT, shape.images, shape.filters, outputs, tensorAlignment, true);
    };
    const CudnnDescriptor x = tensor(tensor_ids::x, type, shape.images, shape.channels, inputs, tensorAlignment);
    const CudnnDescriptor w =
        tensor(tensor_ids::w, type, shape.filters, shape.channels / shape.groups, each(shape, &Axis::kernel), tensorAlignment);
    const CudnnDescriptor y = tensor(tensor_ids::y, type, shape.images, shape.filters, outputs, tensorAlignment);

    std::vector<CudnnDescriptor> operations;
    if (shape.bias) {
        const CudnnDescriptor bias = tensor(tensor_ids::bias, CUDNN_DATA_FLOAT, 1, shape.filters, single, biasAlignment);
        const CudnnDescriptor convolved = between(tensor_ids::bias + 1);
        operations.push_back(convolution(shape, x, w, convolved));
        if (shape.relu) {
            const CudnnDescriptor shifted = between(tensor_ids::bias + 2);
            operations.push_back(pointwise(CUDNN_POINTWISE_ADD, convolved, &bias, shifted));
            operations.push_back(pointwise(CUDNN_POINTWISE_RELU_FWD, shifted, nullptr, y));
        } else {
            operations.push_back(pointwise(CUDNN_POINTWISE_ADD, convolved, &bias, y));
        }
    } else {
        operations.push_back(convolution(shape, x, w, y));
    }
    std::vector<cudnnBackendDescriptor_t> handles;
    for (const CudnnDescriptor& operation : operations)
        handles.push_back(operation.handle());
    m_graph.setMany(CUDNN_ATTR_OPERATIONGRAPH_OPS, CUDNN_TYPE_BACKEND_DESCRIPTOR, handles.size(), handles.data());
}

CudnnDescriptor CudnnGraph::tensor(std::int64_t id, cudnnDataType_t type, std::int64_t images, std::int64_t channels,
                                   std::span<const std::int64_t> sizes, std::int64_t alignment, bool isVirtual) const
{
    std::vector<std::int64_t> dimensions{images, channels};
    dimensions.insert(dimensions.end(), sizes.begin(), sizes.end());
    std::vector<std::int64_t> strides(dimensions.size());
    strides[1] = 1;
    std::int64_t step = channels;
    for (std::size_t axis = dimensions.size() - 1; axis >= 2; --axis) {
        strides[axis] = step;
        step *= dimensions[axis];
    }
    strides[0] = step;
    CudnnDescriptor made(m_library, CUDNN_BACKEND_TENSOR_DESCRIPTOR);
    made.set(CUDNN_ATTR_TENSOR_DATA_TYPE, type)
        .set(CUDNN_ATTR_TENSOR_DIMENSIONS, dimensions)
        .set(CUDNN_ATTR_TENSOR_STRIDES, strides)
        .set(CUDNN_ATTR_TENSOR_UNIQUE_ID, id)
        .set(CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, alignment);
    if (isVirtual)
        made.set(CUDNN_ATTR_TENSOR_IS_VIRTUAL, CUDNN_TYPE_BOOLEAN, true);
    finalize(made, m_library, "a tensor");
    return made;
}

CudnnDescriptor CudnnGraph::window(const ConvolutionShape& shape) const
{
    using Axis = ConvolutionShape::Axis;
    CudnnDescriptor made(m_library, CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR);
    made.set(CUDNN_ATTR_CONVOLUTION_COMP_TYPE, CUDNN_DATA_FLOAT)
        .set(CUDNN_ATTR_CONVOLUTION_CONV_MODE, CUDNN_TYPE_CONVOLUTION_MODE, CUDNN_CROSS_CORRELATION)
        .set(CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, static_cast<std::int64_t>(shape.axes.size()))
        .set(CUDNN_ATTR_CONVOLUTION_DILATIONS, each(shape, &Axis::dilation))
        .set(CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, each(shape, &Axis::stride))
        .set(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, each(shape, &Axis::before))
        .set(CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, paddingBehind(shape));
    finalize(made, m_library, "a convolution's window");
    return made;
}

CudnnDescriptor CudnnGraph::convolution(const ConvolutionShape& shape, const CudnnDescriptor& x, const CudnnDescriptor& w,
                                        const CudnnDescriptor& y) const
{
    struct Names {
        cudnnBackendDescriptorType_t type;
        cudnnBackendAttributeName_t x, w, y, window, alpha, beta;
    };
    const auto names = [&]() -> Names {
        switch (shape.pass) {
        case ConvolutionPass::backwardData:
            return {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA};
        case ConvolutionPass::backwardWeights:
            return {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA};
        default:
            return {CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA};
        }
    }();
    CudnnDescriptor made(m_library, names.type);
    made.set(names.x, x)
        .set(names.w, w)
        .set(names.y, y)
        .set(names.window, window(shape))
        .set(names.alpha, CUDNN_TYPE_FLOAT, 1.0f)
        .set(names.beta, CUDNN_TYPE_FLOAT, 0.0f);
    finalize(made, m_library, "a convolution");
    return made;
}

CudnnDescriptor CudnnGraph::pointwise(cudnnPointwiseMode_t mode, const CudnnDescriptor& from, const CudnnDescriptor* other,
                                      const CudnnDescriptor& to) const
{
    CudnnDescriptor how(m_library, CUDNN_BACKEND_POINTWISE_DESCRIPTOR);
    how.set(CUDNN_ATTR_POINTWISE_MODE, CUDNN_TYPE_POINTWISE_MODE, mode).set(CUDNN_ATTR_POINTWISE_MATH_PREC, CUDNN_DATA_FLOAT);
    finalize(how, m_library, "what follows a convolution");
    CudnnDescriptor made(m_library, CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
    made.set(CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, how)
        .set(CUDNN_ATTR_OPERATION_POINTWISE_XDESC, from)
        .set(CUDNN_ATTR_OPERATION_POINTWISE_YDESC, to);
    if (other)
        made.set(CUDNN_ATTR_OPERATION_POINTWISE_BDESC, *other);
    finalize(made, m_library, "what follows a convolution");
    return made;
}

} // namespace netsmith::cuda

#include "engine/interop/onnx/import/operators.h"

#include <algorithm>
#include <array>

namespace netsmith::interop {
namespace {

struct Row {
    std::string_view op;
    OperatorImport import;
};

constexpr std::array rows{
    Row{"Abs", importActivation},
    Row{"Add", importArithmetic},
    Row{"AveragePool", importAveragePooling},
    Row{"BatchNormalization", importBatchNormalization},
    Row{"Cast", importIdentity},
    Row{"CastLike", importIdentity},
    Row{"Celu", importActivation},
    Row{"CenterCropPad", importCenterCropPad},
    Row{"Clip", importClip},
    Row{"Concat", importConcat},
    Row{"Conv", importConvolution},
    Row{"ConvTranspose", importTransposedConvolution},
    Row{"DepthToSpace", importBlocks},
    Row{"Div", importArithmetic},
    Row{"Dropout", importDropout},
    Row{"Elu", importActivation},
    Row{"Expand", importExpand},
    Row{"Flatten", importReshape},
    Row{"GRU", importRecurrence},
    Row{"Gather", importGather},
    Row{"Gelu", importActivation},
    Row{"Gemm", importGemm},
    Row{"GlobalAveragePool", importGlobalPooling},
    Row{"GlobalMaxPool", importGlobalPooling},
    Row{"GroupNormalization", importGroupNormalization},
    Row{"HardSigmoid", importActivation},
    Row{"HardSwish", importActivation},
    Row{"Identity", importIdentity},
    Row{"InstanceNormalization", importInstanceNormalization},
    Row{"LSTM", importRecurrence},
    Row{"LayerNormalization", importLayerNormalization},
    Row{"LeakyRelu", importActivation},
    Row{"MatMul", importMatMul},
    Row{"Max", importVariadic},
    Row{"MaxPool", importMaxPooling},
    Row{"Mean", importVariadic},
    Row{"Min", importVariadic},
    Row{"Mish", importActivation},
    Row{"Mul", importArithmetic},
    Row{"Neg", importActivation},
    Row{"PRelu", importPRelu},
    Row{"Pad", importPad},
    Row{"Pow", importPower},
    Row{"RMSNormalization", importLayerNormalization},
    Row{"RNN", importRecurrence},
    Row{"ReduceL1", importReduction},
    Row{"ReduceMax", importReduction},
    Row{"ReduceMean", importReduction},
    Row{"ReduceMin", importReduction},
    Row{"ReduceSum", importReduction},
    Row{"ReduceSumSquare", importReduction},
    Row{"Relu", importActivation},
    Row{"Reshape", importReshape},
    Row{"Resize", importResize},
    Row{"Selu", importActivation},
    Row{"Shrink", importActivation},
    Row{"Sigmoid", importActivation},
    Row{"Slice", importSlice},
    Row{"Softmax", importSoftmax},
    Row{"Softplus", importActivation},
    Row{"Softsign", importActivation},
    Row{"SpaceToDepth", importBlocks},
    Row{"Split", importSplit},
    Row{"Squeeze", importReshape},
    Row{"Sub", importArithmetic},
    Row{"Sum", importVariadic},
    Row{"Swish", importActivation},
    Row{"Tanh", importActivation},
    Row{"Tile", importTile},
    Row{"Transpose", importTranspose},
    Row{"Unsqueeze", importReshape},
    Row{"Upsample", importResize},
};

} // namespace

OperatorImport importOf(std::string_view op)
{
    const auto* found = std::ranges::find(rows, op, &Row::op);
    return found == rows.end() ? nullptr : found->import;
}

} // namespace netsmith::interop

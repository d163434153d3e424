#include "engine/ops/batch_matmul.h"
#include "engine/ops/conv3d.h"
#include "tests/engine/ops/wrongs.h"

namespace netsmith::test {
namespace {

/// A 3×3×3 convolution of 2×6×7×8×4 volumes to 6 filters, which `change` may break.
void inferConv(const std::function<void(Conv3dAttributes&, std::vector<TensorInfo>&)>& change)
{
    Conv3dAttributes attributes;
    for (WindowAxis& axis : attributes.window.axes)
        axis.kernel = 3;
    attributes.inputShape = {2, 6, 7, 8, 4};
    attributes.kernelShape = {3, 3, 3, 4, 6};
    std::vector<TensorInfo> inputs{tensor({2, 6, 7, 8, 4}), tensor({3, 3, 3, 4, 6}), tensor({6})};
    change(attributes, inputs);
    infer(ops::conv3d, attributes, inputs);
}

/// A product of matrices with the right one transposed.
void inferMatmul(const TensorInfo& left, const TensorInfo& right)
{
    infer(ops::batchMatmul, BatchMatmulAttributes(false, true), {left, right});
}

} // namespace

std::vector<Wrong> wrongsOfProducts()
{
    using Inputs = std::vector<TensorInfo>&;
    return {
        {"conv3d of an image",
         [] { inferConv([](auto&, Inputs in) {
                  in[0] = tensor({2, 7, 8, 4});
              }); },
         "op.rank",
         {"conv3d", "x", "5 axes", "2×7×8×4"}},
        {"conv3d with another kernel than its window's",
         [] { inferConv([](Conv3dAttributes& a, Inputs) { a.window.axes[1].kernel = 2; }); },
         "op.attribute",
         {"conv3d", "3×2×3×C×F", "3×3×3×4×6"}},
        {"conv3d with groups that do not divide",
         [] { inferConv([](Conv3dAttributes& a, Inputs) { a.groups = 4; }); },
         "op.attribute",
         {"conv3d", "4 mod groups = 6 mod groups = 0", "got 4"}},
        {"conv3d that does not fit",
         [] { inferConv([](Conv3dAttributes& a, Inputs) { a.window.axes[0].dilation = 3; }); },
         "op.volume_window",
         {"3×3×3", "dilation 3×1×1", "padding 0,0,0,0,0,0", "6×7×8"}},
        {"conv3d padded past 64 bits",
         [] {
             inferConv([](Conv3dAttributes& a, Inputs) {
                 a.window.axes[2].dilation = std::int64_t{1} << 62;
                 a.window = a.window.paddedSame({6, 7, 8});
             });
         },
         "op.volume_window",
         {"6×7×8"}},
        {"conv3d with a bias nobody told of",
         [] { inferConv([](Conv3dAttributes& a, Inputs) { a.bias = false; }); },
         "op.attribute",
         {"conv3d", "inputs = 2"}},
        {"batch_matmul of a vector",
         [] { inferMatmul(tensor({3}), tensor({3})); },
         "op.rank_least",
         {"batch_matmul", "a", "2 axes or more"}},
        {"batch_matmul of unlike ranks",
         [] {
             inferMatmul(tensor({2, 4, 3}), tensor({5, 3}));
         },
         "op.rank",
         {"batch_matmul", "b", "3 axes", "5×3"}},
        {"batch_matmul of unlike batches",
         [] {
             inferMatmul(tensor({2, 4, 3}), tensor({3, 5, 3}));
         },
         "op.shape",
         {"batch_matmul", "b", "2×5×3", "3×5×3"}},
        {"batch_matmul along unlike axes",
         [] {
             inferMatmul(tensor({2, 4, 3}), tensor({2, 3, 5}));
         },
         "op.shape",
         {"batch_matmul", "b", "2×3×3", "2×3×5"}},
        {"batch_matmul of two types",
         [] {
             inferMatmul(tensor({2, 4, 3}), tensor({2, 5, 3}, DataType::bf16));
         },
         "op.type",
         {"batch_matmul", "b", "bf16"}},
    };
}

} // namespace netsmith::test

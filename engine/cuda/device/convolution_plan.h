#pragma once

#include "engine/core/data_type.h"
#include "engine/cuda/device/stream.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace netsmith::cuda {

/// Which of a convolution's three tensors is computed from the other two.
enum class ConvolutionPass { forward, backwardData, backwardWeights };

/// A convolution as the library takes it: x and y of N,…,C, the channels last, and kernels w of F,…,C/groups.
struct ConvolutionShape {
    struct Axis {
        std::int64_t input = 1;
        std::int64_t output = 1;
        std::int64_t kernel = 1;
        std::int64_t stride = 1;
        std::int64_t dilation = 1;
        std::int64_t before = 0; ///< padding; that after the input follows from the output's size
    };
    ConvolutionPass pass = ConvolutionPass::forward;
    std::int64_t images = 1;
    std::int64_t channels = 1;
    std::int64_t filters = 1;
    std::int64_t groups = 1;
    std::vector<Axis> axes; ///< height and width, or depth before them
    DataType type = DataType::f32; ///< of all three; sums are f32
    bool tensorFloat = false; ///< f32 may be truncated to 10 mantissa bits (TF32) before multiplication
    bool anyOrder = false; ///< the order of summation may vary
    // Of the forward pass:
    bool bias = false; ///< f32
    bool relu = false; ///< only after a bias

    std::int64_t kernelElements() const; ///< of one filter
    std::int64_t inputElements() const;
    std::int64_t outputElements() const;
    /// A key that identifies it.
    std::string text() const;
};

/// Addresses on the device; each pass writes to one of them.
struct ConvolutionTensors {
    const void* x = nullptr;
    const void* w = nullptr;
    const void* y = nullptr;
    const void* bias = nullptr;
};

/// One of the library's algorithms for a convolution, ready to be enqueued. Equal arguments always give equal bits, unless the
/// shape lets it add in any order.
class ConvolutionPlan {
public:
    struct Content;
    explicit ConvolutionPlan(std::unique_ptr<Content> content);
    ~ConvolutionPlan();
    ConvolutionPlan(ConvolutionPlan&&) noexcept;
    ConvolutionPlan& operator=(ConvolutionPlan&&) noexcept;

    std::int64_t workspace() const;
    /// "cudnn:67:0.0.0.8.1": the engine and its settings.
    std::string implementation() const;
    /// What `convolutionPlanFrom` restores it from.
    const std::string& text() const;
    /// The workspace and the tensors are aligned to 16 bytes, the bias to 4. Throws `cuda.cudnn`.
    void enqueue(Stream& stream, const ConvolutionTensors& tensors, void* workspace) const;

private:
    std::unique_ptr<Content> m_content;
};

/// Plans for this GPU, those that the library thinks fastest first, at most `most`: deterministic ones unless `anyOrder` allows
/// others; in f32 they round nothing to fewer bits unless `tensorFloat` allows it. None where the library is not installed or has
/// no algorithm.
std::vector<ConvolutionPlan> convolutionPlans(const ConvolutionShape& shape, std::size_t most);

/// The plan that gave this text on this target; nothing where the library no longer accepts it.
std::optional<ConvolutionPlan> convolutionPlanFrom(const std::string& text);

} // namespace netsmith::cuda

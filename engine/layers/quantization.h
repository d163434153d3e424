#pragma once

#include "engine/graph/specs/layer_spec.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/ops/layer_call.h"

namespace netsmith::layer {

/// The smallest and the largest number of the input of a layer whose product is one of integers: a statistic, or a weight where
/// they are learned.
inline constexpr const char* inputRangeName = "input_range";

/// `P::quantization`: what a layer's product computes with, one of these besides "none".
template <class P>
void declareQuantizationAs(ParameterBuilder<P>& parameters, const char* doc, std::vector<Choice> choices)
{
    choices.insert(choices.begin(), {"none", NS_TEXT("quantization", "None")});
    parameters.choice("quantization", &P::quantization, NS_TEXT("quantization", "Quantization"), doc, std::move(choices));
}
/// Of a convolution.
template <class P>
void declareQuantization(ParameterBuilder<P>& parameters)
{
    declareQuantizationAs(
        parameters,
        NS_TEXT("quantization",
                "Which numbers are rounded to 8 bits: none; those of the kernel, whose file shrinks to a quarter; or "
                "those of the input too, so that predictions compute with integers, within a range that follows what "
                "training sees or is learned like a weight. Training rounds likewise and learns to live with it."),
        {{"weights", NS_TEXT("quantization", "Kernel (int8)")},
         {"int8", NS_TEXT("quantization", "Kernel and input (int8)")},
         {"learned", NS_TEXT("quantization", "Kernel and input, learned range (int8)")}});
}
/// Of a dense layer, whose input may also be rounded by what it is in each prediction.
template <class P>
void declareDenseQuantization(ParameterBuilder<P>& parameters)
{
    declareQuantizationAs(
        parameters,
        NS_TEXT("quantization",
                "Which numbers are rounded to 8 bits: none; those of the kernel, whose file shrinks to a quarter; or "
                "those of the input too, so that predictions compute with integers: within a range that follows what "
                "training sees or is learned like a weight, or dynamically by each row's own. Training rounds "
                "likewise, but for a dynamic input."),
        {{"weights", NS_TEXT("quantization", "Kernel (int8)")},
         {"int8", NS_TEXT("quantization", "Kernel and input (int8)")},
         {"learned", NS_TEXT("quantization", "Kernel and input, learned range (int8)")},
         {"dynamic", NS_TEXT("quantization", "Dynamic (int8)")}});
}
/// Of a recurrent layer.
template <class P>
void declareRecurrentQuantization(ParameterBuilder<P>& parameters)
{
    declareQuantizationAs(
        parameters,
        NS_TEXT("quantization",
                "Which numbers are rounded to 8 bits: none; those of both kernels, whose file shrinks to a quarter; "
                "or the state too, by its largest number in each step, so that predictions on the CPU multiply it by "
                "integers. Training rounds only kernels."),
        {{"weights", NS_TEXT("quantization", "Kernels (int8)")}, {"dynamic", NS_TEXT("quantization", "Dynamic (int8)")}});
}

/// Whether a layer with this setting rounds its input within a range that it keeps.
inline bool hasInputRange(const std::string& quantization)
{
    return quantization == "int8" || quantization == "learned";
}

/// The layer's input, rounded where it is quantized; training also follows or learns its range.
TensorId quantizedInput(LayerCall& call, TensorId input, const std::string& quantization);
/// A kernel whose last axis is that of the filters or units, rounded where it is quantized.
TensorId quantizedKernel(LayerCall& call, TensorId kernel, const std::string& quantization);

/// The same as QuantizeLinear and DequantizeLinear, which other programs fuse into products of integers.
/// A kernel as `quantizedKernel` rounds it, for formats without such nodes.
WeightArray roundedKernel(WeightArray kernel, const std::string& quantization);
OnnxCall::Value onnxQuantizedInput(OnnxCall& call, const OnnxCall::Value& input, const std::string& quantization);
/// The initializer `name`; `axis` is that of the filters or units.
OnnxCall::Value onnxQuantizedKernel(OnnxCall& call, const std::string& name, const WeightArray& kernel, int axis,
                                    const std::string& quantization);

} // namespace netsmith::layer

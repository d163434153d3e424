#include "engine/interop/code/torch_modules.h"

namespace netsmith::interop::code {
namespace {

constexpr auto torchConvolution = "in_channels out_channels kernel_size stride padding dilation groups bias padding_mode";
constexpr auto torchPooling = "kernel_size stride padding dilation return_indices ceil_mode";
constexpr auto torchAverage = "kernel_size stride padding ceil_mode count_include_pad divisor_override";
constexpr auto torchRecurrence = "input_size hidden_size num_layers bias batch_first dropout bidirectional";
constexpr auto torchNorm = "num_features eps momentum affine track_running_stats";

} // namespace

const std::vector<TorchModule>& torchModules()
{
    using Parameters = std::vector<std::pair<std::string_view, std::string_view>>;
    const Parameters convolution{{"out_channels", "filters"},   {"kernel_size", "kernel_size"}, {"stride", "strides"},
                                 {"dilation", "dilation_rate"}, {"groups", "groups"},           {"bias", "use_bias"}};
    const Parameters pooling{{"kernel_size", "pool_size"}, {"stride", "strides"}};
    const Parameters rate{{"p", "rate"}};
    static const std::vector<TorchModule> all{
        {"AlphaDropout", "alpha_dropout", "p inplace", rate},
        {"AvgPool1d", "average_pooling1d", torchAverage, pooling},
        {"AvgPool2d", "average_pooling2d", torchAverage, pooling},
        {"AvgPool3d", "average_pooling3d", torchAverage, pooling},
        {"BatchNorm1d", "batch_normalization", torchNorm, {{"eps", "epsilon"}}},
        {"BatchNorm2d", "batch_normalization", torchNorm, {{"eps", "epsilon"}}},
        {"BatchNorm3d", "batch_normalization", torchNorm, {{"eps", "epsilon"}}},
        {"Conv1d", "conv1d", torchConvolution, convolution},
        {"Conv2d", "conv2d", torchConvolution, convolution},
        {"Conv3d", "conv3d", torchConvolution, convolution},
        {"ConvTranspose2d", "conv2d_transpose",
         "in_channels out_channels kernel_size stride padding output_padding groups bias dilation", convolution},
        {"Dropout", "dropout", "p inplace", rate},
        {"Dropout1d", "spatial_dropout1d", "p inplace", rate},
        {"Dropout2d", "spatial_dropout2d", "p inplace", rate},
        {"Dropout3d", "spatial_dropout3d", "p inplace", rate},
        {"ELU", "elu", "alpha inplace", {{"alpha", "alpha"}}},
        {"Embedding",
         "embedding",
         "num_embeddings embedding_dim padding_idx",
         {{"num_embeddings", "input_dim"}, {"embedding_dim", "output_dim"}}},
        {"GELU", "gelu", "approximate"},
        {"GLU", "glu", "dim"},
        {"GRU", "gru", torchRecurrence},
        {"GroupNorm", "group_normalization", "num_groups num_channels eps affine", {{"num_groups", "groups"}, {"eps", "epsilon"}}},
        {"Hardsigmoid", "hard_sigmoid", "inplace"},
        {"Hardswish", "hard_silu", "inplace"},
        {"Hardtanh", "hard_tanh", "min_val max_val inplace"},
        {"LSTM", "lstm", torchRecurrence},
        {"LayerNorm", "layer_normalization", "normalized_shape eps elementwise_affine bias", {{"eps", "epsilon"}}},
        {"LazyConv2d", "conv2d", "out_channels kernel_size stride padding dilation groups bias padding_mode", convolution},
        {"LazyLinear", "dense", "out_features bias", {{"out_features", "units"}, {"bias", "use_bias"}}},
        {"LeakyReLU", "leaky_relu", "negative_slope inplace", {{"negative_slope", "negative_slope"}}},
        {"Linear", "dense", "in_features out_features bias", {{"out_features", "units"}, {"bias", "use_bias"}}},
        {"LogSoftmax", "softmax", "dim"},
        {"MaxPool1d", "max_pooling1d", torchPooling, pooling},
        {"MaxPool2d", "max_pooling2d", torchPooling, pooling},
        {"MaxPool3d", "max_pooling3d", torchPooling, pooling},
        {"Mish", "mish", "inplace"},
        {"PReLU", "prelu", "num_parameters init"},
        {"RNN", "simple_rnn", "input_size hidden_size num_layers nonlinearity bias batch_first dropout bidirectional"},
        {"ReLU", "relu", "inplace"},
        {"ReLU6", "relu6", "inplace"},
        {"SELU", "selu", "inplace"},
        {"SiLU", "silu", "inplace"},
        {"Sigmoid", "sigmoid", ""},
        {"Softmax", "softmax", "dim"},
        {"Softplus", "softplus", "beta threshold"},
        {"Softsign", "softsign", ""},
        {"Tanh", "tanh", ""},
        {"Upsample", "up_sampling2d", "size scale_factor mode align_corners"},
        {"UpsamplingNearest2d", "up_sampling2d", "size scale_factor"},
        {"ZeroPad2d", "zero_padding2d", "padding"},
    };
    return all;
}

} // namespace netsmith::interop::code

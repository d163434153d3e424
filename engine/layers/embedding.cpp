#include "engine/ops/embedding.h"

#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/layers.h"
#include "engine/ops/layer_call.h"
#include "engine/ops/token_mask.h"

namespace netsmith::layer {
namespace {

struct Parameters {
    std::int64_t inputDim = 256;
    std::int64_t outputDim = 64;
    bool maskZero = false;
};

std::vector<Shape> shapes(const Parameters& p, std::span<const Shape> inputs)
{
    if (inputs[0].rank() >= Shape::maxRank - 1)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("embedding.shape", "expected class numbers with at most {0:axis|axes}, got {1}; reshape them first"),
                    Shape::maxRank - 2, inputs[0].text());
    std::vector<std::int64_t> sizes(inputs[0].sizes().begin(), inputs[0].sizes().end());
    sizes.push_back(p.outputDim);
    return {Shape(sizes)};
}

void lower(const Parameters& p, LayerCall& call)
{
    const TensorId table = call.weight(WeightKind::embeddings, "embeddings", {p.inputDim, p.outputDim});
    const auto attributes = std::make_shared<EmbeddingAttributes>(p.inputDim, p.maskZero ? 0 : -1);
    call.setOutput(0, call.emitter().emitOne(ops::embedding, attributes, {table, call.input()}));
    const bool isSequence = call.emitter().shape(call.input()).rank() == 2;
    if (p.maskZero && isSequence)
        call.setMask(call.emitter().emitOne(ops::tokenMask, std::make_shared<TokenMaskAttributes>(0), {call.input()}));
}

void exportOnnx(const Parameters& p, OnnxCall& call)
{
    const OnnxCall::Value ids = call.asIntegers(call.input());
    call.setOutput(0, call.add("Gather", {call.parameter("embeddings"), ids}));
    if (p.maskZero && call.inputShape(0).rank() == 1)
        call.setMask(call.toFloat(call.add("Not", {call.add("Equal", {ids, call.integers({0})})})));
}

void writeTorch(const Parameters& p, LayerCode& code)
{
    code.torchModule("nn.Embedding", {std::to_string(p.inputDim), std::to_string(p.outputDim)});
    if (p.maskZero && code.input().rank() == 1)
        code.setMask("{0} != 0");
}

} // namespace

LayerSpec embedding()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .integer("input_dim", &Parameters::inputDim, NS_TEXT("embedding", "Vocabulary"),
                 NS_TEXT("embedding", "How many tokens or classes there are, each with a vector of its own."))
        .range(1, 1 << 24)
        .usual(16, 50000)
        .integer("output_dim", &Parameters::outputDim, NS_TEXT("embedding", "Size"),
                 NS_TEXT("embedding", "How many numbers each vector has."))
        .range(1, 1 << 20)
        .usual(4, 1024)
        .boolean("mask_zero", &Parameters::maskZero, NS_TEXT("embedding", "Number 0 is padding"),
                 NS_TEXT("embedding",
                         "Whether 0 only pads shorter sequences: its vector then learns nothing, recurrent layers and global "
                         "pooling skip it, and losses and metrics of single steps ignore it."));
    return LayerBuilder<Parameters>(
               "embedding", 1, Category::recurrent, NS_TEXT("embedding", "Embedding"),
               NS_TEXT("embedding",
                       "Maps every token or class to a learned vector: a sequence of numbers becomes a sequence of vectors."))
        .alsoKnownAs(NS_TEXT("embedding", "lookup table, word vectors, token embedding, nn.Embedding, padding_idx, word2vec"))
        .parameters(parameters)
        .weights({WeightKind::embeddings})
        .width("output_dim")
        .classesTaken("input_dim")
        .shapes(shapes)
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx(exportOnnx)
                     .keras([](const Parameters&, LayerCode& code) {
                         code.kerasLayer("Embedding", {"input_dim", "output_dim"});
                     })
                     .pytorch(writeTorch))
        .build();
}

} // namespace netsmith::layer

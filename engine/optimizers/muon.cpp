#include "engine/ops/muon.h"
#include "engine/optimizers/declaration.h"
#include "engine/optimizers/optimizers.h"

namespace netsmith::optimizer {
namespace {

// Keras's names, defaults and step. While Keras orthogonalizes only the steps of matrices, ours does so with all weights of two or
// more axes, as the original does: all axes but the last are the rows. Vectors use Adam, and so decay only if they are kernels; so
// do embeddings and the last layers, as in the original, which Keras identifies by given names.
struct Parameters {
    double learningRate = 0.001;
    double momentum = 0.95;
    bool nesterov = true;
    std::int64_t iterations = 5;
    double rmsRate = 0.2;
    double adamRatio = 1.0;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-7;
    double weightDecay = 0.004;
};

ParameterBuilder<Parameters> declare()
{
    using P = Parameters;
    ParameterBuilder<P> parameters;
    addLearningRate(parameters, 1e-4, 1e-1);
    parameters
        .real("momentum", &P::momentum, NS_TEXT("sgd", "Momentum"),
              NS_TEXT("muon", "The fraction of the previous direction that is kept."))
        .hard({0.0, 1.0, false, true})
        .usual(0.8, 0.99)
        .boolean("nesterov", &P::nesterov, NS_TEXT("sgd", "Nesterov"),
                 NS_TEXT("sgd", "Whether to use Nesterov momentum, which looks one step ahead."))
        .integer("ns_steps", &P::iterations, NS_TEXT("muon", "Iterations"),
                 NS_TEXT("muon", "The number of iterations that orthogonalize each matrix at each step."))
        .range(1, 100)
        .usual(3, 10)
        .real("rms_rate", &P::rmsRate, NS_TEXT("muon", "Step size"),
              NS_TEXT("muon",
                      "How far weights move at each step, as a fraction of the learning rate, whatever the matrix's size; 0 lets "
                      "the size decide."))
        .range(0.0, 1e3)
        .usual(0.0, 1.0)
        .real("adam_lr_ratio", &P::adamRatio, NS_TEXT("muon", "Adam's share"),
              NS_TEXT("muon", "Adam's learning rate, for biases, norms, embeddings and the last layer, as a fraction of this one."))
        .range(0.0, 1e6)
        .usual(0.01, 1.0)
        .real("adam_beta_1", &P::beta1, NS_TEXT("muon", "Adam's beta 1"),
              NS_TEXT("optimizer", "How much of the gradients' moving mean each step keeps."))
        .hard({0.0, 1.0, false, true})
        .usual(0.8, 0.95)
        .real("adam_beta_2", &P::beta2, NS_TEXT("muon", "Adam's beta 2"),
              NS_TEXT("optimizer", "How much of the squared gradients' moving mean each step keeps."))
        .hard({0.0, 1.0, false, true})
        .usual(0.9, 0.9999);
    addEpsilon(parameters);
    addWeightDecay(parameters);
    return parameters;
}

/// Momentum, shared with Adam, and Adam's squared gradients.
std::vector<double> slots(const Parameters&)
{
    return {0.0, 0.0};
}

void lower(const Parameters& p, OptimizerCall& call)
{
    auto matrices = std::make_shared<MuonAttributes>();
    auto others = std::make_shared<AdamAttributes>();
    for (const auto& [range, shape, isHiddenKernel] : call.parts) {
        if (isHiddenKernel && shape.rank() >= 2 && shape.elements() > 0) {
            matrices->ranges.push_back(range);
            matrices->matrices.push_back({shape.elements() / shape[-1], shape[-1]});
            continue;
        }
        others->ranges.push_back(range);
        others->ranges.back().rateScale *= static_cast<float>(p.adamRatio);
    }
    if (!matrices->ranges.empty()) {
        matrices->momentum = p.momentum;
        matrices->nesterov = p.nesterov;
        matrices->iterations = p.iterations;
        matrices->rmsRate = p.rmsRate;
        matrices->weightDecay = p.weightDecay;
        call.emitter().emitInto(
            ops::muon, std::move(matrices),
            {call.weights, call.gradients, call.slots[0], call.rates, call.counters, call.gradientScale, call.status},
            {call.weights, call.slots[0]});
    }
    if (!others->ranges.empty()) {
        others->beta1 = p.beta1;
        others->beta2 = p.beta2;
        others->epsilon = p.epsilon;
        emitUpdate(call, ops::adam, std::move(others), p.weightDecay);
    }
}

} // namespace

OptimizerSpec muon()
{
    OptimizerSpec spec = declared(declare(), slots, lower);
    spec.id = "muon";
    spec.title = NS_TEXT("muon", "Muon");
    spec.doc = NS_TEXT("muon",
                       "Updates each matrix by an orthogonalized step, equally large in all directions; embeddings, the last layer "
                       "and weights that are not matrices use Adam.");
    return spec;
}

} // namespace netsmith::optimizer

#include "engine/plan/passes/fusion.h"

#include "engine/ops/add.h"
#include "engine/ops/add_bias.h"
#include "engine/ops/batch_norm.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/conv3d.h"
#include "engine/ops/dense.h"
#include "engine/ops/fold_batch_norm.h"
#include "engine/ops/pool2d.h"
#include "engine/plan/passes/embedding_fusion.h"
#include "engine/plan/passes/fixed_tensors.h"
#include "engine/plan/passes/program_rewriting.h"
#include "engine/plan/passes/quantized_products.h"

#include <optional>

namespace netsmith {
namespace {

class ProgramFusion : ProgramRewriting {
public:
    ProgramFusion(LogicalPlan& plan, Program& program, const FusionOptions& options)
        : ProgramRewriting(plan, program)
        , m_options(options)
    {
    }

    void run()
    {
        if (m_options.foldNorm)
            each("batch_norm_inference", [this](int i) { foldNorm(i); });
        if (m_options.reluIntoMaxPool)
            each("max_pool2d", [this](int i) { fuseReluIntoMaxPool(i); });
        if (m_options.activationIntoNorm)
            each("activation", [this](int i) { fuseIntoNorm(i); });
        if (m_options.activationIntoProduct || m_options.activationIntoAdd)
            each("activation", [this](int i) { fuseIntoProducer(i); });
        finish();
    }

private:
    /// conv2d or dense → batch_norm_inference  ⇒  fold_batch_norm, then the product with the folded weights.
    void foldNorm(int norm)
    {
        const int product = maker(op(norm).inputs[0]);
        if (!(is(product, "conv2d") || is(product, "dense")) || onlyReader(op(norm).inputs[0]) != norm
            || op(norm).as<BatchNormAttributes>().residual)
            return;
        // Folding works on f32 weights; after a cast it would round twice.
        const TensorInfo weights = tensor(op(product).inputs[1]);
        if (weights.role != Role::segment && !is(maker(op(product).inputs[1]), "fake_quantize_weights"))
            return;
        Op fold;
        fold.spec = &ops::foldBatchNorm;
        fold.attributes = std::make_shared<FoldBatchNormAttributes>(op(norm).as<BatchNormAttributes>().epsilon);
        const TensorId bias = op(product).inputs.size() > 2 ? op(product).inputs[2] : noTensor;
        fold.inputs = {op(product).inputs[1], bias, op(norm).inputs[1], op(norm).inputs[2], op(norm).inputs[3], op(norm).inputs[4]};
        fold.outputs = {addActivation(weights.shape), addActivation(Shape{weights.shape[-1]})};
        fold.origin = op(norm).origin;
        edit(product).inputs = {op(product).inputs[0], fold.outputs[0], fold.outputs[1]};
        setBias(product);
        edit(product).outputs[0] = op(norm).outputs[0];
        merge(product, norm);
        insert(product, std::move(fold));
    }

    void setBias(int product)
    {
        if (is(product, "conv2d")) {
            auto attributes = changed<Conv2dAttributes>(op(product));
            attributes->bias = true;
            edit(product).attributes = std::move(attributes);
        } else {
            auto attributes = changed<DenseAttributes>(op(product));
            attributes->bias = true;
            edit(product).attributes = std::move(attributes);
        }
    }

    /// relu → max_pool2d, max_pool2d_backward → activation_backward  ⇒  max pooling that masks what relu would have.
    void fuseReluIntoMaxPool(int pool)
    {
        const int relu = maker(op(pool).inputs[0]);
        if (!is(relu, "activation") || op(relu).as<ActivationAttributes>().kind != Activation::relu
            || op(pool).as<Pool2dAttributes>().activation != Activation::none)
            return;
        const TensorId rectified = op(relu).outputs[0];
        if (tensor(rectified).role != Role::activation)
            return;
        const std::vector<int> uses = readers(rectified);
        int reluBackward = nowhere;
        if (uses.size() == 2 && is(uses[1], "activation_backward"))
            reluBackward = uses[1];
        else if (uses.size() != 1)
            return;
        int poolBackward = nowhere;
        if (reluBackward != nowhere) {
            const TensorId gradient = op(reluBackward).inputs[1];
            poolBackward = maker(gradient);
            if (!is(poolBackward, "max_pool2d_backward") || onlyReader(gradient) != reluBackward)
                return;
        }
        for (const int index : {pool, poolBackward})
            if (index != nowhere) {
                auto attributes = changed<Pool2dAttributes>(op(index));
                attributes->activation = Activation::relu;
                edit(index).attributes = std::move(attributes);
            }
        edit(pool).inputs[0] = op(relu).inputs[0];
        merge(pool, relu);
        if (poolBackward != nowhere) {
            edit(poolBackward).outputs[0] = op(reluBackward).outputs[0];
            merge(poolBackward, reluBackward);
        }
    }

    /// batch_norm[ → add] → relu, and activation_backward → batch_norm_backward.
    void fuseIntoNorm(int relu)
    {
        if (op(relu).as<ActivationAttributes>().kind != Activation::relu)
            return;
        const TensorId before = op(relu).inputs[0];
        int add = maker(before);
        int norm = add;
        TensorId residual = noTensor;
        if (is(add, "add") && op(add).as<AddAttributes>().activation == Activation::none && onlyReader(before) == relu) {
            // Of two normalised branches the later one takes the sum, because the other is then already available.
            const int left = maker(op(add).inputs[0]);
            const int right = maker(op(add).inputs[1]);
            const auto joins = [&](int index) { return isNorm(index) && onlyReader(op(index).outputs[0]) == add; };
            if (joins(left) && (!joins(right) || left > right)) {
                norm = left;
                residual = op(add).inputs[1];
            } else if (joins(right)) {
                norm = right;
                residual = op(add).inputs[0];
            } else {
                return;
            }
        } else {
            add = nowhere;
        }
        if (!isNorm(norm) || op(norm).as<BatchNormAttributes>().activation != Activation::none
            || op(norm).as<BatchNormAttributes>().residual || (add == nowhere && onlyReader(before) != relu))
            return;

        std::optional<std::pair<int, int>> backward; // relu's and the norm's
        if (is(norm, "batch_norm")) {
            backward = findNormBackward(relu, norm, residual != noTensor);
            if (!backward)
                return;
        }
        fuseNormForward(norm, add, relu, residual);
        if (backward)
            fuseNormBackward(backward->first, backward->second, op(relu).outputs[0], residual != noTensor);
    }

    bool isNorm(int index) { return is(index, "batch_norm") || is(index, "batch_norm_inference"); }

    std::optional<std::pair<int, int>> findNormBackward(int relu, int norm, bool residual)
    {
        for (const int reluBackward : readers(op(relu).outputs[0])) {
            if (!is(reluBackward, "activation_backward") || op(reluBackward).inputs[0] != op(relu).outputs[0])
                continue;
            const TensorId gradient = op(reluBackward).outputs[0];
            if (tensor(gradient).role != Role::activation)
                continue;
            for (const int normBackward : readers(gradient)) {
                const bool ours = is(normBackward, "batch_norm_backward") && op(normBackward).inputs[2] == op(norm).outputs[1]
                    && op(normBackward).inputs[4] == gradient && op(normBackward).inputs.size() == 5;
                if (ours && (residual || onlyReader(gradient) == normBackward))
                    return std::pair(reluBackward, normBackward);
            }
        }
        return std::nullopt;
    }

    void fuseNormForward(int norm, int add, int relu, TensorId residual)
    {
        Op fused = op(norm);
        auto attributes = changed<BatchNormAttributes>(fused);
        attributes->activation = Activation::relu;
        attributes->residual = residual != noTensor;
        fused.attributes = std::move(attributes);
        if (residual != noTensor)
            fused.inputs.push_back(residual);
        fused.outputs[0] = op(relu).outputs[0];
        // At relu's position the residual is available, and nothing before it read the result.
        for (const int part : {add, relu})
            if (part != nowhere)
                fused.origin.insert(fused.origin.end(), op(part).origin.begin(), op(part).origin.end());
        edit(relu) = std::move(fused);
        erase(norm);
        if (add != nowhere)
            erase(add);
    }

    void fuseNormBackward(int reluBackward, int normBackward, TensorId result, bool residual)
    {
        Op fused = op(normBackward);
        auto attributes = changed<BatchNormAttributes>(fused);
        attributes->activation = Activation::relu;
        attributes->residual = residual;
        fused.attributes = std::move(attributes);
        fused.inputs[4] = op(reluBackward).inputs[1];
        fused.inputs.push_back(result);
        if (residual)
            fused.outputs.push_back(op(reluBackward).outputs[0]); // the masked gradient continues along the other branch
        fused.origin.insert(fused.origin.end(), op(reluBackward).origin.begin(), op(reluBackward).origin.end());
        edit(reluBackward) = std::move(fused);
        erase(normBackward);
    }

    /// conv2d, conv3d, dense, add or add_bias → activation.
    void fuseIntoProducer(int activation)
    {
        const TensorId before = op(activation).inputs[0];
        const int producer = maker(before);
        if (producer == nowhere || onlyReader(before) != activation)
            return;
        const auto& [kind, alpha] = op(activation).as<ActivationAttributes>();
        if (alpha != defaultAlpha(kind))
            return;
        if (m_options.activationIntoProduct && is(producer, "conv2d"))
            take<Conv2dAttributes>(producer, activation, kind);
        else if (m_options.activationIntoProduct && is(producer, "conv3d"))
            take<Conv3dAttributes>(producer, activation, kind);
        else if (m_options.activationIntoProduct && is(producer, "dense"))
            take<DenseAttributes>(producer, activation, kind);
        else if (m_options.activationIntoAdd && is(producer, "add"))
            take<AddAttributes>(producer, activation, kind);
        else if (m_options.activationIntoAdd && is(producer, "add_bias"))
            take<AddBiasAttributes>(producer, activation, kind);
    }

    template <class A>
    void take(int producer, int activation, Activation kind)
    {
        if (op(producer).as<A>().activation != Activation::none)
            return;
        auto attributes = changed<A>(op(producer));
        attributes->activation = kind;
        edit(producer).attributes = std::move(attributes);
        edit(producer).outputs[0] = op(activation).outputs[0];
        merge(producer, activation);
    }

    const FusionOptions& m_options;
};

} // namespace

LogicalPlan fuse(const LogicalPlan& plan, const FusionOptions& options)
{
    LogicalPlan fused = plan;
    std::optional<FixedTensors> fixed;
    if (options.prepacks)
        fixed.emplace(plan);
    for (Program& program : fused.programs) {
        if (options.embeddingIntoRecurrence)
            fuseEmbeddingIntoRecurrence(fused, program, options.prepacks ? &*fixed : nullptr);
        ProgramFusion(fused, program, options).run();
    }
    if (options.quantizedProducts) {
        const FixedTensors afterFusion(fused);
        for (Program& program : fused.programs)
            fuseQuantizedProducts(fused, program, afterFusion);
    }
    return fused;
}

} // namespace netsmith

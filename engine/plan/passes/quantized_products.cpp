#include "engine/plan/passes/quantized_products.h"

#include "engine/ops/pool2d.h"
#include "engine/ops/quantized_product.h"
#include "engine/plan/passes/program_rewriting.h"

namespace netsmith {
namespace {

class QuantizedProducts : ProgramRewriting {
public:
    QuantizedProducts(LogicalPlan& plan, Program& program, const FixedTensors& fixed)
        : ProgramRewriting(plan, program)
        , m_fixed(fixed)
    {
    }

    void run()
    {
        each("conv2d", [this](int i) {
            if (op(i).as<Conv2dAttributes>().groups == 1)
                fuseProduct<Conv2dAttributes>(i, ops::quantizedConv2d);
        });
        each("dense", [this](int i) { fuseProduct<DenseAttributes>(i, ops::quantizedDense); });
        each("dense", [this](int i) { fuseDynamic(i); });
        each("quantize", [this](int i) { storeCodes(i); });
        finish();
    }

private:
    /// fake_quantize → product  ⇒  quantize → product of integers.
    template <class A>
    void fuseProduct(int product, const OpSpec& spec)
    {
        const TensorId w = op(product).inputs[1];
        const int rounding = maker(op(product).inputs[0]);
        if (!is(rounding, "fake_quantize") || onlyReader(op(product).inputs[0]) != product || !isRounded(maker(w)))
            return;
        const TensorId range = op(rounding).inputs[1];
        const std::vector<TensorId> ofProduct = op(product).inputs;
        const std::int64_t products = tensor(w).shape.elements() / tensor(w).shape[-1];
        if (products > mostQuantizedProducts || !m_fixed.contains(range)
            || !std::all_of(ofProduct.begin() + 1, ofProduct.end(), [this](TensorId id) { return m_fixed.contains(id); }))
            return;
        const TensorId codes = addActivation(tensor(ofProduct[0]).shape, DataType::u8);
        edit(rounding).spec = &ops::quantize;
        edit(rounding).outputs = {codes};
        std::vector<TensorId> inputs{codes, range};
        inputs.insert(inputs.end(), ofProduct.begin() + 1, ofProduct.end());
        auto attributes = std::make_shared<QuantizedAttributes<A>>(op(product).as<A>());
        edit(product).spec = &spec;
        edit(product).inputs = std::move(inputs);
        edit(product).attributes = std::move(attributes);
    }

    /// fake_quantize_rows → dense  ⇒  a product of integers that finds the steps of its rows.
    void fuseDynamic(int product)
    {
        const TensorId w = op(product).inputs[1];
        const int rounding = maker(op(product).inputs[0]);
        const std::vector<TensorId> ofProduct = op(product).inputs;
        if (!is(rounding, "fake_quantize_rows") || onlyReader(ofProduct[0]) != product || !isRounded(maker(w))
            || tensor(w).shape[0] > mostQuantizedProducts
            || !std::all_of(ofProduct.begin() + 1, ofProduct.end(), [this](TensorId id) { return m_fixed.contains(id); }))
            return;
        edit(product).spec = &ops::dynamicDense;
        edit(product).inputs[0] = op(rounding).inputs[0];
        merge(product, rounding);
    }

    /// Whether an op makes weights of whole steps, with or without a batch norm folded into them, which scales the steps.
    bool isRounded(int weights)
    {
        if (is(weights, "fold_batch_norm"))
            weights = maker(op(weights).inputs[0]);
        return is(weights, "fake_quantize_weights");
    }

    /// Product of integers [→ views, max pooling] → quantize  ⇒  the product stores codes, which these are of: rounding and relu
    /// keep the order of numbers.
    void storeCodes(int quantize)
    {
        std::vector<int> between;
        bool rectifies = false;
        TensorId read = op(quantize).inputs[0];
        int reader = quantize, product = maker(read);
        while (product != nowhere && (op(product).spec->isView || is(product, "max_pool2d")) && onlyReader(read) == reader) {
            between.push_back(product);
            rectifies =
                rectifies || (is(product, "max_pool2d") && op(product).as<Pool2dAttributes>().activation == Activation::relu);
            reader = product;
            read = op(product).inputs[0];
            product = maker(read);
        }
        if (product == nowhere || onlyReader(read) != reader)
            return;
        if (is(product, "quantized_conv2d"))
            store<Conv2dAttributes>(product, quantize, between, rectifies);
        else if (is(product, "quantized_dense"))
            store<DenseAttributes>(product, quantize, between, rectifies);
    }

    template <class A>
    void store(int product, int quantize, const std::vector<int>& between, bool rectifies)
    {
        auto attributes = changed<QuantizedAttributes<A>>(op(product));
        const Activation activation = attributes->product.activation;
        if (attributes->codes || (activation != Activation::none && activation != Activation::relu))
            return;
        attributes->codes = true;
        if (rectifies)
            attributes->product.activation = Activation::relu;
        edit(product).attributes = std::move(attributes);
        edit(product).inputs.push_back(op(quantize).inputs[1]);
        TensorId codes = op(quantize).outputs[0];
        for (const int each : between) { // from the last to the first
            const Shape before = tensor(op(each).inputs[0]).shape;
            if (is(each, "max_pool2d")) {
                auto pooling = changed<Pool2dAttributes>(op(each));
                pooling->activation = Activation::none;
                edit(each).spec = &ops::maxPool2dCodes;
                edit(each).attributes = std::move(pooling);
            }
            edit(each).outputs = {codes};
            codes = addActivation(before, DataType::u8);
            edit(each).inputs[0] = codes;
        }
        edit(product).outputs[0] = codes;
        merge(product, quantize);
    }

    const FixedTensors& m_fixed;
};

} // namespace

void fuseQuantizedProducts(LogicalPlan& plan, Program& program, const FixedTensors& fixed)
{
    QuantizedProducts(plan, program, fixed).run();
}

} // namespace netsmith

#include "engine/plan/passes/embedding_fusion.h"

#include "engine/ops/dense.h"
#include "engine/ops/embedding.h"
#include "engine/ops/recurrence.h"
#include "engine/plan/passes/program_rewriting.h"

#include <algorithm>

namespace netsmith {
namespace {

constexpr std::int64_t mostFixed = std::int64_t{1} << 22; ///< numbers of a product that is computed once
constexpr std::int64_t leastWidth = 16; ///< of a table: with shorter rows, reading costs more than is saved

class TableProducts : ProgramRewriting {
public:
    TableProducts(LogicalPlan& plan, Program& program, const FixedTensors* fixed)
        : ProgramRewriting(plan, program)
        , m_fixed(fixed)
    {
    }

    void run()
    {
        each("recurrence", [this](int i) { multiply(i); });
        finish();
    }

private:
    /// The ops of one table and its only reader, as far as the program has them.
    struct Match {
        int embedding = nowhere;
        int layer = nowhere;
        int backward = nowhere;
        int ofWeights = nowhere;
        int ofTable = nowhere;
    };

    bool isWorthIt(const Op& embedding, TensorId weights)
    {
        const Shape &table = tensor(embedding.inputs[0]).shape, &ids = tensor(embedding.inputs[1]).shape;
        const bool isFixed = m_fixed && m_fixed->contains(embedding.inputs[0]) && m_fixed->contains(weights)
            && table[0] * tensor(weights).shape[1] <= mostFixed;
        return ids.rank() == 2 && table[1] >= leastWidth && (isFixed || 2 * table[0] <= ids.elements());
    }

    bool find(int layer, Match& match)
    {
        const TensorId rows = op(layer).inputs[0];
        match = {maker(rows), layer};
        if (!is(match.embedding, "embedding") || op(match.embedding).as<EmbeddingAttributes>().padding >= 0
            || tensor(rows).role != Role::activation || !isWorthIt(op(match.embedding), op(layer).inputs[1]))
            return false;
        for (const TensorId weights : {op(match.embedding).inputs[0], op(layer).inputs[1]})
            if (tensor(weights).role != Role::segment && !(m_fixed && m_fixed->contains(weights)))
                return false;
        std::size_t known = 1; // of those that read the rows
        const TensorId states = op(layer).outputs[op(layer).as<RecurrenceAttributes>().statesAt()];
        for (const int reader : readers(states)) {
            if (is(reader, "recurrence_backward") && op(reader).inputs[3] == states)
                match.backward = reader;
            if (is(reader, "recurrence_backward_weights") && op(reader).inputs[0] == rows && op(reader).inputs[1] == states) {
                match.ofWeights = reader;
                ++known;
            }
        }
        return readers(rows).size() == known && (match.backward == nowhere || findBackward(match));
    }

    /// Whether only the table's gradient reads the gradient of the rows, and nothing reads the layer's before it is available.
    bool findBackward(Match& match)
    {
        if (op(match.backward).as<RecurrenceAttributes>().inputGradient) {
            match.ofTable = onlyReader(op(match.backward).outputs.back());
            if (!is(match.ofTable, "embedding_backward"))
                return false;
        }
        if (match.ofWeights == nowhere)
            return true;
        const std::vector<int> early = readers(op(match.ofWeights).outputs[0]);
        return std::ranges::none_of(early, [&](int reader) { return reader < match.ofTable; });
    }

    void multiply(int layer)
    {
        Match match;
        if (!find(layer, match))
            return;
        if (match.backward != nowhere)
            multiplyBackward(match);
        if (tensor(op(layer).inputs[1]).role != Role::segment) { // made between the two, and nothing is trained
            Op moved = op(match.embedding);
            erase(match.embedding);
            match.embedding = layer;
            multiplyAt(layer, moved, layer);
            insert(layer, std::move(moved));
            return;
        }
        multiplyAt(match.embedding, edit(match.embedding), layer);
    }

    /// Inserts the product of the table with the weights before the op at `place`, and lets `embedding` look up its rows.
    void multiplyAt(int place, Op& embedding, int layer)
    {
        const Shape &places = tensor(embedding.inputs[1]).shape, &table = tensor(embedding.inputs[0]).shape;
        const TensorId weights = op(layer).inputs[1];
        const std::int64_t width = tensor(weights).shape[1];
        const Shape productShape{table[0], width}, rowsShape{places[0], places[1], width};
        Op product = make(ops::dense, {embedding.inputs[0], weights}, addActivation(productShape), op(layer).origin);
        embedding.inputs[0] = product.outputs[0];
        embedding.outputs[0] = addActivation(rowsShape);
        edit(layer).inputs[0] = embedding.outputs[0];
        edit(layer).inputs[1] = noTensor;
        setMultiplied(layer);
        insert(place, std::move(product));
    }

    void multiplyBackward(const Match& match)
    {
        const TensorId table = op(match.embedding).inputs[0], ids = op(match.embedding).inputs[1];
        const TensorId weights = op(match.layer).inputs[1], arrived = op(match.backward).outputs[0];
        edit(match.backward).inputs[1] = noTensor;
        if (match.ofTable != nowhere)
            edit(match.backward).outputs.pop_back();
        setMultiplied(match.backward);
        if (match.ofTable == nowhere && match.ofWeights == nowhere)
            return;

        const auto origin = op(match.embedding).origin;
        const TensorId sums = addActivation({tensor(table).shape[0], tensor(weights).shape[1]});
        std::vector<Op> behind;
        int last = match.ofTable;
        if (match.ofTable != nowhere) {
            behind.push_back(make(ops::denseBackwardData, {sums, weights}, op(match.ofTable).outputs[0], origin));
            edit(match.ofTable).inputs[1] = arrived;
            edit(match.ofTable).outputs[0] = sums;
        } else {
            behind.push_back(make(ops::embeddingBackward, {ids, arrived}, sums, origin));
            behind.back().attributes = op(match.embedding).attributes;
            last = match.ofWeights;
        }
        if (match.ofWeights != nowhere) {
            Op& op = edit(match.ofWeights);
            behind.push_back(make(ops::denseBackwardWeights, {table, sums}, op.outputs[0], op.origin));
            op.inputs[0] = noTensor;
            op.outputs.erase(op.outputs.begin());
            setMultiplied(match.ofWeights);
        }
        for (Op& op : behind)
            insert(last + 1, std::move(op));
    }

    static Op make(const OpSpec& spec, std::vector<TensorId> inputs, TensorId output, std::vector<std::string> origin)
    {
        auto attributes = std::make_shared<DenseAttributes>();
        attributes->bias = false;
        return {&spec, std::move(attributes), std::move(inputs), {output}, std::move(origin)};
    }

    void setMultiplied(int index)
    {
        auto attributes = changed<RecurrenceAttributes>(op(index));
        attributes->multiplied = true;
        attributes->inputGradient = false;
        edit(index).attributes = std::move(attributes);
    }

    const FixedTensors* m_fixed;
};

} // namespace

void fuseEmbeddingIntoRecurrence(LogicalPlan& plan, Program& program, const FixedTensors* fixed)
{
    TableProducts(plan, program, fixed).run();
}

} // namespace netsmith

#include "engine/interop/onnx/export/onnx_inputs.h"

#include "engine/core/error.h"
#include "engine/graph/project/settings.h"
#include "engine/ops/affine.h"
#include "engine/ops/warp.h"
#include "engine/plan/checks/image_chain.h"
#include "engine/plan/checks/project_nodes.h"

#include <algorithm>

namespace netsmith::interop {
namespace {

constexpr auto toFloat = static_cast<std::int64_t>(OnnxType::float32);

WeightArray asRow(std::vector<float> values)
{
    const auto size = static_cast<std::int64_t>(values.size());
    return {{size}, std::move(values)};
}

} // namespace

OnnxEntry OnnxInputs::entering(const Node& node)
{
    const LayerSpec& spec = *m_project.catalog().layers->find(node.layer);
    if (!readsField(spec)) // noise, which the caller draws
        return {m_builder.input(node.id, OnnxType::float32, *m_project.shapes().at({node.id, spec.outputs[0].name}))};
    const std::string field = inputField(node, spec);
    if (!m_entries.contains(field))
        m_entries[field] = fieldEntry(field);
    return m_entries[field];
}

OnnxEntry OnnxInputs::fieldEntry(const std::string& name)
{
    const FieldType& field = *std::ranges::find(m_project.fields(), name, &FieldType::name);
    const auto found = std::ranges::find(m_fields, name, &data::FieldSpec::name);
    const Shape sample = field.shape.rank() == 0 ? Shape{1} // a number enters as a vector of it
        : m_preparing                            ? field.shape
                                                 : transformedShape(m_project.flat(), m_project.catalog(), field.shape);
    OnnxEntry entry;
    if (field.classes > 0) {
        const Value numbers = m_builder.input(name, OnnxType::int64, sample);
        entry.value = m_builder.add(numbers, "Cast", {numbers}, {{"to", toFloat}});
    } else {
        entry.value = m_builder.input(name, OnnxType::float32, sample);
    }
    m_builder.setRank(entry.value, sample.rank() + 1);
    if (m_preparing)
        entry.value = prepared(entry.value, field, found == m_fields.end() ? nullptr : &*found);
    if (!field.lengths.empty())
        entry.mask = lengthMask(field);
    return entry;
}

/// As in `BatchFields::givenInputs` and `NetworkPrediction::predict`.
OnnxInputs::Value OnnxInputs::prepared(Value value, const FieldType& field, const data::FieldSpec* spec)
{
    if (spec && !spec->columns.empty())
        value = fitted(value, field, *spec);
    if (field.classes == 0) {
        const InputScale scale = inputScale(m_project.flat().data, field.type, field.shape, field.classes);
        if (scale.subtract != 0.0)
            value = m_builder.add(field.name, "Sub", {value, m_builder.number(scale.subtract)});
        if (scale.divide != 1.0)
            value = m_builder.add(field.name, "Div", {value, m_builder.number(scale.divide)});
    }
    return field.shape.rank() == 3 ? transformed(value, field) : value;
}

/// See `data::applyColumns`.
OnnxInputs::Value OnnxInputs::fitted(Value value, const FieldType& field, const data::FieldSpec& spec)
{
    std::vector<float> fills, subtracted, divisors;
    for (const data::Column& column : spec.columns) {
        const data::ColumnFit& fit = column.fit;
        if (column.categories.empty()) {
            fills.push_back(fit.fill);
            subtracted.push_back(fit.subtract);
            divisors.push_back(fit.divide);
            continue;
        }
        for (int i = 0; i < column.elements(); ++i) {
            fills.push_back(i == static_cast<int>(fit.fill) ? 1.0f : 0.0f);
            subtracted.push_back(0.0f);
            divisors.push_back(1.0f);
        }
    }
    const Value missing = m_builder.add(field.name, "IsNaN", {value});
    value = m_builder.add(field.name, "Where", {missing, m_builder.numbers(asRow(std::move(fills))), value});
    value = m_builder.add(field.name, "Sub", {value, m_builder.numbers(asRow(std::move(subtracted)))});
    value = m_builder.add(field.name, "Div", {value, m_builder.numbers(asRow(std::move(divisors)))});
    std::vector<float> seen; // 0 for a category that no training sample had
    for (const data::Column& column : spec.columns)
        for (int i = 0; i < column.elements(); ++i)
            seen.push_back(std::ranges::find(column.fit.unseen, i) == column.fit.unseen.end() || column.categories.empty() ? 1.0f
                                                                                                                           : 0.0f);
    if (std::ranges::all_of(seen, [](float each) { return each == 1.0f; }))
        return value;
    return m_builder.add(field.name, "Mul", {value, m_builder.numbers(asRow(std::move(seen)))});
}

OnnxInputs::Value OnnxInputs::affine(const std::string& name, Value value, const std::vector<double>& factors,
                                     const std::vector<double>& offsets)
{
    const auto numbers = [&](const std::vector<double>& given) {
        std::vector<float> rounded(given.size());
        std::ranges::transform(given, rounded.begin(), [](double number) { return static_cast<float>(number); });
        return given.size() == 1 ? m_builder.number(given[0]) : m_builder.numbers(asRow(std::move(rounded)));
    };
    value = m_builder.add(name, "Mul", {value, numbers(factors)});
    return m_builder.add(name, "Add", {value, numbers(offsets)});
}

/// The pixels that a warp of fixed windows alone shows; nothing for other movements, and where it fills an area as ONNX can't.
std::optional<OnnxInputs::Value> OnnxInputs::windowed(Value image, const FieldType& field, const Shape& shape, const Op& op)
{
    const auto& warp = op.as<WarpAttributes>();
    const auto isFixed = [](const WarpStep& step) {
        return step.kind == WarpStep::Kind::window && step.low[0] == step.high[0] && step.low[1] == step.high[1];
    };
    if (!std::ranges::all_of(warp.steps, isFixed))
        return std::nullopt;
    const WarpStep& last = warp.steps.back();
    std::vector<std::int64_t> starts, ends, pads{0}, after{0};
    bool fills = false;
    for (int axis = 0; axis < 2; ++axis) {
        std::int64_t first = 0;
        for (const WarpStep& step : warp.steps)
            first += static_cast<std::int64_t>(step.low[axis]);
        const std::int64_t size = shape[1 + axis], end = first + (axis == 0 ? last.outputHeight : last.outputWidth);
        if (first >= size || end <= 0)
            return std::nullopt;
        starts.push_back(std::max<std::int64_t>(first, 0));
        ends.push_back(std::min(end, size));
        pads.push_back(std::max<std::int64_t>(-first, 0));
        after.push_back(std::max<std::int64_t>(end - size, 0));
        fills = fills || pads.back() > 0 || after.back() > 0;
    }
    if (fills && warp.fill != WarpFill::constant)
        return std::nullopt;
    const std::vector<std::int64_t> whole{shape[1], shape[2]};
    if (starts != std::vector<std::int64_t>{0, 0} || ends != whole)
        image = m_builder.add(field.name, "Slice",
                              {image, m_builder.integers(starts), m_builder.integers(ends), m_builder.integers({1, 2})});
    if (!fills)
        return image;
    pads.push_back(0);
    pads.insert(pads.end(), after.begin(), after.end());
    pads.push_back(0);
    return m_builder.add(field.name, "Pad", {image, m_builder.integers(pads), m_builder.number(warp.value)});
}

/// What prepares every image: of that, what scales its numbers, pads or crops it.
OnnxInputs::Value OnnxInputs::transformed(Value image, const FieldType& field)
{
    const Project& project = m_project.flat();
    std::vector<TensorInfo> tensors{
        {.name = field.name, .shape = field.shape.withBatch(1), .type = DataType::f32, .role = Role::input}};
    Program program;
    Emitter emitter(tensors, program);
    std::vector<Op> chain; // without the warps that were merged into later ones
    for (TensorId at = ImageChain(project, m_project.catalog(), 0).emit(emitter, 0, field.type, noTensor); at != 0;) {
        chain.insert(chain.begin(), *emitter.producer(at));
        at = chain.front().inputs[0];
    }
    for (const Op& op : chain) {
        std::optional<Value> out;
        if (op.spec == &ops::affine)
            out = affine(field.name, image, op.as<AffineAttributes>().factors, op.as<AffineAttributes>().offsets);
        else if (op.spec == &ops::warp)
            out = windowed(image, field, emitter.shape(op.inputs[0]), op);
        if (!out) {
            std::string names;
            for (const Component& each : project.data.transforms)
                if (const TransformSpec& spec = *m_project.catalog().transforms->find(each.id);
                    !spec.augments && !spec.numbersAlone)
                    names += (names.empty() ? "" : ", ") + each.id;
            refuse(NS_MESSAGE(
                       "onnx_export.transform",
                       "what {1} does to the field \"{0}\" can't be exported; use --no-preprocessing, and give the model images "
                       "as the network reads them"),
                   field.name, names);
        }
        image = *out;
    }
    return image;
}

/// Of a batch of lengths, which are another input: 1 for the first steps of each sample.
OnnxInputs::Value OnnxInputs::lengthMask(const FieldType& field)
{
    Value& lengths = m_lengths[field.lengths];
    if (lengths.empty())
        lengths = m_builder.input(field.lengths, OnnxType::int64, Shape());
    std::vector<std::int64_t> steps;
    for (std::int64_t step = 0; step < field.shape[0]; ++step)
        steps.push_back(step);
    const Value column = m_builder.add(field.name, "Unsqueeze", {lengths, m_builder.integers({1})});
    return m_builder.add(field.name, "Cast", {m_builder.add(field.name, "Less", {m_builder.integers(steps), column})},
                         {{"to", toFloat}});
}

} // namespace netsmith::interop

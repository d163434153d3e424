#include "gui/steps/tensor_part.h"

#include <functional>
#include <numeric>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// The last axis as columns, all before as rows.
void layOutAxes(TensorPart& part, std::vector<std::int64_t> sizes)
{
    part.columns = sizes.empty() ? 1 : sizes.back();
    if (!sizes.empty())
        sizes.pop_back();
    part.rows = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies());
    part.rowSizes = std::move(sizes);
}

std::vector<std::int64_t> sizesOf(const Shape& shape)
{
    return {shape.sizes().begin(), shape.sizes().end()};
}

} // namespace

QString TensorPart::rowText(std::int64_t row) const
{
    QStringList places;
    for (auto size = rowSizes.rbegin(); size != rowSizes.rend(); ++size) {
        places.prepend(QString::number(row % *size));
        row /= *size;
    }
    return places.join(u", "_s);
}

TensorPart tensorPart(const inspect::TracedLayer& layer, StepWay way, int tensor, std::size_t sample)
{
    TensorPart part;
    const bool hasOutput = way == StepWay::forward || (way == StepWay::back && !layer.gradient.empty());
    if (hasOutput && tensor == 0) {
        part.numbers = way == StepWay::forward ? &layer.output : &layer.gradient;
        std::vector<std::int64_t> sizes = sizesOf(layer.shape);
        part.rowsAreSamples = sizes.size() <= 2;
        if (part.rowsAreSamples) {
            part.rows = sizes.empty() ? 1 : sizes[0];
            part.columns = sizes.size() == 2 ? sizes[1] : 1;
            return part;
        }
        sizes.erase(sizes.begin());
        if (sizes.back() == 1) // a grey picture
            sizes.pop_back();
        layOutAxes(part, std::move(sizes));
        part.first = static_cast<std::int64_t>(sample) * part.rows * part.columns;
        return part;
    }
    tensor -= hasOutput ? 1 : 0;
    if (tensor < 0 || tensor >= std::ssize(layer.parameters))
        return part;
    part.parameter = &layer.parameters[static_cast<std::size_t>(tensor)];
    part.numbers = way == StepWay::forward ? &part.parameter->before
        : way == StepWay::back             ? &part.parameter->gradient
                                           : &part.parameter->after;
    layOutAxes(part, sizesOf(part.parameter->shape));
    return part;
}

} // namespace netsmith::gui

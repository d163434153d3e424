#include "gui/steps/step_equation.h"

#include "gui/explanations/step_words.h"
#include "gui/steps/layer_table.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct EquationWords {
    Q_DECLARE_TR_FUNCTIONS(StepEquation)
};

constexpr std::int64_t mostWritten = 32; ///< terms

/// "a × b + c × d + … (784 products)"
template <class Left, class Right>
QString productsText(std::int64_t count, const Left& left, const Right& right)
{
    QStringList terms;
    for (std::int64_t i = 0; i < std::min(count, mostWritten); ++i)
        terms << u"%1 × %2"_s.arg(i == 0 ? stepNumber(left(i)) : factorText(left(i)), factorText(right(i)));
    QString text = terms.join(u" + "_s);
    if (count > mostWritten)
        text += EquationWords::tr(" + … (%n product(s) in all)", nullptr, static_cast<int>(count));
    return text;
}

QString at(const QString& name, int index)
{
    return u"%1[%2]"_s.arg(name, QString::number(index));
}

QString at(const QString& name, int row, int column)
{
    return u"%1[%2, %3]"_s.arg(name, QString::number(row), QString::number(column));
}

/// z = Σ x·w + b
QString sumText(const LayerTable& table, int unit)
{
    const inspect::TracedSums& sums = *table.sums();
    const std::span<const double> x = table.inputs();
    const auto weight = [&](int row) { return table.number(table.index(row, unit)); };
    QString text = productsText(
        std::ssize(x), [&](std::int64_t i) { return x[static_cast<std::size_t>(i)]; },
        [&](std::int64_t i) { return weight(static_cast<int>(i)); });
    if (sums.hasBias)
        text += u" + "_s + factorText(weight(static_cast<int>(x.size())));
    return u"%1 = %2 = %3"_s.arg(at(u"z"_s, unit), text, stepNumber(table.sumsOfRow()[static_cast<std::size_t>(unit)]));
}

QString activationText(const LayerTable& table, int unit, double result)
{
    const std::span<const double> z = table.sumsOfRow();
    const double own = z[static_cast<std::size_t>(unit)];
    const QString name = fromStd(table.sums()->activation);
    if (table.sums()->activation != "softmax")
        return u"%1(%2) = %3"_s.arg(name, stepNumber(own), stepNumber(result));
    QStringList terms;
    for (std::int64_t i = 0; i < std::min<std::int64_t>(std::ssize(z), mostWritten); ++i)
        terms << u"exp(%1)"_s.arg(stepNumber(z[static_cast<std::size_t>(i)]));
    if (std::ssize(z) > mostWritten)
        terms << u"…"_s;
    return u"%1: exp(%2) ÷ (%3) = %4"_s.arg(name, stepNumber(own), terms.join(u" + "_s), stepNumber(result));
}

/// What the way back has, of each row of the batch.
QString weightGradientText(const LayerTable& table, const QModelIndex& index)
{
    const inspect::TracedSums& sums = *table.sums();
    const bool isBias = table.rowKind(index.row()) == LayerTable::Row::bias;
    const std::int64_t rows = std::ssize(sums.gradient) / std::max<std::int64_t>(1, sums.units);
    const auto delta = [&](std::int64_t row) { return sums.gradient[static_cast<std::size_t>(row * sums.units + index.column())]; };
    const auto x = [&](std::int64_t row) {
        return isBias ? 1.0 : sums.input[static_cast<std::size_t>(row * sums.inputs + index.row())];
    };
    const QString name = isBias ? at(u"b"_s, index.column()) : at(u"w"_s, index.row(), index.column());
    return EquationWords::tr("Gradient of %1 = sum of x × δ of all samples = %2 = %3")
        .arg(name, productsText(rows, x, delta), stepNumber(table.number(index)));
}

/// δ of a softmax whose output one cross-entropy compares with the target; empty if that is not what it is.
QString crossEntropyText(const LayerTable& table, int unit, double delta)
{
    const inspect::TracedStep& step = *table.step();
    const inspect::TracedLayer& layer = *table.layer();
    const std::size_t samples = step.samples.size(), units = static_cast<std::size_t>(table.sums()->units);
    if (step.objectives.size() != 1 || step.objectives.front().node != layer.node || step.objectives.front().losses.empty()
        || layer.output.size() != samples * units)
        return {};
    const std::vector<double>& targets = step.objectives.front().target;
    const std::size_t sample = table.place().sample, place = sample * units + static_cast<std::size_t>(unit);
    if (targets.size() != samples && targets.size() != samples * units)
        return {};
    const double target = targets.size() == layer.output.size() ? targets[place] : targets[sample] == unit ? 1.0 : 0.0;
    const double share = layer.output[place], wanted = (share - target) / static_cast<double>(samples);
    constexpr double tolerance = 1e-4, smallest = 1e-3;
    if (!(std::abs(wanted - delta) <= tolerance * std::max(smallest, std::abs(delta)))) // a weight, another loss
        return {};
    return EquationWords::tr("%1 = (output − target) ÷ samples = (%2 − %3) ÷ %4 = %5: softmax and cross-entropy together")
        .arg(at(u"δ"_s, unit), stepNumber(share), stepNumber(target), countText(static_cast<std::int64_t>(samples)),
             stepNumber(delta));
}

QString backText(const LayerTable& table, const QModelIndex& index)
{
    const inspect::TracedSums& sums = *table.sums();
    const int unit = index.column();
    if (unit == table.inputColumn()) {
        if (table.rowKind(index.row()) != LayerTable::Row::input)
            return {};
        const std::vector<double>& kernel = table.layer()->parameters[0].before;
        const std::span<const double> delta = table.gradients();
        return EquationWords::tr("Gradient of %1 = sum of w × δ of all units = %2 = %3")
            .arg(at(u"x"_s, index.row()),
                 productsText(
                     sums.units, [&](std::int64_t i) { return kernel[static_cast<std::size_t>(index.row() * sums.units + i)]; },
                     [&](std::int64_t i) { return delta[static_cast<std::size_t>(i)]; }),
                 stepNumber(table.number(index)));
    }
    switch (table.rowKind(index.row())) {
    case LayerTable::Row::input:
    case LayerTable::Row::bias: return weightGradientText(table, index);
    case LayerTable::Row::outputGradient:
        return EquationWords::tr("The next layers return this gradient of the batch's mean loss.");
    case LayerTable::Row::slope:
        return EquationWords::tr("How much %1 rises where the sum is %2: %3")
            .arg(fromStd(sums.activation), stepNumber(table.sumsOfRow()[static_cast<std::size_t>(unit)]),
                 stepNumber(table.number(index)));
    case LayerTable::Row::sumGradient: break;
    default: return {};
    }
    const double delta = table.number(index);
    if (index.row() > 0 && table.rowKind(index.row() - 1) == LayerTable::Row::slope) {
        const double slope = table.number(table.index(index.row() - 1, unit));
        const double output = table.number(table.index(index.row() - 2, unit));
        return EquationWords::tr("%1 = gradient of the output × slope = %2 × %3 = %4")
            .arg(at(u"δ"_s, unit), stepNumber(output), factorText(slope), stepNumber(delta));
    }
    if (sums.activation == "softmax") {
        if (const QString text = crossEntropyText(table, unit, delta); !text.isEmpty())
            return text;
        return EquationWords::tr("%1 = %2: a softmax passes on the gradients of all its outputs, p[i] × (g[i] − sum of p × g).")
            .arg(at(u"δ"_s, unit), stepNumber(delta));
    }
    return EquationWords::tr("%1 = gradient of the output = %2").arg(at(u"δ"_s, unit), stepNumber(delta));
}

/// The indices along the axes.
inspect::Place placeOf(std::int64_t number, const Shape& shape)
{
    inspect::Place place(static_cast<std::size_t>(shape.rank()));
    for (int axis = shape.rank(); axis-- > 0; number /= shape[axis])
        place[static_cast<std::size_t>(axis)] = number % shape[axis];
    return place;
}

QString updateText(const LayerTable& table, const StepsSession::WeightPlace& place)
{
    for (const inspect::TracedParameter& parameter : table.layer()->parameters)
        if (parameter.id == place.first) {
            const auto index = static_cast<std::size_t>(place.second);
            const QString name = fromStd(parameter.id) + placeText(placeOf(place.second, parameter.shape));
            const QString before = stepNumber(parameter.before[index]), after = stepNumber(parameter.after[index]);
            if (table.isPlainStep())
                return EquationWords::tr("%1 = weight − learning rate × gradient = %2 − %3 × %4 = %5")
                    .arg(name, before, numberText(table.step()->rate, 4), factorText(parameter.gradient[index]), after);
            return EquationWords::tr("%1: the optimizer made %3 of %2 with the gradient %4 and the learning rate %5; it also uses "
                                     "what it keeps of earlier steps.")
                .arg(name, before, after, stepNumber(parameter.gradient[index]), numberText(table.step()->rate, 4));
        }
    return {};
}

QString lossText(const LayerTable& table, const QModelIndex& index)
{
    const auto objective = static_cast<std::size_t>(table.place().tensor);
    if (objective >= table.step()->objectives.size() || index.column() + 1 != table.columnCount())
        return {};
    const inspect::TracedObjective& of = table.step()->objectives[objective];
    if (of.losses.empty())
        return EquationWords::tr("Of %1 only the mean over the batch is known.").arg(fromStd(of.loss));
    if (table.rowKind(index.row()) == LayerTable::Row::mean) {
        QStringList terms;
        for (std::size_t i = 0; i < std::min<std::size_t>(of.losses.size(), mostWritten); ++i)
            terms << factorText(of.losses[i]);
        if (of.losses.size() > mostWritten)
            terms << u"…"_s;
        double sum = 0.0;
        for (const double loss : of.losses)
            sum += loss;
        const double mean = sum / static_cast<double>(of.losses.size());
        QString text = u"(%1) ÷ %2 = %3"_s.arg(terms.join(u" + "_s), countText(std::ssize(of.losses)), stepNumber(mean));
        if (std::abs(mean - table.step()->loss) > 1e-5 * std::max(1.0, std::abs(mean)))
            text += u"\n"_s
                + EquationWords::tr("With other losses or penalties of the weights: %1").arg(stepNumber(table.step()->loss));
        return text;
    }
    const int targets = table.columnCount() - 1; // the columns before the loss
    const double loss = table.number(index);
    if (of.loss == "sparse_categorical_crossentropy" && targets > 1) {
        const int target = static_cast<int>(table.number(table.index(index.row(), targets - 1)));
        if (target >= 0 && target < targets - 1)
            return u"−ln(%1) = %2"_s.arg(stepNumber(table.number(table.index(index.row(), target))), stepNumber(loss));
    }
    if (of.loss == "mean_squared_error" && targets == 2)
        return u"(%1 − %2)² = %3"_s.arg(stepNumber(table.number(table.index(index.row(), 0))),
                                        factorText(table.number(table.index(index.row(), 1))), stepNumber(loss));
    return EquationWords::tr("%1 of this sample: %2").arg(fromStd(of.loss), stepNumber(loss));
}

} // namespace

QString equationOf(const LayerTable& table, const QModelIndex& index)
{
    if (!table.step() || !index.isValid())
        return {};
    switch (table.place().stage.way) {
    case StepWay::loss: return lossText(table, index);
    case StepWay::update: {
        const auto place = table.weightAt(index);
        return place ? updateText(table, *place) : QString();
    }
    case StepWay::back: return table.sums() ? backText(table, index) : QString();
    case StepWay::forward: break;
    }
    if (!table.sums() || table.sumsOfRow().empty())
        return {};
    if (table.rowKind(index.row()) == LayerTable::Row::activation)
        return activationText(table, index.column(), table.number(index));
    return sumText(table, index.column());
}

} // namespace netsmith::gui

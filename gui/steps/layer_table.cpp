#include "gui/steps/layer_table.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr std::int64_t mostOutputs = 64; ///< of a sample, beside its loss
constexpr double none = std::numeric_limits<double>::quiet_NaN();

const inspect::TracedLayer* layerNamed(const inspect::TracedStep& step, const std::string& node)
{
    const auto found = std::ranges::find(step.layers, node, &inspect::TracedLayer::node);
    return found == step.layers.end() ? nullptr : &*found;
}

const inspect::TracedObjective* objectiveAt(const inspect::TracedStep& step, int index)
{
    const auto at = static_cast<std::size_t>(index);
    return at < step.objectives.size() ? &step.objectives[at] : nullptr;
}

/// Whether each weight is before − rate · gradient, as far as single precision tells.
bool isPlain(const inspect::TracedStep& step, const inspect::TracedLayer& layer)
{
    for (const inspect::TracedParameter& parameter : layer.parameters)
        for (std::size_t i = 0; i < parameter.before.size(); ++i) {
            const double after = parameter.before[i] - step.rate * parameter.gradient[i];
            const double size = std::max({std::abs(parameter.before[i]), std::abs(step.rate * parameter.gradient[i]), 1e-6});
            if (!(std::abs(after - parameter.after[i]) <= 2e-6 * size))
                return false;
        }
    return true;
}

} // namespace

LayerTable::LayerTable(QObject* parent)
    : QAbstractTableModel(parent)
{
}

const inspect::TracedLayer* LayerTable::layer() const
{
    return m_step && m_place.stage.way != StepWay::loss ? &m_step->layers[m_place.stage.layer] : nullptr;
}

const inspect::TracedSums* LayerTable::sums() const
{
    const inspect::TracedLayer* of = layer();
    return of && of->sums && kernel() ? &*of->sums : nullptr;
}

const inspect::TracedParameter* LayerTable::kernel() const
{
    const inspect::TracedLayer* of = layer();
    return of && !of->parameters.empty() && of->parameters[0].shape.rank() == 2 ? &of->parameters[0] : nullptr;
}

const inspect::TracedParameter* LayerTable::bias() const
{
    const inspect::TracedLayer* of = layer();
    return of && of->sums && of->sums->hasBias && of->parameters.size() > 1 ? &of->parameters[1] : nullptr;
}

QStringList LayerTable::tensors(const inspect::TracedStep& step, const StepStage& stage)
{
    QStringList names;
    if (stage.way == StepWay::loss) {
        for (const inspect::TracedObjective& objective : step.objectives)
            names << fromStd(objective.node);
        return names;
    }
    const inspect::TracedLayer& layer = step.layers[stage.layer];
    const bool isDense = layer.sums && !layer.parameters.empty() && layer.parameters[0].shape.rank() == 2;
    if (isDense)
        return {fromStd(layer.node)};
    if (stage.way == StepWay::forward)
        names << tr("Output");
    else if (stage.way == StepWay::back && !layer.gradient.empty())
        names << tr("Gradient of the output");
    for (const inspect::TracedParameter& parameter : layer.parameters)
        names << fromStd(parameter.id);
    return names;
}

void LayerTable::show(const StepsSession& session, const Place& place)
{
    const auto shape = [this] { return std::tuple(rowCount(), columnCount(), m_place.stage, m_place.tensor, sums() != nullptr); };
    const auto before = shape();
    // The same table with other numbers keeps the current cell and the place that is scrolled to.
    const StepsSession::Step kept = m_step;
    const LayerTable::Place placeBefore = m_place;
    const bool mayStay = kept && session.step() && kept->layers.size() == session.step()->layers.size()
        && placeBefore.stage == place.stage && placeBefore.tensor == place.tensor;
    if (!mayStay)
        beginResetModel();
    m_step = session.step();
    m_edits = session.edits();
    m_mayEdit = session.state() == StepsSession::State::ready;
    m_place = place;
    layOut();
    if (!mayStay) {
        endResetModel();
    } else if (before != shape()) {
        beginResetModel();
        endResetModel();
    } else {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        Q_EMIT headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
    }
}

void LayerTable::retranslate()
{
    if (rowCount() == 0)
        return;
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    Q_EMIT headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

void LayerTable::layOut()
{
    m_below.clear();
    m_part = {};
    m_inputColumn = -1;
    m_rows = m_columns = 0;
    m_outputs = m_targets = 0;
    m_isPlainStep = false;
    if (!m_step)
        return;
    if (m_place.stage.way == StepWay::loss)
        return layOutLoss();
    const inspect::TracedLayer& of = *layer();
    m_isPlainStep = m_place.stage.way == StepWay::update && isPlain(*m_step, of);
    const inspect::TracedSums* taken = sums();
    if (!taken) {
        m_part = tensorPart(of, m_place.stage.way, m_place.tensor, m_place.sample);
        m_rows = m_part.rows;
        m_columns = m_part.columns;
        return;
    }
    if (bias())
        m_below.push_back(Row::bias);
    m_rows = taken->inputs;
    m_columns = taken->units;
    if (m_place.stage.way == StepWay::forward) {
        m_below.push_back(Row::sum);
        if (taken->activation != "none")
            m_below.push_back(Row::activation);
    } else if (m_place.stage.way == StepWay::back && !taken->gradient.empty()) {
        if (!of.gradient.empty() && taken->activation != "none") {
            m_below.push_back(Row::outputGradient);
            if (!taken->slope.empty())
                m_below.push_back(Row::slope);
        }
        m_below.push_back(Row::sumGradient);
        const inspect::TracedLayer* source = of.inputs.empty() ? nullptr : layerNamed(*m_step, of.inputs.front());
        if (source && !source->gradient.empty())
            m_inputColumn = static_cast<int>(m_columns++);
    }
}

void LayerTable::layOutLoss()
{
    const inspect::TracedObjective* objective = objectiveAt(*m_step, m_place.tensor);
    const std::int64_t samples = std::ssize(m_step->samples);
    m_rows = samples + 1;
    m_columns = 1;
    if (!objective || samples == 0)
        return;
    const auto each = [&](const std::vector<double>& numbers) {
        const std::int64_t count = std::ssize(numbers) / samples;
        return static_cast<int>(count <= mostOutputs ? count : 0);
    };
    if (const inspect::TracedLayer* output = layerNamed(*m_step, objective->node))
        m_outputs = each(output->output);
    m_targets = each(objective->target);
    m_columns = m_outputs + m_targets + 1;
}

int LayerTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows + std::ssize(m_below));
}

int LayerTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns);
}

LayerTable::Row LayerTable::rowKind(int row) const
{
    if (m_place.stage.way == StepWay::loss)
        return row + 1 == m_rows ? Row::mean : Row::numbers;
    if (!sums())
        return Row::numbers;
    return row < m_rows ? Row::input : m_below[static_cast<std::size_t>(row - m_rows)];
}

std::optional<StepsSession::WeightPlace> LayerTable::weightAt(const QModelIndex& index) const
{
    if (!index.isValid() || index.column() == m_inputColumn)
        return std::nullopt;
    switch (rowKind(index.row())) {
    case Row::input: return StepsSession::WeightPlace(kernel()->id, std::int64_t{index.row()} * sums()->units + index.column());
    case Row::bias: return StepsSession::WeightPlace(bias()->id, index.column());
    case Row::numbers:
        if (m_part.parameter && m_place.stage.way != StepWay::loss)
            return StepsSession::WeightPlace(m_part.parameter->id, std::int64_t{index.row()} * m_columns + index.column());
        break;
    default: break;
    }
    return std::nullopt;
}

/// The numbers of one row, of a batch of rows of this length.
static std::span<const double> partOf(const std::vector<double>& numbers, std::int64_t length, std::int64_t row)
{
    if (length <= 0 || (row + 1) * length > std::ssize(numbers))
        return {};
    return std::span(numbers).subspan(static_cast<std::size_t>(row * length), static_cast<std::size_t>(length));
}

std::span<const double> LayerTable::inputs() const
{
    const inspect::TracedSums* of = sums();
    const std::int64_t rows = of ? rowsOf(*of, m_step->samples.size()) : 1;
    return of ? partOf(of->input, of->inputs, static_cast<std::int64_t>(m_place.sample) * rows + m_place.row)
              : std::span<const double>();
}

std::span<const double> LayerTable::sumsOfRow() const
{
    const inspect::TracedSums* of = sums();
    const std::int64_t rows = of ? rowsOf(*of, m_step->samples.size()) : 1;
    return of ? partOf(of->sum, of->units, static_cast<std::int64_t>(m_place.sample) * rows + m_place.row)
              : std::span<const double>();
}

std::span<const double> LayerTable::gradients() const
{
    const inspect::TracedSums* of = sums();
    const std::int64_t rows = of ? rowsOf(*of, m_step->samples.size()) : 1;
    return of ? partOf(of->gradient, of->units, static_cast<std::int64_t>(m_place.sample) * rows + m_place.row)
              : std::span<const double>();
}

double LayerTable::ofUnit(const std::vector<double>& numbers, int unit) const
{
    const inspect::TracedSums& of = *sums();
    const std::int64_t rows = rowsOf(of, m_step->samples.size());
    const std::span<const double> part = partOf(numbers, of.units, static_cast<std::int64_t>(m_place.sample) * rows + m_place.row);
    return part.empty() ? none : part[static_cast<std::size_t>(unit)];
}

double LayerTable::sumsNumber(int row, int column) const
{
    const inspect::TracedSums& of = *sums();
    const auto unit = static_cast<std::size_t>(column);
    const auto weight = [&](const inspect::TracedParameter& parameter, std::size_t at) {
        return m_place.stage.way == StepWay::forward ? parameter.before[at]
            : m_place.stage.way == StepWay::back     ? parameter.gradient[at]
                                                     : parameter.after[at];
    };
    if (column == m_inputColumn) {
        if (row >= m_rows || gradients().empty())
            return none;
        double sum = 0.0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(of.units); ++i)
            sum += kernel()->before[static_cast<std::size_t>(row) * static_cast<std::size_t>(of.units) + i] * gradients()[i];
        return sum;
    }
    switch (rowKind(row)) {
    case Row::input: return weight(*kernel(), static_cast<std::size_t>(row) * static_cast<std::size_t>(of.units) + unit);
    case Row::bias: return weight(*bias(), unit);
    case Row::sum: return ofUnit(of.sum, column);
    case Row::activation: return ofUnit(layer()->output, column);
    case Row::outputGradient: return ofUnit(layer()->gradient, column);
    case Row::slope: return ofUnit(of.slope, column);
    case Row::sumGradient: return ofUnit(of.gradient, column);
    case Row::numbers:
    case Row::mean: break;
    }
    return none;
}

double LayerTable::lossNumber(int row, int column) const
{
    const inspect::TracedObjective* objective = objectiveAt(*m_step, m_place.tensor);
    if (rowKind(row) == Row::mean)
        return column + 1 == m_columns ? m_step->loss : none;
    const auto sample = static_cast<std::size_t>(row);
    if (!objective)
        return none;
    if (column < m_outputs)
        return layerNamed(*m_step, objective->node)
            ->output[sample * static_cast<std::size_t>(m_outputs) + static_cast<std::size_t>(column)];
    if (column < m_outputs + m_targets)
        return objective->target[sample * static_cast<std::size_t>(m_targets) + static_cast<std::size_t>(column - m_outputs)];
    return objective->losses.empty() ? none : objective->losses[sample];
}

double LayerTable::number(const QModelIndex& index) const
{
    if (!m_step || !index.isValid())
        return none;
    if (m_place.stage.way == StepWay::forward) // also while the step is computed with it, or can't be
        if (const auto place = weightAt(index))
            if (const auto edit = m_edits.find(*place); edit != m_edits.end())
                return edit->second.value;
    if (m_place.stage.way == StepWay::loss)
        return lossNumber(index.row(), index.column());
    if (sums())
        return sumsNumber(index.row(), index.column());
    const std::int64_t at = m_part.first + std::int64_t{index.row()} * m_columns + index.column();
    return m_part.numbers && at < std::ssize(*m_part.numbers) ? (*m_part.numbers)[static_cast<std::size_t>(at)] : none;
}

std::optional<StepsSession::Number> LayerTable::numberAt(const QModelIndex& index) const
{
    if (!index.isValid() || !layer())
        return std::nullopt;
    StepsSession::Number number{.node = layer()->node, .isGradient = m_place.stage.way == StepWay::back};
    if (sums()) {
        if (rowKind(index.row()) != Row::outputGradient || index.column() == m_inputColumn)
            return std::nullopt;
        const std::int64_t rows = rowsOf(*sums(), m_step->samples.size());
        number.element = (static_cast<std::int64_t>(m_place.sample) * rows + m_place.row) * sums()->units + index.column();
        return number;
    }
    if (m_place.stage.way == StepWay::update || (m_part.parameter && !number.isGradient))
        return std::nullopt;
    number.parameter = m_part.parameter ? m_part.parameter->id : std::string();
    number.element = m_part.first + std::int64_t{index.row()} * m_columns + index.column();
    return number;
}

QString LayerTable::below(const QModelIndex& index) const
{
    const auto column = static_cast<std::size_t>(index.column());
    const auto row = static_cast<std::size_t>(index.row());
    if (m_place.stage.way == StepWay::update) {
        const auto place = weightAt(index);
        for (const inspect::TracedParameter& parameter : layer()->parameters)
            if (place && parameter.id == place->first) {
                const auto at = static_cast<std::size_t>(place->second);
                return m_isPlainStep
                    ? tr("%1 − %2 × %3", "weight, rate, gradient")
                          .arg(stepNumber(parameter.before[at]), numberText(m_step->rate, 4), factorText(parameter.gradient[at]))
                    : tr("from %1, gradient %2").arg(stepNumber(parameter.before[at]), stepNumber(parameter.gradient[at]));
            }
        return {};
    }
    if (!sums() || rowKind(index.row()) != Row::input || index.column() == m_inputColumn || inputs().empty())
        return {};
    if (m_place.stage.way == StepWay::forward)
        return tr("× x = %1").arg(stepNumber(number(index) * inputs()[row]));
    return gradients().empty() ? QString() : tr("x × δ = %1").arg(stepNumber(inputs()[row] * gradients()[column]));
}

QString LayerTable::longestBelow() const
{
    constexpr double longest = -0.00012345; // with all its digits
    switch (m_step ? m_place.stage.way : StepWay::loss) {
    case StepWay::update:
        return m_isPlainStep ? tr("%1 − %2 × %3").arg(stepNumber(longest), numberText(m_step->rate, 4), factorText(longest))
                             : tr("from %1, gradient %2").arg(stepNumber(longest), stepNumber(longest));
    case StepWay::forward: return sums() ? tr("× x = %1").arg(stepNumber(longest)) : QString();
    case StepWay::back: return sums() ? tr("x × δ = %1").arg(stepNumber(longest)) : QString();
    case StepWay::loss: break;
    }
    return {};
}

QString LayerTable::rowTitle(int row) const
{
    switch (rowKind(row)) {
    case Row::input:
        return inputs().empty() ? tr("x[%1]").arg(row)
                                : tr("x[%1] = %2").arg(QString::number(row), stepNumber(inputs()[static_cast<std::size_t>(row)]));
    case Row::bias: return tr("Bias");
    case Row::sum: return tr("Sum z");
    case Row::activation: return tr("%1(z)").arg(fromStd(sums()->activation));
    case Row::outputGradient: return tr("Gradient of the output");
    case Row::slope: return tr("Slope of %1").arg(fromStd(sums()->activation));
    case Row::sumGradient: return tr("δ, gradient of the sum");
    case Row::mean: return tr("Of the batch");
    case Row::numbers: break;
    }
    if (m_part.rowsAreSamples || m_place.stage.way == StepWay::loss)
        return tr("Sample %1").arg(countText(row + 1));
    return m_part.rowText(row);
}

QString LayerTable::columnTitle(int column) const
{
    if (m_place.stage.way == StepWay::loss) {
        if (column < m_outputs)
            return tr("Output [%1]").arg(column);
        if (column < m_outputs + m_targets)
            return m_targets == 1 ? tr("Target") : tr("Target [%1]").arg(column - m_outputs);
        return tr("Loss");
    }
    if (column == m_inputColumn)
        return tr("Gradient of x");
    return sums() ? tr("Unit %1").arg(column) : QString::number(column);
}

QVariant LayerTable::data(const QModelIndex& index, int role) const
{
    if (!m_step || !index.isValid() || index.row() >= rowCount() || index.column() >= columnCount())
        return {};
    const Row kind = rowKind(index.row());
    switch (role) {
    case Qt::DisplayRole: {
        const double shown = number(index);
        const bool isEmpty = std::isnan(shown) && (m_place.stage.way == StepWay::loss || sums());
        return isEmpty ? u"–"_s : stepNumber(shown);
    }
    case Qt::EditRole: return numberText(number(index), 9);
    case Qt::TextAlignmentRole: return int(Qt::AlignTrailing | Qt::AlignVCenter);
    case belowRole: return below(index);
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole: {
        const double shown = number(index);
        if (std::isnan(shown))
            return {};
        const QString words = below(index);
        const QString exact = numberText(shown, 9);
        return words.isEmpty() ? exact : exact + u"\n"_s + words;
    }
    case editedRole: {
        const auto place = weightAt(index);
        return place && m_edits.contains(*place);
    }
    case strongRole:
        return kind == Row::sum || kind == Row::activation || kind == Row::sumGradient || kind == Row::mean
            || ((m_part.rowsAreSamples || m_place.stage.way == StepWay::loss)
                && static_cast<std::size_t>(index.row()) == m_place.sample);
    default: return {};
    }
}

QVariant LayerTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (!m_step)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(orientation == Qt::Vertical ? Qt::AlignLeading | Qt::AlignVCenter : Qt::AlignTrailing | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return orientation == Qt::Vertical ? rowTitle(section) : columnTitle(section);
}

Qt::ItemFlags LayerTable::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (m_mayEdit && m_place.stage.way == StepWay::forward && weightAt(index))
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool LayerTable::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const auto place = weightAt(index);
    if (role != Qt::EditRole || !place || !flags(index).testFlag(Qt::ItemIsEditable))
        return false;
    const QString text = value.toString().trimmed().replace(u'−', u'-');
    bool isNumber = false;
    double typed = QLocale().toDouble(text, &isNumber);
    if (!isNumber)
        typed = QLocale::c().toDouble(text, &isNumber);
    if (!isNumber || !std::isfinite(typed) || std::abs(typed) > std::numeric_limits<float>::max()) {
        Q_EMIT refused(
            tr("“%1” is not a number that a weight can be. Type one such as 0.5 or −1e-3.").arg(value.toString().left(40)));
        return false;
    }
    if (text != data(index, Qt::EditRole).toString()) // Enter on a cell that was only looked at changes nothing
        Q_EMIT weightChosen(*place, typed);
    return true;
}

} // namespace netsmith::gui

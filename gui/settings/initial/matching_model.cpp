#include "gui/settings/initial/matching_model.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

using interop::WeightRow;
using Found = WeightRow::Found;

QString conversionText(const WeightRow& row, interop::Framework framework)
{
    QStringList parts;
    for (const Message& words : row.conversion.words(framework))
        parts << messageText(words);
    if (!row.stored.empty())
        parts << MatchingModel::tr("from %1", "a type of numbers").arg(fromStd(row.stored));
    return parts.join(u", "_s);
}

/// The layers of rows that keep their random numbers, each once, in the network's order.
QStringList layersThatKeep(const interop::Matching& matching)
{
    QStringList layers;
    for (const WeightRow& row : matching.rows)
        if (const QString layer = fromStd(row.weight.layer);
            (row.found == Found::drawn || row.found == Found::otherShape) && !layers.contains(layer))
            layers << layer;
    return layers;
}

bool holdsShapes(int column)
{
    return column == MatchingModel::shapeColumn || column == MatchingModel::tensorShapeColumn;
}

int alignmentOf(int column)
{
    return static_cast<int>((holdsShapes(column) ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
}

int countOf(const interop::Matching& matching, Found found)
{
    return static_cast<int>(std::ranges::count(matching.rows, found, &WeightRow::found));
}

} // namespace

bool isOpen(const WeightRow& row)
{
    return row.found == Found::ambiguous || row.found == Found::no;
}

QString tensorsText(const std::vector<std::string>& tensors)
{
    QStringList names;
    for (const std::string& name : tensors)
        names << fromStd(name).simplified();
    return names.join(u" + "_s);
}

QString summaryOf(const interop::Matching& matching)
{
    constexpr qsizetype most = 3; // layers that are named
    const auto all = static_cast<std::int64_t>(matching.rows.size()), found = static_cast<std::int64_t>(matching.foundCount());
    if (found == all)
        return MatchingModel::tr("All %n weight(s) are taken.", nullptr, static_cast<int>(all));
    const QStringList keep = layersThatKeep(matching);
    if (keep.isEmpty())
        return MatchingModel::tr("%1 of %2 weights are taken.").arg(countText(found), countText(all));
    const QString names = keep.first(std::min(most, keep.size())).join(u", "_s);
    if (keep.size() == 1)
        return MatchingModel::tr("%1 of %2 weights are taken; %3 keeps its random weights.")
            .arg(countText(found), countText(all), names);
    if (keep.size() <= most)
        return MatchingModel::tr("%1 of %2 weights are taken; %3 keep their random weights.")
            .arg(countText(found), countText(all), names);
    return MatchingModel::tr("%1 of %2 weights are taken; %3 and %n more layer(s) keep their random weights.", nullptr,
                             static_cast<int>(keep.size() - most))
        .arg(countText(found), countText(all), names);
}

QString undecidedIn(const WeightsMatch& match)
{
    const interop::Matching& matching = match.matching;
    if (!match.problem)
        return {};
    if (const int ambiguous = countOf(matching, Found::ambiguous); ambiguous > 0) {
        const auto first = std::ranges::find(matching.rows, Found::ambiguous, &WeightRow::found);
        if (matching.framework == interop::Framework::unknown && first->tensors.size() == 1)
            return MatchingModel::tr(
                "%n weight(s) would fit as they are and transposed, and the file does not say which: choose its "
                "layout above.",
                nullptr, ambiguous);
        return MatchingModel::tr("%n weight(s) may come from several tensors: choose one in each of the first rows.", nullptr,
                                 ambiguous);
    }
    if (matching.foundCount() == 0)
        return MatchingModel::tr("No tensor of this file would be used: choose a file of the same network.");
    if (const int missing = countOf(matching, Found::no); missing > 0)
        return MatchingModel::tr(
            "Nothing in the file fits %n weight(s) by itself: choose a tensor in each of the first rows, or keep "
            "the random weights.",
            nullptr, missing);
    return asSentence(messageText(*match.problem));
}

MatchingModel::MatchingModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void MatchingModel::setMatch(const WeightsMatch& match, bool isNew)
{
    beginResetModel();
    m_match = match;
    if (isNew)
        m_asked.clear();
    m_order.clear();
    for (std::size_t i = 0; i < m_match.matching.rows.size(); ++i) {
        m_order.push_back(i);
        if (const WeightRow& row = m_match.matching.rows[i]; isOpen(row))
            m_asked.insert(row.weight.id());
    }
    std::ranges::stable_partition(m_order,
                                  [this](std::size_t i) { return m_asked.contains(m_match.matching.rows[i].weight.id()); });
    endResetModel();
}

void MatchingModel::clear()
{
    setMatch({}, true);
}

void MatchingModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, columns - 1);
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
}

const WeightRow* MatchingModel::weightAt(int row) const
{
    const auto at = static_cast<std::size_t>(row);
    return row >= 0 && at < m_order.size() ? &m_match.matching.rows[m_order[at]] : nullptr;
}

int MatchingModel::rowOf(const std::string& weight) const
{
    for (std::size_t i = 0; i < m_order.size(); ++i)
        if (m_match.matching.rows[m_order[i]].weight.id() == weight)
            return static_cast<int>(i);
    return -1;
}

std::vector<MatchingModel::Choice> MatchingModel::choicesAt(int row) const
{
    std::vector<Choice> choices;
    const WeightRow* weight = weightAt(row);
    if (!weight)
        return choices;
    for (std::vector<std::string>& tensors : interop::tensorsFor(m_match.file, weight->weight, m_match.matching.framework)) {
        const interop::WeightTensor* first = m_match.file.find(tensors.front());
        QString text = tr("%1 (%2)", "a tensor and its shape").arg(tensorsText(tensors), shapeText(first->shape));
        choices.push_back({std::move(text), weight->weight.id(), std::move(tensors)});
    }
    const std::string& layer = weight->weight.layer;
    choices.push_back({tr("Keep its random weights"), weight->weight.id(), {}});
    if (std::ranges::count_if(m_match.matching.rows, [&](const WeightRow& one) { return one.weight.layer == layer; }) > 1)
        choices.push_back({tr("Keep the random weights of all of %1", "a layer").arg(fromStd(layer)), layer, {}});
    return choices;
}

int MatchingModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size() + m_match.matching.unused.size());
}

int MatchingModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columns;
}

QString MatchingModel::text(int row, int column) const
{
    const WeightRow* weight = weightAt(row);
    if (!weight) {
        const interop::UnusedTensor& unused = m_match.matching.unused[static_cast<std::size_t>(row) - m_order.size()];
        switch (column) {
        case weightColumn: return tr("–", "no weight");
        case tensorColumn: return fromStd(unused.name).simplified();
        case tensorShapeColumn: return shapeText(unused.shape);
        case foundColumn: return unused.isWeight ? tr("not used") : tr("no weight");
        default: return {};
        }
    }
    const bool named = weight->isFound() || weight->found == Found::otherShape;
    switch (column) {
    case weightColumn: return fromStd(weight->weight.id());
    case shapeColumn: return shapeText(weight->weight.shape);
    case tensorColumn:
        if (weight->isFound())
            return tensorsText(weight->tensors);
        if (weight->found == Found::ambiguous && weight->tensors.size() == 1)
            return tr("Choose the layout above");
        if (weight->found == Found::ambiguous)
            return tr("Choose: %n tensor(s) fit", nullptr, static_cast<int>(weight->tensors.size()));
        return weight->found == Found::no ? tr("Choose, or keep random weights") : tr("Random weights");
    case tensorShapeColumn: return named && !weight->tensors.empty() ? shapeText(weight->shape) : QString();
    case foundColumn: return messageText(interop::wordsOf(weight->found));
    case conversionColumn: return weight->isFound() ? conversionText(*weight, m_match.matching.framework) : QString();
    default: return {};
    }
}

QString MatchingModel::tip(int row, int column) const
{
    const WeightRow* weight = weightAt(row);
    if (!weight)
        return column == foundColumn && !m_match.matching.unused[static_cast<std::size_t>(row) - m_order.size()].isWeight
            ? tr("A counter, or the state of a random generator")
            : text(row, column);
    if (column == tensorColumn || column == foundColumn)
        switch (weight->found) {
        case Found::name: return tr("The tensor has the name of this layer");
        case Found::order: return tr("Both programs list these layers in the same order");
        case Found::shape: return tr("Nothing else has this shape");
        case Found::choice: return tr("You have chosen this tensor, or another one of its layer");
        case Found::drawn: return tr("You have chosen that it keeps its random weights");
        case Found::ambiguous: return tr("Several tensors fit, and nothing tells which is meant");
        case Found::otherShape:
            return tr("%1 has the shape %2, which does not fit: this layer keeps its random weights")
                .arg(tensorsText(weight->tensors), shapeText(weight->shape));
        case Found::no: return tr("The file has no tensor that fits by itself");
        }
    return text(row, column);
}

QVariant MatchingModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const int column = index.column();
    const WeightRow* weight = weightAt(index.row());
    switch (role) {
    case Qt::DisplayRole: return text(index.row(), column);
    case Qt::ToolTipRole: return tip(index.row(), column);
    case Qt::DecorationRole:
        if (column == weightColumn && weight && isOpen(*weight))
            return icon(u"warning"_s, Token::careful);
        return {};
    case Qt::ForegroundRole:
        if (!weight || weight->found == Found::drawn || weight->found == Found::otherShape)
            return Theme::instance().color(Token::textMuted);
        if (isOpen(*weight) && (column == tensorColumn || column == foundColumn))
            return Theme::instance().color(Token::careful);
        if (column != weightColumn && column != tensorColumn)
            return Theme::instance().color(Token::textSecondary);
        return {};
    case Qt::FontRole: return Theme::instance().font(holdsShapes(column) ? TextRole::number : TextRole::body);
    case Qt::TextAlignmentRole: return alignmentOf(column);
    default: return {};
    }
}

QString MatchingModel::titleOf(int column) const
{
    switch (column) {
    case weightColumn: return tr("Weight");
    case shapeColumn: return tr("Shape");
    case tensorColumn: return tr("Tensor of the file");
    case tensorShapeColumn: return tr("Its shape");
    case foundColumn: return tr("Found");
    default: return tr("Conversion");
    }
}

QVariant MatchingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::DisplayRole)
        return titleOf(section);
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(section);
    if (role == Qt::ToolTipRole)
        switch (section) {
        case weightColumn: return tr("A weight or a statistic of a layer of this network");
        case shapeColumn: return tr("The shape that the network needs");
        case tensorColumn: return tr("What fills the weight; click to choose another tensor");
        case tensorShapeColumn: return tr("The shape of the tensor in the file");
        case foundColumn: return tr("How the tensor was found: by its name, the order of the layers, or its shape");
        default: return tr("What is done to the tensor's numbers to fit, since programs store them in different orders");
        }
    return {};
}

Qt::ItemFlags MatchingModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.column() == tensorColumn && weightAt(index.row()))
        flags |= Qt::ItemIsEditable;
    return flags;
}

} // namespace netsmith::gui

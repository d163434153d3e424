#include "gui/twin/twin_table.h"

#include "gui/twin/twin_text.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/theme.h"

#include <QHeaderView>
#include <QSignalBlocker>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

enum TwinColumn {
    layerColumn,
    stepColumn, // faults come before differences that only accumulate
    lostColumn,
    overflowedColumn,
    subnormalColumn,
    activationColumn,
    weightColumn,
    arrivingColumn,
    gradientColumn,
    cosineColumn
};
constexpr int twinColumns = cosineColumn + 1;
constexpr double muchLost = 0.1; ///< share of a layer's gradients

QString differenceOf(const std::optional<twin::Comparison>& part)
{
    return part ? differenceText(part->difference) : QString();
}

} // namespace

TwinTable::TwinTable(QWidget* parent)
    : QTreeWidget(parent)
{
    setObjectName(u"twinTable"_s);
    setColumnCount(twinColumns);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    retranslate();
}

void TwinTable::setMoment(const twin::TwinMoment& moment)
{
    keepRows(moment);
    for (int row = 0; row < topLevelItemCount(); ++row) {
        const twin::TwinLayer& layer = moment.layers[static_cast<std::size_t>(row)];
        QTreeWidgetItem* item = topLevelItem(row);
        for (int column = stepColumn; column < twinColumns; ++column)
            item->setFont(column, Theme::instance().font(TextRole::number));
        const std::optional<double> cosine = layer.gradientCosine();
        item->setText(stepColumn, layer.stepGradient || layer.stepArriving ? differenceText(layer.stepDifference()) : QString());
        item->setText(activationColumn, differenceOf(layer.activation));
        item->setText(weightColumn, differenceOf(layer.weights));
        item->setText(arrivingColumn, differenceOf(layer.arriving));
        item->setText(gradientColumn, differenceOf(layer.gradient));
        if (cosine) { // the layer has gradients
            item->setText(cosineColumn, QLocale().toString(*cosine, 'f', 4));
            item->setText(lostColumn, shareText(layer.lostShare()));
            item->setText(subnormalColumn, shareText(layer.subnormalShare()));
            item->setText(overflowedColumn, shareText(layer.overflowedShare()));
        }
        const double wrong = std::max(layer.lostShare(), layer.overflowedShare());
        item->setIcon(layerColumn, wrong > 0.0 ? icon(u"warning"_s, wrong > muchLost ? Token::bad : Token::careful) : QIcon());
    }
}

/// Rows are reused as long as the layers are the same, so that the table keeps its scroll position.
void TwinTable::keepRows(const twin::TwinMoment& moment)
{
    bool same = topLevelItemCount() == static_cast<int>(moment.layers.size());
    for (int row = 0; same && row < topLevelItemCount(); ++row)
        same = topLevelItem(row)->text(layerColumn) == fromStd(moment.layers[static_cast<std::size_t>(row)].node);
    if (same)
        return;
    const std::string before = chosen();
    const QSignalBlocker quiet(this); // the selection stays
    clear();
    for (const twin::TwinLayer& layer : moment.layers) {
        auto* item = new QTreeWidgetItem(this);
        item->setText(layerColumn, fromStd(layer.node));
        for (int column = stepColumn; column < twinColumns; ++column)
            item->setTextAlignment(column, Qt::AlignTrailing | Qt::AlignVCenter);
        if (layer.node == before)
            setCurrentItem(item);
    }
}

std::string TwinTable::chosen() const
{
    return currentItem() ? currentItem()->text(layerColumn).toStdString() : std::string();
}

void TwinTable::retranslate()
{
    setHeaderLabels({tr("Layer"), tr("One step"), tr("Lost"), tr("Overflowed"), tr("Subnormal"), tr("Drift: activations"),
                     tr("Drift: weights"), tr("Drift: gradients"), tr("Drift: weight gradients"), tr("Cosine")});
    headerItem()->setToolTip(stepColumn,
                             tr("How far the gradients of one step from equal weights are from FP32: the effect of the precision "
                                "alone, without accumulated differences"));
    const QString relative = tr("How far the copies have drifted apart, relative to FP32: small differences add up in any "
                                "training, so this alone is not a problem");
    for (int column = activationColumn; column <= gradientColumn; ++column)
        headerItem()->setToolTip(column, relative);
    headerItem()->setToolTip(cosineColumn,
                             tr("Cosine of the angle between the gradients of both copies: 1 if they point the same way"));
    headerItem()->setToolTip(subnormalColumn, tr("The percentage of gradients that are too small to keep all of their digits"));
    headerItem()->setToolTip(lostColumn, tr("The percentage of gradients that became 0"));
    headerItem()->setToolTip(overflowedColumn, tr("The percentage of gradients that became infinite"));
    for (int column = stepColumn; column < twinColumns; ++column)
        headerItem()->setTextAlignment(column, Qt::AlignTrailing | Qt::AlignVCenter);
    setAccessibleName(tr("Layers of both copies"));
}

int TwinTable::sizeHintForColumn(int column) const
{
    const int heading = header()->fontMetrics().horizontalAdvance(headerItem()->text(column)) + Theme::instance().scaled(24);
    return std::max(QTreeWidget::sizeHintForColumn(column), heading);
}

} // namespace netsmith::gui

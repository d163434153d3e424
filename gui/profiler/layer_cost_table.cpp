#include "gui/profiler/layer_cost_table.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

enum CostColumn { layerColumn, forwardColumn, backwardColumn, shareColumn, rateColumn, limitColumn, trafficColumn };
constexpr int costColumns = trafficColumn + 1;
constexpr int costRole = Qt::UserRole;
constexpr int layerRole = Qt::UserRole + 1;
constexpr int mostRows = 12; // without scrolling

/// Sorted by its numbers; layers stay in their order.
class CostItem final : public QTreeWidgetItem {
public:
    using QTreeWidgetItem::QTreeWidgetItem;

    bool operator<(const QTreeWidgetItem& other) const override
    {
        const int column = treeWidget()->sortColumn();
        return data(column, costRole).toDouble() < other.data(column, costRole).toDouble();
    }
};

} // namespace

LayerCostTable::LayerCostTable(QWidget* parent)
    : QTreeWidget(parent)
{
    setObjectName(u"layerCostTable"_s);
    setColumnCount(costColumns);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setSortingEnabled(true);
    sortByColumn(shareColumn, Qt::DescendingOrder);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    connect(this, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
        if (const QString layer = item->data(layerColumn, layerRole).toString(); !layer.isEmpty())
            Q_EMIT layerAsked(layer.toStdString());
    });
    retranslate();
}

void LayerCostTable::show(const inspect::TrainingProfile& profile)
{
    const double all = std::max(profile.sum(), 1e-12);
    setSortingEnabled(false);
    clear();
    const std::vector<inspect::LayerShare> layers = layersOf(profile);
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const inspect::LayerShare& layer = layers[i];
        if (layer.seconds() <= 0.0)
            continue;
        auto* item = new CostItem(this);
        const auto set = [&](int column, double number, const QString& text) {
            item->setText(column, number > 0.0 ? text : u"–"_s);
            item->setData(column, costRole, number);
            item->setTextAlignment(column, Qt::AlignTrailing | Qt::AlignVCenter);
            item->setFont(column, Theme::instance().font(TextRole::number));
        };
        item->setText(layerColumn, layer.layer.empty() ? tr("No layer: update, losses") : fromStd(layer.layer));
        item->setData(layerColumn, costRole, static_cast<double>(i));
        item->setData(layerColumn, layerRole, fromStd(layer.layer));
        set(forwardColumn, layer.forward, durationText(layer.forward));
        set(backwardColumn, layer.backward, durationText(layer.backward));
        set(shareColumn, layer.seconds() / all, percentText(layer.seconds() / all));
        set(rateColumn, layer.flops > 0.0 ? layer.rate() : 0.0, significantText(layer.rate() / 1e9));
        const double roof = roofAt(profile.limits, layer.intensity());
        set(limitColumn, roof > 0.0 ? layer.rate() / roof : 0.0, percentText(roof > 0.0 ? layer.rate() / roof : 0.0, 0));
        const double traffic = layer.bytes / layer.seconds();
        set(trafficColumn, traffic, significantText(traffic / 1e9));
    }
    setSortingEnabled(true);
    header()->resizeSections(QHeaderView::ResizeToContents); // now, not when it is painted
    fitHeight();
}

int LayerCostTable::wholeWidth() const
{
    return header()->length() + 2 * frameWidth() + Theme::instance().scaled(8); // for the floating scroll bar
}

/// Whole rows are in view.
void LayerCostTable::fitHeight()
{
    const int rows = std::clamp(topLevelItemCount(), 3, mostRows);
    const int bar = width() < wholeWidth() ? horizontalScrollBar()->sizeHint().height() : 0;
    setFixedHeight(header()->sizeHint().height() + rows * std::max(sizeHintForRow(0), 1) + 2 * frameWidth() + 2 + bar);
}

void LayerCostTable::resizeEvent(QResizeEvent* event)
{
    QTreeWidget::resizeEvent(event);
    fitHeight();
}

void LayerCostTable::retranslate()
{
    setHeaderLabels({tr("Layer"), tr("Forward"), tr("Backward"), tr("Of the step"), tr("GFLOP/s"), tr("Of the limit"), tr("GB/s")});
    headerItem()->setToolTip(shareColumn, tr("Of the time of all kernels of a step"));
    headerItem()->setToolTip(rateColumn, tr("Billions of multiplications and additions in a second"));
    headerItem()->setToolTip(limitColumn,
                             tr("Of the FLOP/s that the device can reach with as many FLOP for each byte; above 100 % the numbers "
                                "stay in its caches"));
    headerItem()->setToolTip(trafficColumn,
                             tr("Billions of bytes read and written in a second, each tensor counted once a kernel"));
    for (int column = forwardColumn; column < costColumns; ++column)
        headerItem()->setTextAlignment(column, Qt::AlignTrailing | Qt::AlignVCenter);
    setAccessibleName(tr("Layers"));
}

void LayerCostTable::changeEvent(QEvent* event)
{
    QTreeWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

int LayerCostTable::sizeHintForColumn(int column) const
{
    const int heading = header()->fontMetrics().horizontalAdvance(headerItem()->text(column)) + Theme::instance().scaled(18);
    return std::max(QTreeWidget::sizeHintForColumn(column), heading);
}

} // namespace netsmith::gui

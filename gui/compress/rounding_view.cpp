#include "gui/compress/rounding_view.h"

#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include <QBoxLayout>
#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTreeWidget>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

enum RoundingColumn { layerColumn, inputColumn, clippedColumn, weightsColumn, floatColumn };
constexpr int roundingColumns = floatColumn + 1;
constexpr int leastColumn = 96; ///< at a text size of 13 px
constexpr int mostRows = 8; ///< that are shown without scrolling

} // namespace

RoundingView::RoundingView(QWidget* parent)
    : QWidget(parent)
    , m_title(new TextLabel(TextRole::title, {}, this))
    , m_about(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_table(new QTreeWidget(this))
    , m_numbers(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_plot(new RoundingPlot(this))
{
    setObjectName(u"roundingView"_s);
    m_table->setObjectName(u"roundingTable"_s);
    m_numbers->setObjectName(u"roundingNumbers"_s);
    for (TextLabel* label : {m_about, m_numbers})
        label->setWordWrap(true);
    m_table->setColumnCount(roundingColumns);
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->setAllColumnsShowFocus(true);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->header()->setStretchLastSection(true);
    m_table->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_title, m_about, m_table, m_numbers, m_plot})
        column->addWidget(widget);
    connect(m_table, &QTreeWidget::currentItemChanged, this, &RoundingView::showChosen);
    connect(m_table, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int at) {
        if (at == floatColumn)
            Q_EMIT floatAsked(item->text(layerColumn), item->checkState(floatColumn) == Qt::Checked);
    });
    connect(&Theme::instance(), &Theme::changed, this, &RoundingView::retranslate);
    retranslate();
    hide();
}

void RoundingView::show(const std::vector<compress::ChainRun>& chain, const QStringList& floats)
{
    std::vector<RoundedLayer> layers;
    for (const compress::ChainRun& run : chain)
        if (std::vector<RoundedLayer> found = roundedLayersOf(run); !found.empty())
            layers = std::move(found);
    if (layers == m_layers && floats == m_floats)
        return; // a person may be in the table
    m_layers = std::move(layers);
    m_floats = floats;
    setVisible(!m_layers.empty());
    fill();
}

void RoundingView::fill()
{
    const QString before = m_table->currentItem() ? m_table->currentItem()->text(layerColumn) : QString();
    const int column = m_table->currentItem() ? m_table->currentColumn() : layerColumn,
              scrolled = m_table->verticalScrollBar()->value();
    {
        const QSignalBlocker quiet(m_table);
        m_table->clear();
        QTreeWidgetItem* first = nullptr;
        for (const RoundedLayer& layer : m_layers) {
            auto* item = new QTreeWidgetItem(m_table);
            item->setText(layerColumn, layer.layer);
            item->setText(inputColumn, layer.input ? tr("%1 dB").arg(numberText(*layer.input, 3)) : QString());
            item->setText(clippedColumn, layer.clipped ? percentText(*layer.clipped, 3) : QString());
            item->setText(weightsColumn,
                          !layer.isRounded()  ? layer.kept
                              : layer.weights ? tr("%1 dB").arg(numberText(*layer.weights, 3))
                                              : tr("Exact"));
            item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
            item->setCheckState(floatColumn, m_floats.contains(layer.layer) ? Qt::Checked : Qt::Unchecked);
            for (const int at : {inputColumn, clippedColumn, weightsColumn})
                if (layer.isRounded()) {
                    item->setFont(at, Theme::instance().font(TextRole::number));
                    item->setTextAlignment(at, Qt::AlignTrailing | Qt::AlignVCenter);
                }
            if (!first || layer.layer == before)
                first = !first || layer.layer == before ? item : first;
        }
        if (first)
            m_table->setCurrentItem(first, column);
        m_table->verticalScrollBar()->setValue(scrolled);
    }
    const int rows = std::min(static_cast<int>(m_layers.size()), mostRows);
    const int height = m_table->sizeHintForRow(0) > 0 ? m_table->sizeHintForRow(0) : Theme::instance().scaled(26);
    m_table->setFixedHeight(m_table->header()->sizeHint().height() + rows * height + 2 * m_table->frameWidth() + 2);
    showChosen();
}

void RoundingView::showChosen()
{
    const QString name = m_table->currentItem() ? m_table->currentItem()->text(layerColumn) : QString();
    const auto layer = std::ranges::find(m_layers, name, &RoundedLayer::layer);
    const bool any = layer != m_layers.end() && layer->hasRange() && !layer->seen.empty();
    m_plot->setVisible(any);
    m_numbers->setVisible(any);
    if (!any)
        return;
    m_plot->show(*layer);
    m_plot->setAccessibleName(tr("Numbers that %1 reads").arg(name));
    m_numbers->setText(tr("Numbers that %1 reads, of the samples that gave its range. Between the lines at the ends there are 256 "
                          "numbers, %2 apart, with a dotted line at every sixteenth; what lies beyond is clipped.")
                           .arg(name, numberText((layer->high - layer->low) / 255.0, 3)));
}

void RoundingView::retranslate()
{
    m_title->setText(tr("What rounding costs each layer"));
    m_about->setText(tr("Signal to noise: the more decibels, the nearer the rounded numbers are to what they were. A check mark "
                        "leaves a layer in floats the next time."));
    m_table->setHeaderLabels(
        {tr("Layer"), tr("Input, signal to noise"), tr("Clipped"), tr("Weights, signal to noise"), tr("In floats next time")});
    m_table->setAccessibleName(m_title->text());
    m_table->header()->setMinimumSectionSize(Theme::instance().scaled(leastColumn));
    for (const int at : {inputColumn, clippedColumn, weightsColumn})
        m_table->headerItem()->setTextAlignment(at, Qt::AlignTrailing | Qt::AlignVCenter);
    m_table->headerItem()->setToolTip(clippedColumn, tr("The share of the numbers that lie outside of the range"));
    fill();
}

void RoundingView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui

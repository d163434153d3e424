#include "gui/inspect/layer_window.h"

#include "gui/inspect/histogram_view.h"
#include "gui/inspect/layer_view.h"
#include "gui/widgets/controls/scroller.h"
#include "gui/widgets/labels/fact_list.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

LayerWindow::LayerWindow(QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_head(new TextLabel(TextRole::title, {}, this))
    , m_shape(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_view(new LayerView(this))
    , m_scroller(new Scroller(this))
    , m_pointed(new TextLabel(TextRole::number, u"secondary"_s, this))
    , m_distribution(new TextLabel(TextRole::captionStrong, u"secondary"_s, this))
    , m_histogram(new HistogramView(this))
    , m_facts(new FactList(this))
{
    setObjectName(u"layerWindow"_s);
    m_view->setObjectName(u"layerView"_s);
    m_pointed->setObjectName(u"layerPointed"_s);
    m_facts->setSteady();
    auto* content = new QWidget(m_scroller);
    auto* inside = new QVBoxLayout(content);
    inside->setContentsMargins(0, 0, 16, 0); // for the floating scroll bar
    inside->addWidget(m_view);
    inside->addStretch(1);
    m_scroller->setWidget(content);

    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_head);
    head->addWidget(m_shape);
    head->addStretch(1);
    auto* side = new QVBoxLayout;
    side->setSpacing(8);
    side->addWidget(m_distribution);
    side->addWidget(m_histogram);
    side->addWidget(m_facts);
    side->addStretch(1);
    auto* main = new QVBoxLayout;
    main->setSpacing(8);
    main->addWidget(m_scroller, 1);
    main->addWidget(m_pointed);
    auto* body = new QHBoxLayout;
    body->setSpacing(16);
    body->addLayout(main, 3);
    body->addLayout(side, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(head);
    column->addLayout(body, 1);
    connect(m_view, &LayerView::pointed, this, &LayerWindow::point);
    resize(Theme::instance().scaled(920), Theme::instance().scaled(560));
    point({});
    refresh();
}

void LayerWindow::point(const QString& words)
{
    m_pointed->setText(words.isEmpty() ? tr("Point at the picture to read a number.") : words);
}

void LayerWindow::open(const std::string& layer, const QString& title)
{
    if (layer != m_layer)
        m_detail.reset();
    m_layer = layer;
    m_title = title;
    refresh();
    QWidget::show();
    raise();
    activateWindow();
}

void LayerWindow::show(const LayerDetail& detail)
{
    m_detail = detail;
    refresh();
}

void LayerWindow::refresh()
{
    setWindowTitle(tr("Output of %1").arg(m_title));
    m_view->setAccessibleName(windowTitle());
    m_head->setText(m_title);
    m_histogram->setVisible(m_detail.has_value());
    m_facts->setVisible(m_detail.has_value());
    m_distribution->setVisible(m_detail.has_value());
    m_view->setVisible(m_detail.has_value());
    if (!m_detail) {
        m_shape->setText(tr("Waiting for a sample"));
        return;
    }
    const inspect::LayerPicture& picture = m_detail->picture;
    const inspect::LayerSummary& summary = picture.summary;
    m_shape->setText(
        picture.shown < picture.total
            ? tr("%1, the first %2 of %3 maps").arg(shapeText(picture.shape), countText(picture.shown), countText(picture.total))
            : shapeText(picture.shape));
    m_distribution->setText(summary.zeros > 0 ? tr("Distribution, without zeros") : tr("Distribution"));
    m_view->show(picture, m_detail->grid);
    m_histogram->show(m_detail->histogram, summary.least, summary.most);
    const auto text = [&](double number) {
        return summary.notFinite < summary.count ? significantText(number) : tr("none", "no finite number");
    };
    m_facts->set(u"layerMinimum"_s, tr("Minimum"), text(summary.least));
    m_facts->set(u"layerMaximum"_s, tr("Maximum"), text(summary.most));
    m_facts->set(u"layerMean"_s, tr("Mean"), text(summary.mean));
    m_facts->set(u"layerDeviation"_s, tr("Standard deviation"), text(summary.deviation));
    m_facts->set(u"layerZeros"_s, tr("Zeros"), percentText(summary.zeroShare()),
                 tr("The share of numbers that are exactly 0, as after a ReLU whose input is negative."));
    if (summary.notFinite > 0)
        m_facts->set(u"layerNotFinite"_s, tr("Not finite"), countText(summary.notFinite), tr("NaN or infinite"));
    else
        m_facts->hide(u"layerNotFinite"_s);
}

void LayerWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        point({});
        refresh();
    }
}

void LayerWindow::closeEvent(QCloseEvent* event)
{
    QWidget::closeEvent(event);
    m_detail.reset(); // what is shown next may be of another project
    Q_EMIT closed();
}

void LayerWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

} // namespace netsmith::gui

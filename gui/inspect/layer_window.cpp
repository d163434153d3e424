#include "gui/inspect/layer_window.h"

#include "gui/explanations/explanation_panel.h"
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

#include <algorithm>

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
    , m_explanation(new ExplanationPanel(this))
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
    main->addLayout(side);
    auto* body = new QHBoxLayout;
    body->setSpacing(24);
    body->addLayout(main, 4);
    body->addWidget(m_explanation, 5);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(head);
    column->addLayout(body, 1);
    connect(m_view, &LayerView::pointed, this, &LayerWindow::point);
    connect(m_view, &LayerView::picked, this, &LayerWindow::choose);
    connect(m_explanation, &ExplanationPanel::moved, this, &LayerWindow::moveOn);
    connect(m_explanation, &ExplanationPanel::drawWanted, this, [this](std::int64_t sample) {
        m_number.draw = sample;
        Q_EMIT wanted(m_number);
    });
    setFocusPolicy(Qt::StrongFocus);
    m_scroller->installEventFilter(this);
    resize(Theme::instance().scaled(1160), Theme::instance().scaled(700));
    point({});
    refresh();
}

void LayerWindow::point(const QString& words)
{
    m_pointed->setText(words.isEmpty() ? tr("Point at the picture to read a number.") : words);
}

void LayerWindow::open(const std::string& layer, const QString& title)
{
    if (layer != m_layer) {
        m_detail.reset();
        m_view->choose({});
        m_explanation->clear();
    }
    m_number = {};
    m_number.node = layer;
    m_layer = layer;
    m_title = title;
    refresh();
    QWidget::show();
    raise();
    activateWindow();
    Q_EMIT wanted(m_number);
}

void LayerWindow::show(const LayerDetail& detail)
{
    m_detail = detail;
    const Shape& shape = detail.picture.shape;
    bool fits = !m_number.at || detail.grid || std::ssize(*m_number.at) == shape.rank();
    for (std::size_t axis = 0; fits && !detail.grid && m_number.at && axis < m_number.at->size(); ++axis)
        fits = (*m_number.at)[axis] < shape[static_cast<int>(axis)];
    if (!fits) { // another network was asked, whose layer has another size
        m_number.at.reset();
        m_view->choose({});
        Q_EMIT wanted(m_number);
    }
    refresh();
}

void LayerWindow::explain(const inspect::LayerExplanation& explanation, const QString& doc)
{
    if (m_number.at && explanation.at != *m_number.at)
        return; // another one was chosen meanwhile
    m_number.at = explanation.at;
    m_view->choose(explanation.at);
    m_explanation->show(explanation, doc);
}

void LayerWindow::refuse(const QString& reason)
{
    m_explanation->refuse(reason);
}

void LayerWindow::choose(const inspect::Place& place)
{
    m_number.node = m_layer;
    m_number.at = place;
    m_view->choose(place);
    Q_EMIT wanted(m_number);
}

void LayerWindow::move(int axis, int by)
{
    if (!m_number.at || !m_detail || m_detail->grid)
        return;
    const Shape& shape = m_detail->picture.shape;
    inspect::Place place = *m_number.at;
    if (std::ssize(place) != shape.rank() || shape.rank() == 0)
        return;
    const int at = std::clamp(axis + shape.rank(), 0, shape.rank() - 1);
    std::int64_t& index = place[static_cast<std::size_t>(at)];
    index = std::clamp<std::int64_t>(index + by, 0, shape[at] - 1);
    if (place != *m_number.at)
        choose(place);
}

/// Along the rows of the same map, or the steps of the same unit; after the last number comes the first one.
void LayerWindow::moveOn(int by)
{
    if (!m_number.at || !m_detail || m_detail->grid || std::ssize(*m_number.at) != m_detail->picture.shape.rank())
        return;
    const Shape& shape = m_detail->picture.shape;
    inspect::Place place = *m_number.at;
    const int last = shape.rank() > 1 ? shape.rank() - 2 : 0;
    for (int axis = last; axis >= 0; --axis) {
        std::int64_t& index = place[static_cast<std::size_t>(axis)];
        index += by;
        if (index >= 0 && index < shape[axis])
            break;
        index = by > 0 ? 0 : shape[axis] - 1;
    }
    if (place != *m_number.at)
        choose(place);
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
    m_explanation->setVisible(m_detail && !m_detail->grid);
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
    m_layer.clear();
    m_explanation->clear();
    Q_EMIT closed();
}

void LayerWindow::keyPressEvent(QKeyEvent* event)
{
    const bool isMap = m_detail && m_detail->picture.shape.rank() > 2;
    const bool isStrip = m_detail && m_detail->picture.shape.rank() == 2;
    const int columns = isMap || isStrip ? -2 : -1, rows = isMap ? -3 : -1;
    switch (event->key()) {
    case Qt::Key_Escape: close(); break;
    case Qt::Key_Left: move(columns, -1); break;
    case Qt::Key_Right: move(columns, 1); break;
    case Qt::Key_Up: move(rows, -1); break;
    case Qt::Key_Down: move(rows, 1); break;
    case Qt::Key_PageUp: move(-1, -1); break;
    case Qt::Key_PageDown: move(-1, 1); break;
    default: QWidget::keyPressEvent(event);
    }
}

/// After a click on the picture the arrow keys move the chosen number, and do not scroll.
bool LayerWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && watched == m_scroller && m_number.at) {
        auto* pressed = static_cast<QKeyEvent*>(event);
        for (const int key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown})
            if (pressed->key() == key) {
                keyPressEvent(pressed);
                return true;
            }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace netsmith::gui

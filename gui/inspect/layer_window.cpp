#include "gui/inspect/layer_window.h"

#include "gui/explanations/explanation_panel.h"
#include "gui/inspect/layer_view.h"
#include "gui/weights/weights_panel.h"
#include "gui/widgets/controls/scroller.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct Difference {
    double rms = 0.0;
    double largest = 0.0;
};

/// Of two outputs of the same shape; nothing if a number is not finite or the shapes differ.
std::optional<Difference> differenceOf(const inspect::LayerPicture& one, const inspect::LayerPicture& other)
{
    if (one.shape != other.shape || one.cells.size() != other.cells.size() || one.cells.empty())
        return std::nullopt;
    Difference difference;
    double squares = 0.0;
    for (std::size_t i = 0; i < one.cells.size(); ++i) {
        const double apart = std::abs(static_cast<double>(one.cells[i]) - other.cells[i]);
        if (!std::isfinite(apart))
            return std::nullopt;
        squares += apart * apart;
        difference.largest = std::max(difference.largest, apart);
    }
    difference.rms = std::sqrt(squares / static_cast<double>(one.cells.size()));
    return difference;
}

} // namespace

LayerWindow::LayerWindow(QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_head(new TextLabel(TextRole::title, {}, this))
    , m_shape(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_apart(new TextLabel(TextRole::number, u"secondary"_s, this))
    , m_hold(new QPushButton(this))
    , m_column(new LayerColumn(u"layer"_s, this))
    , m_heldColumn(new LayerColumn(u"held"_s, this))
    , m_explanation(new ExplanationPanel(this))
    , m_tabs(new QTabBar(this))
    , m_pages(new QStackedWidget(this))
    , m_output(new QWidget(m_pages))
    , m_weights(new WeightsPanel(m_pages))
{
    setObjectName(u"layerWindow"_s);
    m_tabs->setObjectName(u"layerTabs"_s);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->addTab(QString());
    m_tabs->addTab(QString());
    m_hold->setObjectName(u"layerHold"_s);
    m_apart->setObjectName(u"layerApart"_s);
    m_hold->setCheckable(true);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_head);
    head->addWidget(m_shape);
    head->addStretch(1);
    head->addWidget(m_apart);
    head->addWidget(m_hold);
    head->addWidget(m_tabs);
    auto* body = new QHBoxLayout(m_output);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(24);
    body->addWidget(m_column, 4);
    body->addWidget(m_heldColumn, 4);
    body->addWidget(m_explanation, 5);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(head);
    column->addWidget(m_pages, 1);
    m_pages->addWidget(m_output);
    m_pages->addWidget(m_weights);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_pages->setCurrentIndex(index);
        refresh();
        Q_EMIT weightsWanted(showsWeights());
    });
    connect(&m_column->view(), &LayerView::picked, this, &LayerWindow::choose);
    connect(m_hold, &QPushButton::toggled, this, &LayerWindow::hold);
    connect(m_explanation, &ExplanationPanel::moved, this, &LayerWindow::moveOn);
    connect(m_explanation, &ExplanationPanel::drawWanted, this, [this](std::int64_t sample) {
        m_number.draw = sample;
        Q_EMIT wanted(m_number);
    });
    setFocusPolicy(Qt::StrongFocus);
    m_column->scroller().installEventFilter(this);
    resize(Theme::instance().scaled(1160), Theme::instance().scaled(700));
    refresh();
}

bool LayerWindow::showsWeights() const
{
    return m_tabs->currentIndex() == 1;
}

void LayerWindow::open(const std::string& layer, const QString& title)
{
    if (layer != m_layer) {
        m_detail.reset();
        m_hold->setChecked(false);
        m_column->view().choose({});
        m_explanation->clear();
        m_weights->clear();
    }
    m_number = {};
    m_number.node = layer;
    m_layer = layer;
    m_title = title;
    refresh();
    QWidget::show();
    raise();
    activateWindow();
    Q_EMIT weightsWanted(showsWeights());
    Q_EMIT wanted(m_number);
}

void LayerWindow::show(const LayerDetail& detail, const LayerColumn::Origin& origin)
{
    m_detail = detail;
    m_origin = origin;
    const Shape& shape = detail.picture.shape;
    bool fits = !m_number.at || detail.grid || std::ssize(*m_number.at) == shape.rank();
    for (std::size_t axis = 0; fits && !detail.grid && m_number.at && axis < m_number.at->size(); ++axis)
        fits = (*m_number.at)[axis] < shape[static_cast<int>(axis)];
    if (!fits) { // another network was asked, whose layer has another size
        m_number.at.reset();
        m_column->view().choose({});
        Q_EMIT wanted(m_number);
    }
    refresh();
}

void LayerWindow::explain(const inspect::LayerExplanation& explanation, const QString& doc)
{
    if (m_number.at && explanation.at != *m_number.at)
        return; // another one was chosen meanwhile
    m_number.at = explanation.at;
    m_column->view().choose(explanation.at);
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
    m_column->view().choose(place);
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

void LayerWindow::hold(bool holds)
{
    m_held = holds ? m_detail : std::nullopt;
    m_heldOrigin = m_origin;
    refresh();
}

void LayerWindow::showBeside()
{
    const inspect::LayerPicture &shown = m_detail->picture, &held = m_held->picture;
    const std::pair range{std::min(shown.summary.least, held.summary.least), std::max(shown.summary.most, held.summary.most)};
    m_column->show(*m_detail, m_origin, range);
    m_heldColumn->show(*m_held, m_heldOrigin, range);
    const auto difference = differenceOf(shown, held);
    m_apart->setText(difference ? tr("Difference: %1 (root mean square), at most %2")
                                      .arg(significantText(difference->rms), significantText(difference->largest))
                                : QString());
}

void LayerWindow::refresh()
{
    setWindowTitle(showsWeights() ? tr("Weights of %1").arg(m_title) : tr("Output of %1").arg(m_title));
    m_column->view().setAccessibleName(tr("Output of %1").arg(m_title));
    m_tabs->setAccessibleName(tr("What of the layer is shown"));
    m_tabs->setTabText(0, tr("Output"));
    m_tabs->setTabToolTip(0, tr("What the layer makes of a sample, and how each of its numbers is made"));
    m_tabs->setTabText(1, tr("Weights"));
    m_tabs->setTabToolTip(
        1, tr("What the layer has learned: its weights as pictures, their singular values and their change in training"));
    m_heldColumn->view().setAccessibleName(tr("Held output of %1").arg(m_title));
    m_head->setText(m_title);
    m_hold->setText(m_held ? tr("Let go") : tr("Hold"));
    m_hold->setToolTip(m_held ? tr("Show only the current output again")
                              : tr("Keep this output beside what comes next: another sample, or another moment of the training"));
    m_hold->setVisible(m_detail && !showsWeights());
    m_column->setVisible(m_detail.has_value());
    m_column->setTelling(m_held.has_value());
    m_heldColumn->setTelling(true);
    m_heldColumn->setVisible(m_held.has_value());
    m_apart->setVisible(m_held && !showsWeights());
    m_explanation->setVisible(m_detail && !m_held && !m_detail->grid);
    if (!m_detail) {
        m_shape->setText(tr("Waiting for a sample"));
        return;
    }
    const inspect::LayerPicture& picture = m_detail->picture;
    m_shape->setText(
        picture.shown < picture.total
            ? tr("%1, the first %2 of %3 maps").arg(shapeText(picture.shape), countText(picture.shown), countText(picture.total))
            : shapeText(picture.shape));
    if (m_held)
        showBeside();
    else
        m_column->show(*m_detail, m_origin);
}

void LayerWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        m_column->retranslate();
        m_heldColumn->retranslate();
        refresh();
    }
}

void LayerWindow::closeEvent(QCloseEvent* event)
{
    QWidget::closeEvent(event);
    m_detail.reset(); // what is shown next may be of another project
    m_hold->setChecked(false);
    m_layer.clear();
    m_explanation->clear();
    m_weights->clear();
    Q_EMIT closed();
}

void LayerWindow::keyPressEvent(QKeyEvent* event)
{
    if (showsWeights() && event->key() != Qt::Key_Escape)
        return QWidget::keyPressEvent(event);
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
    if (event->type() == QEvent::KeyPress && watched == &m_column->scroller() && m_number.at) {
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

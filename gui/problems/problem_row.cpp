#include "gui/problems/problem_row.h"

#include "gui/document/node_text.h"
#include "gui/widgets/labels/elided_label.h"
#include "gui/widgets/labels/icon_label.h"

#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int placeWidth = 168;
constexpr int narrowWidth = 520; // narrower: the sentence is below its place

QString toneOf(Severity severity)
{
    return severity == Severity::error ? u"bad"_s : u"careful"_s;
}

} // namespace

ProblemRow::ProblemRow(QWidget* parent)
    : QWidget(parent)
    , m_icon(new IconLabel({}, Token::bad, 16, this))
    , m_severity(new TextLabel(TextRole::body, {}, this))
    , m_place(new ElidedLabel(TextRole::bodyStrong, {}, this))
    , m_sentence(new TextLabel(TextRole::body, {}, this))
    , m_fix(new QPushButton(this))
    , m_grid(new QGridLayout(this))
{
    setCursor(Qt::PointingHandCursor);
    m_sentence->setWordWrap(true);
    m_sentence->setObjectName(u"problemSentence"_s);
    m_place->setObjectName(u"problemPlace"_s);
    m_fix->setObjectName(u"problemFix"_s);
    m_fix->setProperty("class", u"link"_s);
    m_fix->setStyleSheet(u"padding: 0;"_s); // aligned with the sentence above it
    m_fix->setCursor(Qt::PointingHandCursor);
    m_grid->setContentsMargins(12, 2, 12, 2);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(0);
    connect(m_fix, &QPushButton::clicked, this, &ProblemRow::fixAsked);
    connect(&Theme::instance(), &Theme::changed, this, &ProblemRow::place);
    setCurrent(false);
    place();
}

void ProblemRow::show(const Words& words)
{
    if (words == m_words)
        return;
    m_words = words;
    setTexts();
}

void ProblemRow::setTexts()
{
    m_icon->setIcon(severityIcon(m_words.severity), severityToken(m_words.severity));
    m_severity->setText(severityWord(m_words.severity));
    m_severity->setTone(toneOf(m_words.severity));
    m_place->setText(m_words.place);
    m_sentence->setText(m_words.sentence);
    const bool hadFocus = m_fix->hasFocus();
    m_fix->setVisible(!m_words.fix.isEmpty());
    m_fix->setText(m_words.fix);
    if (hadFocus && m_words.fix.isEmpty())
        setFocus(Qt::OtherFocusReason);
    setAccessibleName(tr("%1, %2: %3", "how bad, where, what").arg(m_severity->text(), m_words.place, m_words.sentence));
    setToolTip(tr("Show where this is"));
    m_fix->setToolTip(m_words.fixTip.isEmpty() ? tr("Fix this; it can be undone") : m_words.fixTip);
    m_fix->setAccessibleName(tr("%1, at %2").arg(m_words.fix, m_words.place));
}

void ProblemRow::setCurrent(bool current)
{
    m_current = current;
    setFocusPolicy(current ? Qt::StrongFocus : Qt::ClickFocus);
    m_fix->setFocusPolicy(current ? Qt::StrongFocus : Qt::ClickFocus);
}

bool ProblemRow::isNarrow() const
{
    return width() < Theme::instance().scaled(narrowWidth);
}

void ProblemRow::place()
{
    m_narrow = isNarrow();
    for (QWidget* widget : {static_cast<QWidget*>(m_icon), static_cast<QWidget*>(m_severity), static_cast<QWidget*>(m_place),
                            static_cast<QWidget*>(m_sentence), static_cast<QWidget*>(m_fix)})
        m_grid->removeWidget(widget);
    m_grid->addWidget(m_icon, 0, 0);
    m_grid->addWidget(m_severity, 0, 1);
    m_grid->addWidget(m_place, 0, 2);
    if (m_narrow) {
        m_grid->addWidget(m_sentence, 1, 1, 1, 2);
        m_grid->addWidget(m_fix, 2, 1, 1, 2, Qt::AlignLeft);
    } else {
        m_grid->addWidget(m_sentence, 0, 3);
        m_grid->addWidget(m_fix, 0, 4);
    }
    // Rows are separate layouts, yet their columns are aligned.
    const int wordWidth = std::max(m_severity->fontMetrics().horizontalAdvance(severityWord(Severity::error)),
                                   m_severity->fontMetrics().horizontalAdvance(severityWord(Severity::warning)));
    m_severity->setMinimumWidth(wordWidth + 2);
    m_place->setMaximumWidth(m_narrow ? QWIDGETSIZE_MAX : Theme::instance().scaled(placeWidth));
    m_place->setMinimumWidth(m_narrow ? 0 : Theme::instance().scaled(placeWidth));
    m_grid->setColumnStretch(2, m_narrow ? 1 : 0);
    m_grid->setColumnStretch(3, m_narrow ? 0 : 1);
    m_grid->setRowMinimumHeight(0, 28);
}

void ProblemRow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        setTexts();
        place();
    }
}

void ProblemRow::enterEvent(QEnterEvent* event)
{
    QWidget::enterEvent(event);
    update();
}

void ProblemRow::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    update();
}

void ProblemRow::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    Q_EMIT focused();
    update();
}

void ProblemRow::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

void ProblemRow::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Up: Q_EMIT moveAsked(-1); return;
    case Qt::Key_Down: Q_EMIT moveAsked(1); return;
    case Qt::Key_PageUp: Q_EMIT moveAsked(-10); return;
    case Qt::Key_PageDown: Q_EMIT moveAsked(10); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: Q_EMIT chosen(); return;
    default: QWidget::keyPressEvent(event);
    }
}

void ProblemRow::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        Q_EMIT chosen();
}

void ProblemRow::paintEvent(QPaintEvent*)
{
    if (!hasFocus() && !underMouse())
        return;
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(theme.color(Token::focusRing)) : QPen(Qt::NoPen));
    painter.setBrush(theme.color(hasFocus() ? Token::accentGround : Token::hover));
    painter.drawRoundedRect(QRectF(rect()).adjusted(4.5, 0.5, -4.5, -0.5), 6, 6);
}

void ProblemRow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_narrow != isNarrow())
        place();
}

} // namespace netsmith::gui

#include "gui/tryit/token_view.h"

#include "gui/widgets/theme.h"

#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace netsmith::gui {
namespace {

constexpr int viewHeight = 140; // minimum

} // namespace

TokenView::TokenView(QWidget* parent)
    : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTabChangesFocus(true);
    viewport()->setMouseTracking(true);
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] {
        if (m_changing)
            return;
        m_chosen = indexAt(textCursor().position());
        mark();
        Q_EMIT lookedAtChanged();
    });
    connect(&Theme::instance(), &Theme::changed, this, &TokenView::applyTheme);
    applyTheme();
}

QTextCursor TokenView::part(int from, int to) const
{
    QTextCursor cursor(document());
    cursor.setPosition(from);
    cursor.setPosition(to, QTextCursor::KeepAnchor);
    return cursor;
}

QTextCharFormat TokenView::inColor(Token token) const
{
    QTextCharFormat format;
    format.setForeground(Theme::instance().color(token));
    return format;
}

void TokenView::begin(const QString& prompt)
{
    m_changing = true;
    clear();
    QTextCursor cursor(document());
    cursor.insertText(prompt, inColor(Token::textSecondary));
    m_promptEnd = cursor.position();
    m_changing = false;
    m_tokens.clear();
    m_ends.clear();
    m_below = m_chosen = none;
    mark();
    Q_EMIT lookedAtChanged();
}

void TokenView::add(std::vector<ShownToken> tokens)
{
    const bool follows = verticalScrollBar()->value() == verticalScrollBar()->maximum();
    m_changing = true;
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    cursor.beginEditBlock();
    for (ShownToken& token : tokens) {
        cursor.insertText(token.text, inColor(Token::text));
        m_ends.push_back(cursor.position());
        m_tokens.push_back(std::move(token));
    }
    cursor.endEditBlock();
    m_changing = false;
    if (follows)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    Q_EMIT lookedAtChanged();
}

/// The token that a character belongs to; none after the last token.
int TokenView::indexAt(int position) const
{
    if (position < m_promptEnd)
        return none;
    const auto found = std::ranges::upper_bound(m_ends, position);
    return found == m_ends.end() ? none : static_cast<int>(found - m_ends.begin());
}

int TokenView::indexBelow(const QPoint& point) const
{
    const QTextCursor cursor = cursorForPosition(point);
    const QRect place = cursorRect(cursor);
    if (point.y() > place.bottom())
        return none;
    return indexAt(point.x() < place.left() ? cursor.position() - 1 : cursor.position()); // the nearest gap may be after it
}

int TokenView::lookedAtIndex() const
{
    if (m_below != none)
        return m_below;
    return m_chosen != none ? m_chosen : static_cast<int>(m_tokens.size()) - 1;
}

const ShownToken* TokenView::lookedAt() const
{
    return m_tokens.empty() ? nullptr : &m_tokens[static_cast<std::size_t>(lookedAtIndex())];
}

void TokenView::point(int index)
{
    if (index == std::exchange(m_below, index))
        return;
    mark();
    Q_EMIT lookedAtChanged();
}

/// The last token is not marked by default, only one that the user points at or selects.
void TokenView::mark()
{
    const int index = m_below != none ? m_below : m_chosen;
    QList<QTextEdit::ExtraSelection> marks;
    if (index != none) {
        QTextEdit::ExtraSelection selection;
        const auto i = static_cast<std::size_t>(index);
        selection.cursor = part(i == 0 ? m_promptEnd : m_ends[i - 1], m_ends[i]);
        selection.format.setBackground(Theme::instance().color(Token::accentGround));
        marks << selection;
    }
    setExtraSelections(marks);
}

void TokenView::applyTheme()
{
    setMinimumHeight(Theme::instance().scaled(viewHeight));
    m_changing = true;
    part(0, m_promptEnd).mergeCharFormat(inColor(Token::textSecondary));
    if (!m_ends.empty())
        part(m_promptEnd, m_ends.back()).mergeCharFormat(inColor(Token::text));
    m_changing = false;
    mark();
}

void TokenView::mouseMoveEvent(QMouseEvent* event)
{
    QPlainTextEdit::mouseMoveEvent(event);
    point(indexBelow(event->position().toPoint()));
}

void TokenView::leaveEvent(QEvent* event)
{
    QPlainTextEdit::leaveEvent(event);
    point(none);
}

} // namespace netsmith::gui

#include "gui/widgets/labels/note_box.h"

#include "gui/widgets/icon.h"
#include "gui/widgets/labels/text_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QStyle>

#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int verbInset = 5; // of a link's text within its button, for the focus frame

} // namespace

NoteBox::Look NoteBox::lookOf(Kind kind)
{
    switch (kind) {
    case Kind::info: break;
    case Kind::good: return {u"note-good", u"ok", Token::good};
    case Kind::careful: return {u"note-careful", u"warning", Token::careful};
    case Kind::bad: return {u"note-bad", u"error", Token::bad};
    }
    return {u"note-info", u"info", Token::accent};
}

NoteBox::NoteBox(Kind kind, const QString& text, QWidget* parent)
    : QFrame(parent)
    , m_kind(kind)
    , m_text(new TextLabel(TextRole::body, {}, this))
    , m_verbs(new QWidget(this))
    , m_verbRow(new QHBoxLayout(m_verbs))
{
    m_text->setWordWrap(true);
    m_text->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_verbRow->setContentsMargins(0, 0, 0, 0);
    m_verbRow->setSpacing(8);
    m_verbRow->addStretch();
    m_verbs->hide();
    m_text->setContentsMargins(verbInset, 0, 0, 0);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(2);
    column->addWidget(m_text);
    column->addWidget(m_verbs);
    setKind(kind);
    setText(text);
    connect(&Theme::instance(), &Theme::changed, this, &NoteBox::leaveRoom);
    leaveRoom();
}

void NoteBox::leaveRoom()
{
    layout()->setContentsMargins(12 + Theme::instance().scaled(iconSide) + 8 - verbInset, 8, 12, 8);
    update();
}

void NoteBox::setKind(Kind kind)
{
    m_kind = kind;
    setProperty("class", QString::fromUtf16(lookOf(kind).style));
    style()->unpolish(this);
    style()->polish(this);
    update();
}

void NoteBox::setText(const QString& text)
{
    m_words = nullptr;
    write(text);
}

void NoteBox::say(std::function<QString()> words)
{
    m_words = std::move(words);
    write(m_words());
    setVisible(!text().isEmpty());
}

void NoteBox::write(const QString& text)
{
    m_text->setText(text);
    setAccessibleName(text);
}

QString NoteBox::text() const
{
    return m_text->text();
}

QPushButton* NoteBox::addVerb(const QString& text, const QString& objectName)
{
    auto* verb = new QPushButton(text, m_verbs);
    verb->setObjectName(objectName);
    verb->setProperty("class", u"link"_s);
    verb->setCursor(Qt::PointingHandCursor);
    m_verbRow->insertWidget(m_verbRow->count() - 1, verb);
    verb->show();
    m_verbs->show();
    return verb;
}

void NoteBox::clearVerbs()
{
    for (QPushButton* verb : m_verbs->findChildren<QPushButton*>()) {
        // Deleted later, since one of them may be handling the click that led here.
        m_verbRow->removeWidget(verb);
        verb->setObjectName({});
        verb->hide();
        verb->deleteLater();
    }
    m_verbs->hide();
}

void NoteBox::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange && m_words && !isHidden())
        say(std::exchange(m_words, nullptr));
    QFrame::changeEvent(event);
}

void NoteBox::paintEvent(QPaintEvent* event)
{
    QFrame::paintEvent(event);
    QPainter painter(this);
    const Look look = lookOf(m_kind);
    const double side = Theme::instance().scaled(iconSide);
    const double top = 8.0 + (m_text->fontMetrics().height() - side) / 2.0;
    const double x = layoutDirection() == Qt::RightToLeft ? width() - 12.0 - side : 12.0;
    paintIcon(painter, {x, top, side, side}, QString::fromUtf16(look.icon), Theme::instance().color(look.token));
}

} // namespace netsmith::gui

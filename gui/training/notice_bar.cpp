#include "gui/training/notice_bar.h"

#include "gui/widgets/controls/icon_label.h"
#include "gui/widgets/controls/text_label.h"
#include "gui/widgets/icon.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct Look {
    const char16_t* style;
    const char16_t* icon;
    Token token;
};

Look lookOf(NoteBox::Kind kind)
{
    switch (kind) {
    case NoteBox::Kind::info: break;
    case NoteBox::Kind::good: return {u"note-good", u"ok", Token::good};
    case NoteBox::Kind::careful: return {u"note-careful", u"warning", Token::careful};
    case NoteBox::Kind::bad: return {u"note-bad", u"error", Token::bad};
    }
    return {u"note-info", u"info", Token::accent};
}

constexpr int iconSide = 16;

QToolButton* makeQuiet(QWidget* parent, const QString& name, const QString& picture)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(name);
    button->setProperty("class", u"quiet"_s);
    button->setIcon(icon(picture, Token::textSecondary));
    button->setIconSize({14, 14});
    return button;
}

} // namespace

NoticeBar::NoticeBar(NoteBox::Kind kind, const QString& objectName, QWidget* parent)
    : QFrame(parent)
    , m_icon(new IconLabel(QString::fromUtf16(lookOf(kind).icon), lookOf(kind).token, iconSide, this))
    , m_text(new TextLabel(TextRole::body, {}, this))
    , m_line(new QHBoxLayout)
    , m_verbs(new QHBoxLayout)
    , m_below(new QHBoxLayout)
    , m_unfold(makeQuiet(this, objectName + u"Unfold"_s, u"chevron-right"_s))
    , m_close(makeQuiet(this, objectName + u"Close"_s, u"close"_s))
    , m_details(new TextLabel(TextRole::caption, u"secondary"_s, this))
{
    setObjectName(objectName);
    setProperty("class", QString::fromUtf16(lookOf(kind).style));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    m_details->setObjectName(objectName + u"Details"_s);
    m_details->setTextFormat(Qt::PlainText);
    m_details->setWordWrap(true);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_details->hide();
    m_unfold->setCheckable(true);
    m_unfold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_unfold->hide();

    m_verbs->setSpacing(8);
    QHBoxLayout* line = m_line;
    line->setSpacing(8);
    m_below->setSpacing(8);
    m_below->setContentsMargins(iconSide + 8, 0, 0, 0); // below the text
    m_below->addStretch(1);
    // One line of text stands level with the buttons, and more begin there.
    auto* iconPlace = new QVBoxLayout;
    iconPlace->addSpacing(6);
    iconPlace->addWidget(m_icon);
    line->addLayout(iconPlace);
    line->setAlignment(iconPlace, Qt::AlignTop);
    auto* textPlace = new QVBoxLayout;
    textPlace->setSpacing(0);
    textPlace->addSpacing(5);
    textPlace->addWidget(m_text, 1);
    textPlace->addSpacing(5);
    line->addLayout(textPlace, 1);
    line->addWidget(m_unfold, 0, Qt::AlignTop);
    line->addLayout(m_verbs);
    line->setAlignment(m_verbs, Qt::AlignTop);
    line->addWidget(m_close, 0, Qt::AlignTop);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 6, 8, 6);
    column->setSpacing(4);
    column->addLayout(line);
    column->addLayout(m_below);
    column->addWidget(m_details);
    m_text->setAlignment(Qt::AlignTop);

    connect(m_unfold, &QToolButton::toggled, this, &NoticeBar::unfold);
    connect(m_close, &QToolButton::clicked, this, &NoticeBar::dismissed);
    retranslate();
}

void NoticeBar::setText(const QString& strong, const QString& sentence)
{
    if (strong.isEmpty()) {
        m_text->setText(sentence.toHtmlEscaped());
        m_plain = sentence;
        setAccessibleName(sentence);
        return;
    }
    m_text->setText(
        tr("<b>%1</b> %2", "what matters, and the sentence after it").arg(strong.toHtmlEscaped(), sentence.toHtmlEscaped()));
    m_plain = tr("%1 %2", "what matters, and the sentence after it").arg(strong, sentence);
    setAccessibleName(m_plain);
}

void NoticeBar::setDetails(const QString& details)
{
    m_details->setText(details);
    m_unfold->setVisible(!details.isEmpty());
    if (details.isEmpty())
        m_unfold->setChecked(false);
}

QString NoticeBar::details() const
{
    return m_details->text();
}

QPushButton* NoticeBar::addVerb(const QString& objectName, bool primary)
{
    auto* verb = new QPushButton(this);
    verb->setObjectName(objectName);
    if (primary)
        verb->setProperty("class", u"primary"_s);
    m_verbs->addWidget(verb);
    return verb;
}

bool NoticeBar::event(QEvent* event)
{
    const bool done = QFrame::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        fit();
    return done;
}

void NoticeBar::fit()
{
    int taken = m_unfold->isHidden() ? 0 : m_unfold->sizeHint().width() + m_line->spacing();
    for (int i = 0; i < m_verbs->count(); ++i)
        taken += m_verbs->itemAt(i)->sizeHint().width() + m_verbs->spacing();
    const QMargins around = layout()->contentsMargins();
    const int room =
        width() - around.left() - around.right() - m_icon->sizeHint().width() - m_close->sizeHint().width() - 2 * m_line->spacing();
    QFont strong = m_text->font();
    strong.setBold(true);
    const bool below = taken > 0 && QFontMetrics(strong).horizontalAdvance(m_plain) > room - taken;
    const bool isBelow = m_line->indexOf(m_verbs) < 0;
    if (below == isBelow)
        return;
    QHBoxLayout* from = below ? m_line : m_below;
    QHBoxLayout* to = below ? m_below : m_line;
    from->removeWidget(m_unfold);
    from->removeItem(m_verbs);
    const int at = below ? 0 : m_line->indexOf(m_close);
    to->insertLayout(at, m_verbs);
    to->insertWidget(below ? 1 : at, m_unfold, 0, Qt::AlignTop);
    if (!below)
        to->setAlignment(m_verbs, Qt::AlignTop);
}

void NoticeBar::unfold(bool on)
{
    m_details->setVisible(on);
    m_unfold->setIcon(icon(on ? u"minus"_s : u"chevron-right"_s, Token::textSecondary));
}

void NoticeBar::retranslate()
{
    m_unfold->setText(tr("Details"));
    m_close->setToolTip(tr("Put this message away"));
    m_close->setAccessibleName(tr("Put this message away"));
}

void NoticeBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT dismissed();
    else
        QFrame::keyPressEvent(event);
}

} // namespace netsmith::gui

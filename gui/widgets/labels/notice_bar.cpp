#include "gui/widgets/labels/notice_bar.h"

#include "gui/widgets/controls/wrap_layout.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/labels/icon_label.h"
#include "gui/widgets/labels/text_label.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

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
    , m_icon(new IconLabel(QString::fromUtf16(NoteBox::lookOf(kind).icon), NoteBox::lookOf(kind).token, NoteBox::iconSide, this))
    , m_text(new TextLabel(TextRole::body, {}, this))
    , m_line(new QHBoxLayout)
    , m_verbs(new QHBoxLayout)
    , m_below(new WrapLayout(8, 6))
    , m_unfold(makeQuiet(this, objectName + u"Unfold"_s, u"chevron-right"_s))
    , m_close(makeQuiet(this, objectName + u"Close"_s, u"close"_s))
    , m_details(new TextLabel(TextRole::caption, u"secondary"_s, this))
{
    setObjectName(objectName);
    setProperty("class", QString::fromUtf16(NoteBox::lookOf(kind).style));
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
    m_below->setContentsMargins(NoteBox::iconSide + 8, 0, 0, 0); // aligned with the text
    // A single line of text is centred on the buttons; longer texts start there.
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
    place(true); // narrow at first: otherwise the window would grow to the width of all buttons
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
    m_buttons << verb;
    place(m_below->count() > 0);
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
    for (const QPushButton* verb : m_buttons)
        taken += verb->isHidden() ? 0 : verb->sizeHint().width() + m_verbs->spacing();
    const QMargins around = layout()->contentsMargins();
    const int room =
        width() - around.left() - around.right() - m_icon->sizeHint().width() - m_close->sizeHint().width() - 2 * m_line->spacing();
    QFont strong = m_text->font();
    strong.setBold(true);
    const bool below = taken > 0 && QFontMetrics(strong).horizontalAdvance(m_plain) > room - taken;
    if (below != (m_below->count() > 0))
        place(below);
    // Otherwise a low window would cut the sentence off; the limit leaves room for what the bar is about.
    setMinimumHeight(std::min(layout()->heightForWidth(width()), window()->height() * 2 / 5));
}

void NoticeBar::place(bool below)
{
    for (QLayout* from : {static_cast<QLayout*>(m_verbs), static_cast<QLayout*>(m_below)})
        while (from->count() > 0)
            delete from->takeAt(0);
    QLayout* to = below ? static_cast<QLayout*>(m_below) : m_verbs;
    if (!below)
        to->addWidget(m_unfold);
    for (QPushButton* verb : m_buttons)
        to->addWidget(verb);
    if (below)
        to->addWidget(m_unfold);
    layout()->invalidate(); // its height is asked for before it is laid out again
}

void NoticeBar::unfold(bool on)
{
    m_details->setVisible(on);
    m_unfold->setIcon(icon(on ? u"minus"_s : u"chevron-right"_s, Token::textSecondary));
}

void NoticeBar::retranslate()
{
    m_unfold->setText(tr("Details"));
    m_close->setToolTip(tr("Dismiss this message"));
    m_close->setAccessibleName(tr("Dismiss this message"));
}

void NoticeBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT dismissed();
    else
        QFrame::keyPressEvent(event);
}

} // namespace netsmith::gui

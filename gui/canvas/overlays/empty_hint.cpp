#include "gui/canvas/overlays/empty_hint.h"

#include "gui/widgets/icon.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

EmptyHint::EmptyHint(QWidget* parent)
    : QWidget(parent)
    , m_picture(new QLabel(this))
    , m_text(new QLabel(this))
{
    setObjectName(u"canvasEmptyHint"_s);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    m_text->setProperty("class", u"secondary"_s);
    for (QLabel* label : {m_picture, m_text})
        label->setAlignment(Qt::AlignCenter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(m_picture);
    column->addWidget(m_text);
    renew();
}

void EmptyHint::renew()
{
    const int size = Theme::instance().scaled(32);
    m_picture->setPixmap(icon(u"layers"_s, Token::textMuted).pixmap({size, size}, devicePixelRatioF()));
    m_text->setText(tr("Start with Input: drag a layer here, or double-click to add one"));
    fitInto(parentWidget()->width());
}

void EmptyHint::fitInto(int room)
{
    m_text->setWordWrap(false);
    const int wanted = sizeHint().width();
    m_text->setWordWrap(wanted > room);
    const int width = std::min(wanted, std::max(80, room));
    resize(width, wanted > room ? heightForWidth(width) : sizeHint().height());
}

void EmptyHint::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        renew();
}

} // namespace netsmith::gui

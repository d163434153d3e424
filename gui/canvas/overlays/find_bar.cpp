#include "gui/canvas/overlays/find_bar.h"

#include "gui/widgets/icon.h"
#include "gui/widgets/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

QToolButton* quietButton(QWidget* parent, const QString& name)
{
    auto* made = new QToolButton(parent);
    made->setObjectName(name);
    made->setProperty("class", u"quiet"_s);
    return made;
}

} // namespace

FindBar::FindBar(QWidget* parent)
    : QFrame(parent)
    , m_text(new QLineEdit(this))
    , m_result(new QLabel(this))
    , m_previous(quietButton(this, u"canvasFindPrevious"_s))
    , m_next(quietButton(this, u"canvasFindNext"_s))
    , m_close(quietButton(this, u"canvasFindClose"_s))
{
    setObjectName(u"canvasFindBar"_s);
    setProperty("class", u"card"_s);
    setCursor(Qt::ArrowCursor);
    m_text->setObjectName(u"canvasFindText"_s);
    m_previous->setArrowType(Qt::UpArrow);
    m_next->setArrowType(Qt::DownArrow);
    m_close->setIcon(icon(u"close"_s));
    m_text->installEventFilter(this);
    m_result->setObjectName(u"canvasFindResult"_s);
    m_result->setProperty("class", u"secondary"_s);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 6, 6, 6);
    row->setSpacing(4);
    row->addWidget(m_text);
    row->addWidget(m_result);
    row->addWidget(m_previous);
    row->addWidget(m_next);
    row->addWidget(m_close);
    connect(m_text, &QLineEdit::textChanged, this, &FindBar::textChanged);
    connect(m_previous, &QToolButton::clicked, this, [this] { Q_EMIT nextRequested(true); });
    connect(m_next, &QToolButton::clicked, this, [this] { Q_EMIT nextRequested(false); });
    connect(m_close, &QToolButton::clicked, this, &FindBar::closed);
    retranslate();
    hide();
}

QString FindBar::text() const
{
    return m_text->text();
}

void FindBar::open()
{
    show();
    raise();
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void FindBar::showResult(int number, int count)
{
    m_result->setText(text().isEmpty() ? QString() : count == 0 ? tr("none") : tr("%1 of %2").arg(number).arg(count));
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
}

bool FindBar::eventFilter(QObject* object, QEvent* event)
{
    if (object == m_text && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        switch (key->key()) {
        case Qt::Key_Escape: Q_EMIT closed(); return true;
        case Qt::Key_Return:
        case Qt::Key_Enter: Q_EMIT nextRequested(key->modifiers() & Qt::ShiftModifier); return true;
        case Qt::Key_Down: Q_EMIT nextRequested(false); return true;
        case Qt::Key_Up: Q_EMIT nextRequested(true); return true;
        default: break;
        }
    }
    return QFrame::eventFilter(object, event);
}

void FindBar::retranslate()
{
    m_text->setPlaceholderText(tr("Find a layer"));
    m_text->setAccessibleName(tr("Find a layer"));
    m_previous->setToolTip(tr("Previous (Shift+Enter)"));
    m_previous->setAccessibleName(tr("Previous"));
    m_next->setToolTip(tr("Next (Enter)"));
    m_next->setAccessibleName(tr("Next"));
    m_close->setToolTip(tr("Close (Esc)"));
    m_close->setAccessibleName(tr("Close"));
    m_text->setFixedWidth(Theme::instance().scaled(180));
    m_result->setMinimumWidth(fontMetrics().horizontalAdvance(tr("%1 of %2").arg(88).arg(88)));
    showResult(0, 0);
    adjustSize();
}

void FindBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        retranslate();
}

} // namespace netsmith::gui

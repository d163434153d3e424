#include "gui/widgets/forms/name_field.h"

#include "gui/widgets/icon.h"
#include "gui/widgets/theme.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QListWidget>
#include <QPainter>
#include <QScreen>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int mostRows = 12; // visible at once

/// The list's popup, with a menu's background.
class NamePopup final : public QWidget {
public:
    explicit NamePopup(QWidget* parent)
        : QWidget(parent, Qt::Popup | Qt::FramelessWindowHint)
    {
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setPen(Theme::instance().color(Token::controlBorder));
        painter.setBrush(Theme::instance().color(Token::panel));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
};

} // namespace

NameField::NameField(QWidget* parent)
    : CommitField(parent)
    , m_open(new QToolButton(this))
{
    m_open->setObjectName(u"nameListButton"_s);
    m_open->setProperty("class", u"quiet"_s);
    m_open->setIcon(icon(u"chevron-down"_s, Token::text));
    m_open->setCursor(Qt::ArrowCursor);
    m_open->setFocusPolicy(Qt::NoFocus); // Down opens it from the field
    m_open->hide();
    connect(m_open, &QToolButton::clicked, this, &NameField::openList);
    connect(&Theme::instance(), &Theme::changed, this, &NameField::place);
    setTexts();
}

void NameField::setNames(const QStringList& names, bool several)
{
    if (names == m_names && several == m_several)
        return;
    m_names = names;
    m_several = several;
    m_open->setVisible(!names.isEmpty());
    place();
    if (m_popup && m_popup->isVisible())
        fillList();
}

void NameField::makeList()
{
    m_popup = new NamePopup(this);
    m_list = new QListWidget(m_popup);
    m_list->setObjectName(u"nameList"_s);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->installEventFilter(this);
    m_popup->installEventFilter(this);
    auto* column = new QVBoxLayout(m_popup);
    column->setContentsMargins(4, 4, 4, 4);
    column->addWidget(m_list);
    connect(m_list, &QListWidget::itemClicked, this, &NameField::take);
}

/// The names in the field.
QStringList NameField::named() const
{
    QStringList out;
    for (const QString& part : m_several ? text().split(u',') : QStringList{text()})
        if (const QString name = part.trimmed(); !name.isEmpty())
            out << name;
    return out;
}

void NameField::fillList()
{
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    QStringList all = m_names;
    const QStringList chosen = named();
    for (const QString& name : chosen)
        if (!all.contains(name))
            all << name; // typed names can be removed, too
    for (const QString& name : all) {
        auto* item = new QListWidgetItem(name, m_list);
        if (m_several) {
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable); // a click anywhere toggles it, on the box only once
            item->setCheckState(chosen.contains(name) ? Qt::Checked : Qt::Unchecked);
        }
        if (chosen.contains(name) && m_list->currentRow() < 0)
            m_list->setCurrentItem(item);
    }
    if (m_list->currentRow() < 0)
        m_list->setCurrentRow(0);
}

void NameField::openList()
{
    if (m_names.isEmpty())
        return;
    if (!m_popup)
        makeList();
    setFocus(Qt::PopupFocusReason);
    fillList();
    m_list->setAccessibleName(accessibleName());
    const int row = std::max(m_list->sizeHintForRow(0), Theme::instance().scaled(26));
    const int rows = std::clamp(m_list->count(), 1, mostRows);
    const QMargins edge = m_popup->layout()->contentsMargins();
    const int wide = m_list->sizeHintForColumn(0) + style()->pixelMetric(QStyle::PM_ScrollBarExtent) + 24;
    m_popup->resize(std::max(width(), wide), rows * row + edge.top() + edge.bottom() + 4);
    QPoint corner = mapToGlobal(QPoint(0, height() + 2));
    if (const QScreen* on = QGuiApplication::screenAt(corner)) {
        const QRect room = on->availableGeometry();
        if (corner.y() + m_popup->height() > room.bottom())
            corner.setY(mapToGlobal(QPoint(0, 0)).y() - m_popup->height() - 2);
        corner.setX(std::clamp(corner.x(), room.left(), std::max(room.left(), room.right() + 1 - m_popup->width())));
    }
    m_popup->move(corner);
    m_popup->show();
    m_list->setFocus(Qt::PopupFocusReason);
    m_list->scrollToItem(m_list->currentItem());
}

/// Chooses the item, or, if several can be chosen, adds or removes it.
void NameField::take(QListWidgetItem* item)
{
    if (!m_several) {
        setText(item->text());
        closeList(true);
        return;
    }
    item->setCheckState(item->checkState() == Qt::Checked ? Qt::Unchecked : Qt::Checked);
    QStringList chosen;
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->checkState() == Qt::Checked)
            chosen << m_list->item(row)->text();
    setText(chosen.join(u", "_s));
}

void NameField::closeList(bool keep)
{
    if (!keep)
        setText(committed());
    m_popup->hide(); // commits
}

bool NameField::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_popup && event->type() == QEvent::Hide) {
        setFocus(Qt::PopupFocusReason);
        commit();
    }
    if (watched == m_list && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        switch (key->key()) {
        case Qt::Key_Escape: closeList(false); return true;
        case Qt::Key_Space:
            if (m_list->currentItem())
                take(m_list->currentItem());
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (m_list->currentItem() && !m_several)
                take(m_list->currentItem());
            else
                closeList(true);
            return true;
        default: break;
        }
    }
    return CommitField::eventFilter(watched, event);
}

bool NameField::event(QEvent* event)
{
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        place();
    return CommitField::event(event);
}

void NameField::keyPressEvent(QKeyEvent* event)
{
    const bool opens = event->key() == Qt::Key_Down || event->key() == Qt::Key_F4;
    if (opens && !m_names.isEmpty())
        openList();
    else
        CommitField::keyPressEvent(event);
}

void NameField::resizeEvent(QResizeEvent* event)
{
    CommitField::resizeEvent(event);
    place();
}

void NameField::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        setTexts();
    CommitField::changeEvent(event);
}

void NameField::place()
{
    const int side = Theme::instance().scaled(12);
    const int wide = side + Theme::instance().scaled(12);
    m_open->setIconSize({side, side});
    m_open->setGeometry(width() - wide - 1, 1, wide, std::max(0, height() - 2));
    setTextMargins(0, 0, m_names.isEmpty() ? 0 : wide, 0);
}

void NameField::setTexts()
{
    m_open->setToolTip(tr("Show the choices"));
    m_open->setAccessibleName(m_open->toolTip());
}

} // namespace netsmith::gui

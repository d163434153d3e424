#include "gui/widgets/lists/picker_popup.h"

#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/lists/search_field.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <tuple>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

PickerPopup::PickerPopup(QWidget* parent)
    : QFrame(parent, Qt::Popup | Qt::FramelessWindowHint)
    , m_search(new SearchField(this))
    , m_list(new SectionedList(this))
    , m_empty(new TextLabel(TextRole::body, u"muted"_s, this))
{
    setFrameShape(QFrame::NoFrame);
    m_search->setObjectName(u"pickerSearch"_s);
    m_search->installEventFilter(this);
    m_list->setObjectName(u"pickerList"_s);
    m_list->setChoosesByClick(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 4);
    column->setSpacing(4);
    column->addWidget(m_search);
    column->addWidget(m_list, 1);
    column->addWidget(m_empty, 1);
    connect(m_search, &QLineEdit::textChanged, this, &PickerPopup::filter);
    connect(m_search, &SearchField::moved, m_list, &SectionedList::moveCurrent);
    connect(m_search, &SearchField::chosen, this, [this] { pick(m_list->currentId()); });
    connect(m_list, &SectionedList::chosen, this, &PickerPopup::pick);
}

void PickerPopup::setItems(std::vector<Item> items)
{
    m_items = std::move(items);
    filter(m_search->text());
}

void PickerPopup::setPlaceholder(const QString& text)
{
    m_search->setPlaceholderText(text);
    m_search->setAccessibleName(text);
}

void PickerPopup::setEmptyText(const QString& text)
{
    m_empty->setText(text);
}

void PickerPopup::openAt(const QPoint& global)
{
    const Theme& theme = Theme::instance();
    resize(theme.scaled(280), theme.scaled(340));
    QPoint place = global;
    if (const QScreen* screen = QGuiApplication::screenAt(global)) {
        const QRect room = screen->availableGeometry();
        place.setX(std::clamp(place.x(), room.left(), std::max(room.left(), room.right() + 1 - width())));
        place.setY(std::clamp(place.y(), room.top(), std::max(room.top(), room.bottom() + 1 - height())));
    }
    move(place);
    m_picked = false;
    m_list->setAccessibleName(tr("Choices"));
    m_search->clear();
    filter({});
    show();
    m_search->setFocus(Qt::PopupFocusReason);
}

void PickerPopup::filter(const QString& query)
{
    // Sorted by the section's best match, then by match within the section; stable.
    struct Answer {
        int rank;
        int section;
        const Item* item;
    };
    std::vector<Answer> found;
    std::map<QString, int> sections;
    std::map<int, int> best;
    for (const Item& item : m_items) {
        const int section = sections.emplace(item.row.section, static_cast<int>(sections.size())).first->second;
        if (const auto rank = searchRank(item.search, query)) {
            found.push_back({*rank, section, &item});
            const auto entry = best.emplace(section, *rank).first;
            entry->second = std::min(entry->second, *rank);
        }
    }
    std::ranges::stable_sort(
        found, {}, [&best](const Answer& answer) { return std::tuple(best.at(answer.section), answer.section, answer.rank); });
    std::vector<SectionedList::Row> rows;
    for (const Answer& answer : found)
        rows.push_back(answer.item->row);
    m_list->setVisible(!rows.empty());
    m_empty->setVisible(rows.empty());
    m_list->setRows(std::move(rows));
}

void PickerPopup::pick(const QString& id)
{
    if (id.isEmpty())
        return;
    m_picked = true;
    close();
    Q_EMIT rowPicked(id);
}

bool PickerPopup::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        close();
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

void PickerPopup::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(Theme::instance().color(Token::controlBorder));
    painter.setBrush(Theme::instance().color(Token::panel));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void PickerPopup::hideEvent(QHideEvent* event)
{
    QFrame::hideEvent(event);
    if (!m_picked)
        Q_EMIT dismissed();
}

} // namespace netsmith::gui

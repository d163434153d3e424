#include "gui/widgets/lists/sectioned_list.h"

#include "gui/widgets/icon.h"
#include "gui/widgets/lists/section_header.h"
#include "gui/widgets/plain_text.h"
#include "gui/widgets/theme.h"

#include <QAbstractListModel>
#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int edge = 12; // from the list's edge to an icon
constexpr int gap = 8; // from an icon to its title

} // namespace

/// Headings and rows in one sequence.
class SectionedList::Model final : public QAbstractListModel {
public:
    struct Line {
        bool heading;
        Row row; ///< a heading uses its `section`
    };

    explicit Model(SectionedList& list)
        : QAbstractListModel(&list)
        , m_list(list)
    {
    }

    void set(std::vector<Row> rows)
    {
        beginResetModel();
        m_lines.clear();
        QString section;
        for (Row& row : rows) {
            if (row.section != section) {
                section = row.section;
                m_lines.push_back({true, {{}, section, section}});
            }
            m_lines.push_back({false, std::move(row)});
        }
        endResetModel();
    }
    const Line& line(int index) const { return m_lines[static_cast<std::size_t>(index)]; }
    const std::vector<Line>& lines() const { return m_lines; }

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(m_lines.size()); }
    Qt::ItemFlags flags(const QModelIndex& index) const override
    {
        return line(index.row()).heading ? Qt::NoItemFlags : Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    }
    QVariant data(const QModelIndex& index, int role) const override
    {
        const Row& row = line(index.row()).row;
        switch (role) {
        case Qt::DisplayRole: return row.title;
        case Qt::ToolTipRole: return withWholeText(cutOff(line(index.row())), row.toolTip);
        case Qt::AccessibleTextRole:
            return row.detail.isEmpty() ? row.title : SectionedList::tr("%1, %2").arg(row.title, row.detail);
        case Qt::AccessibleDescriptionRole: return row.toolTip;
        default: return {};
        }
    }

private:
    /// The full text of an elided line.
    QString cutOff(const Line& line) const
    {
        const Theme& theme = Theme::instance();
        const Row& row = line.row;
        int wanted = QFontMetrics(line.heading ? sectionFont() : theme.font(TextRole::body)).horizontalAdvance(row.title);
        if (!row.detail.isEmpty())
            wanted += gap + QFontMetrics(theme.font(TextRole::numberCaption)).horizontalAdvance(row.detail);
        const int icon = row.icon.isEmpty() ? 0 : theme.scaled(16) + gap;
        if (!m_list.m_compact && wanted <= m_list.viewport()->width() - 2 * edge - icon)
            return {};
        return row.detail.isEmpty() ? row.title : SectionedList::tr("%1, %2").arg(row.title, row.detail);
    }

    SectionedList& m_list;
    std::vector<Line> m_lines;
};

/// Draws headings and rows in the current theme.
class SectionedList::Delegate final : public QStyledItemDelegate {
public:
    explicit Delegate(SectionedList& list)
        : QStyledItemDelegate(&list)
        , m_list(list)
    {
    }

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override
    {
        const Theme& theme = Theme::instance();
        if (m_list.m_compact)
            return {0, m_list.m_model->line(index.row()).heading ? 9 : theme.scaled(18) + 16};
        if (m_list.m_model->line(index.row()).heading)
            return {0, QFontMetrics(sectionFont()).height() + 14};
        return {0, std::max(26, QFontMetrics(theme.font(TextRole::body)).height() + 9)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& theme = Theme::instance();
        const Model::Line& line = m_list.m_model->line(index.row());
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (line.heading)
            paintHeading(*painter, option.rect, line.row, index.row() == 0);
        else
            paintRow(*painter, option, line.row, theme);
        painter->restore();
    }

private:
    void paintHeading(QPainter& painter, const QRect& rect, const Row& row, bool first) const
    {
        const Theme& theme = Theme::instance();
        if (m_list.m_compact) {
            if (!first)
                painter.fillRect(QRect(rect.left() + 8, rect.center().y(), rect.width() - 16, 1), theme.color(Token::line));
            return;
        }
        painter.setFont(sectionFont());
        painter.setPen(theme.color(Token::textSecondary));
        const QRect place = rect.adjusted(edge, 0, -edge, -4);
        painter.drawText(place, Qt::AlignLeading | Qt::AlignBottom,
                         painter.fontMetrics().elidedText(row.section, Qt::ElideRight, place.width()));
    }

    void paintRow(QPainter& painter, const QStyleOptionViewItem& option, const Row& row, const Theme& theme) const
    {
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
            const bool focused = selected && m_list.hasFocus();
            const Token ground = !selected ? Token::hover : m_list.isActive() ? Token::accentGround : Token::control;
            painter.setPen(focused ? QPen(theme.color(Token::focusRing)) : QPen(Qt::NoPen));
            painter.setBrush(theme.color(ground));
            painter.drawRoundedRect(QRectF(option.rect).adjusted(4.5, 0.5, -4.5, -0.5), 6, 6);
        }
        const double side = m_list.m_compact ? std::min(theme.scaled(18), option.rect.width() - 12) : theme.scaled(16);
        const bool mirrored = option.direction == Qt::RightToLeft;
        double x = option.rect.left() + (m_list.m_compact ? (option.rect.width() - side) / 2.0 : edge);
        if (mirrored && !m_list.m_compact)
            x = option.rect.right() + 1 - edge - side;
        if (!row.icon.isEmpty())
            paintIcon(painter, {x, option.rect.top() + (option.rect.height() - side) / 2.0, side, side}, row.icon,
                      theme.color(row.token));
        if (m_list.m_compact)
            return;
        const int indent = edge + (row.icon.isEmpty() ? 0 : static_cast<int>(side) + gap);
        QRect place = mirrored ? option.rect.adjusted(edge, 0, -indent, 0) : option.rect.adjusted(indent, 0, -edge, 0);
        const QFont font = theme.font(TextRole::body);
        const int titleWidth = QFontMetrics(font).horizontalAdvance(row.title);
        if (!row.detail.isEmpty()) {
            painter.setFont(theme.font(TextRole::numberCaption));
            painter.setPen(theme.color(selected ? Token::textSecondary : Token::textMuted));
            const int room = std::max(place.width() / 3, place.width() - titleWidth - edge);
            const QString detail = painter.fontMetrics().elidedText(row.detail, Qt::ElideRight, room);
            painter.drawText(place, Qt::AlignTrailing | Qt::AlignVCenter, detail);
            const int taken = painter.fontMetrics().horizontalAdvance(detail) + gap;
            place = mirrored ? place.adjusted(taken, 0, 0, 0) : place.adjusted(0, 0, -taken, 0);
        }
        painter.setFont(font);
        painter.setPen(theme.color(Token::text));
        painter.drawText(place, Qt::AlignLeading | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(row.title, Qt::ElideRight, place.width()));
    }

    SectionedList& m_list;
};

SectionedList::SectionedList(QWidget* parent)
    : QListView(parent)
    , m_model(new Model(*this))
{
    setModel(m_model);
    setItemDelegate(new Delegate(*this));
    setMouseTracking(true);
    setStyleSheet(u"QListView, QListView:focus { border: none; }"_s); // the focus is shown on the row
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(ScrollPerPixel);
    verticalScrollBar()->setSingleStep(26);
    setEditTriggers(NoEditTriggers);
    setSelectionMode(SingleSelection);
    setUniformItemSizes(false);
    connect(&Theme::instance(), &Theme::changed, this, [this] { scheduleDelayedItemsLayout(); });
    connect(qApp, &QApplication::focusChanged, this, [this] { viewport()->update(); });
}

SectionedList::~SectionedList() = default;

bool SectionedList::isActive() const
{
    const QWidget* focus = QApplication::focusWidget();
    return focus && (focus == this || (parentWidget() && parentWidget()->isAncestorOf(focus)));
}

void SectionedList::setRows(std::vector<Row> rows, bool keepsCurrent)
{
    const QString before = keepsCurrent ? currentId() : QString();
    const int scrolled = keepsCurrent ? verticalScrollBar()->value() : 0;
    m_model->set(std::move(rows));
    if (!before.isEmpty() && ids().contains(before))
        setCurrentId(before);
    else
        moveCurrent(1);
    verticalScrollBar()->setValue(scrolled);
}

int SectionedList::rowCount() const
{
    return static_cast<int>(std::ranges::count(m_model->lines(), false, &Model::Line::heading));
}

QStringList SectionedList::ids() const
{
    QStringList out;
    for (const Model::Line& line : m_model->lines())
        if (!line.heading)
            out << line.row.id;
    return out;
}

QString SectionedList::currentId() const
{
    return currentIndex().isValid() ? m_model->line(currentIndex().row()).row.id : QString();
}

void SectionedList::setCurrentId(const QString& id)
{
    for (int i = 0; i < m_model->rowCount(); ++i)
        if (!m_model->line(i).heading && m_model->line(i).row.id == id)
            setCurrentIndex(m_model->index(i));
}

void SectionedList::moveCurrent(int rows)
{
    std::vector<int> choices;
    for (int i = 0; i < m_model->rowCount(); ++i)
        if (!m_model->line(i).heading)
            choices.push_back(i);
    if (choices.empty())
        return;
    const auto found = std::ranges::find(choices, currentIndex().row());
    const int last = static_cast<int>(choices.size()) - 1;
    const int at = found == choices.end() ? -1 : static_cast<int>(found - choices.begin());
    const int next = std::clamp(at + rows, 0, last);
    setCurrentIndex(m_model->index(choices[static_cast<std::size_t>(next)]));
    if (next == 0)
        scrollToTop(); // including its heading
}

QRect SectionedList::rectOf(const QString& id) const
{
    for (int i = 0; i < m_model->rowCount(); ++i)
        if (!m_model->line(i).heading && m_model->line(i).row.id == id)
            return visualRect(m_model->index(i));
    return {};
}

const SectionedList::Row* SectionedList::rowAt(const QPoint& point) const
{
    const QModelIndex index = indexAt(point);
    return index.isValid() && !m_model->line(index.row()).heading ? &m_model->line(index.row()).row : nullptr;
}

void SectionedList::setCompact(bool compact)
{
    if (compact == m_compact)
        return;
    m_compact = compact;
    scheduleDelayedItemsLayout();
}

void SectionedList::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Up: moveCurrent(-1); return;
    case Qt::Key_Down: moveCurrent(1); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const QString id = currentId(); !id.isEmpty())
            Q_EMIT chosen(id);
        return;
    default: QListView::keyPressEvent(event);
    }
}

void SectionedList::mouseReleaseEvent(QMouseEvent* event)
{
    QListView::mouseReleaseEvent(event);
    const Row* row = rowAt(event->position().toPoint());
    if (m_choosesByClick && row && event->button() == Qt::LeftButton)
        Q_EMIT chosen(row->id);
}

void SectionedList::mouseDoubleClickEvent(QMouseEvent* event)
{
    const Row* row = rowAt(event->position().toPoint());
    if (!m_choosesByClick && row && event->button() == Qt::LeftButton)
        Q_EMIT chosen(row->id);
}

} // namespace netsmith::gui

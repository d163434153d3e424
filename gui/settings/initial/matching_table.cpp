#include "gui/settings/initial/matching_table.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/choice_box.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/theme.h"

#include <QAbstractItemView>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int arrowRoom = 20; ///< beside a text that can be changed

/// Draws what can be chosen with an arrow, and edits it with a list of the tensors that fit.
class TensorDelegate final : public QStyledItemDelegate {
public:
    TensorDelegate(MatchingTable& table, const MatchingModel& model)
        : QStyledItemDelegate(&table)
        , m_table(table)
        , m_model(model)
    {
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyleOptionViewItem inner = option;
        const bool editable = index.flags().testFlag(Qt::ItemIsEditable);
        if (editable) { // the ground reaches below the arrow
            QStyleOptionViewItem ground = option;
            initStyleOption(&ground, index);
            ground.text.clear();
            m_table.style()->drawControl(QStyle::CE_ItemViewItem, &ground, painter, &m_table);
            inner.rect.setRight(option.rect.right() - Theme::instance().scaled(arrowRoom));
        }
        QStyledItemDelegate::paint(painter, inner, index);
        if (!editable)
            return;
        const int side = Theme::instance().scaled(12);
        QRect arrow(0, 0, side, side);
        arrow.moveCenter(QPoint(option.rect.right() - Theme::instance().scaled(arrowRoom) / 2, option.rect.center().y()));
        paintIcon(*painter, arrow, u"chevron-down"_s, Theme::instance().color(Token::textSecondary));
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QSize size = QStyledItemDelegate::sizeHint(option, index);
        if (index.column() == MatchingModel::tensorColumn)
            size.rwidth() += Theme::instance().scaled(arrowRoom);
        return size;
    }

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const override
    {
        auto* box = new ChoiceBox(parent);
        box->setObjectName(u"tensorChoice"_s);
        box->setAccessibleName(m_model.titleOf(MatchingModel::tensorColumn));
        const interop::WeightRow* weight = m_model.weightAt(index.row());
        const std::vector<MatchingModel::Choice> choices = m_model.choicesAt(index.row());
        int current = -1;
        for (std::size_t i = 0; i < choices.size(); ++i) {
            const MatchingModel::Choice& choice = choices[i];
            if (choice.tensors.empty() && i > 0 && !choices[i - 1].tensors.empty())
                box->insertSeparator(box->count());
            const bool isCurrent = weight->isFound()
                ? choice.tensors == weight->tensors
                : choice.tensors.empty() && !isOpen(*weight) && choice.weight == weight->weight.id();
            if (isCurrent)
                current = box->count();
            box->addItem(choice.text, static_cast<int>(i));
        }
        box->setCurrentIndex(current);
        if (current < 0)
            box->setPlaceholderText(index.data().toString());
        box->setProperty(before, box->currentIndex());
        connect(box, &QComboBox::activated, this, &TensorDelegate::take);
        QTimer::singleShot(0, box, [box] { box->showPopup(); }); // where the box stands is known afterwards
        return box;
    }

    void setEditorData(QWidget*, const QModelIndex&) const override { }

    void setModelData(QWidget* editor, QAbstractItemModel*, const QModelIndex& index) const override
    {
        const auto* box = qobject_cast<const QComboBox*>(editor);
        const interop::WeightRow* weight = m_model.weightAt(index.row());
        if (!weight || box->currentIndex() < 0 || box->currentIndex() == box->property(before).toInt())
            return;
        const std::vector<MatchingModel::Choice> choices = m_model.choicesAt(index.row());
        const MatchingModel::Choice& choice = choices[box->currentData().toUInt()];
        Q_EMIT m_table.chosen(choice.weight, choice.tensors);
    }

private:
    static constexpr const char* before = "before"; ///< what was chosen

    void take()
    {
        auto* box = qobject_cast<QWidget*>(sender());
        Q_EMIT commitData(box);
        Q_EMIT closeEditor(box);
    }

    MatchingTable& m_table;
    const MatchingModel& m_model;
};

} // namespace

MatchingTable::MatchingTable(MatchingModel& model, QWidget* parent)
    : QTreeView(parent)
    , m_model(model)
{
    setObjectName(u"matchingTable"_s);
    setModel(&model);
    setItemDelegate(new TensorDelegate(*this, model));
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setEditTriggers(EditKeyPressed);
    setTextElideMode(Qt::ElideMiddle);
    header()->setStretchLastSection(true);
    header()->setSectionResizeMode(QHeaderView::Interactive);
    header()->setSectionsMovable(false);
    connect(this, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
        if (index.flags().testFlag(Qt::ItemIsEditable))
            edit(index);
    });
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        const interop::WeightRow* weight = m_model.weightAt(currentIndex().row());
        m_current = weight ? weight->weight.id() : std::string();
    });
    connect(&model, &QAbstractItemModel::modelReset, this, [this] {
        if (const int row = m_model.rowOf(m_current); row >= 0)
            setCurrentIndex(m_model.index(row, MatchingModel::tensorColumn));
        else if (m_model.rowCount() > 0)
            setCurrentIndex(m_model.index(0, MatchingModel::tensorColumn));
        fitColumns();
    });
    retranslate();
}

void MatchingTable::fitColumns()
{
    const Theme& theme = Theme::instance();
    for (int column = 0; column < MatchingModel::conversionColumn; ++column) {
        resizeColumnToContents(column);
        const int heading = header()->sectionSizeHint(column);
        setColumnWidth(column, std::clamp(columnWidth(column) + theme.scaled(8), heading, std::max(heading, theme.scaled(280))));
    }
}

void MatchingTable::retranslate()
{
    setAccessibleName(tr("Which tensor fills which weight"));
    m_model.retranslate();
    fitColumns();
}

void MatchingTable::keyPressEvent(QKeyEvent* event)
{
    const bool opens = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    const QModelIndex tensor = m_model.index(currentIndex().row(), MatchingModel::tensorColumn);
    if (opens && state() != EditingState && tensor.flags().testFlag(Qt::ItemIsEditable)) {
        setCurrentIndex(tensor);
        edit(tensor);
        event->accept();
        return;
    }
    QTreeView::keyPressEvent(event);
}

} // namespace netsmith::gui

#include "gui/data/source_box.h"

#include "gui/document/data_look.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int idRole = Qt::UserRole;
constexpr int stateRole = Qt::UserRole + 1;
constexpr int inset = 12;

} // namespace

/// Draws the state after the title, right-aligned and muted, and the groups' names as headings.
class SourceBox::Delegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const Theme& theme = Theme::instance();
        painter->save();
        painter->setFont(theme.font(TextRole::numberCaption));
        painter->setPen(theme.color(Token::textMuted));
        painter->drawText(option.rect.adjusted(inset, 0, -inset, 0), Qt::AlignRight | Qt::AlignVCenter,
                          index.data(stateRole).toString());
        painter->restore();
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QFontMetrics metrics(Theme::instance().font(TextRole::numberCaption));
        const QSize title = QStyledItemDelegate::sizeHint(option, index);
        return {title.width() + metrics.horizontalAdvance(index.data(stateRole).toString()) + 4 * inset,
                std::max(title.height(), Theme::instance().scaled(isHeading(index) ? 34 : 28))};
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (!isHeading(index))
            return;
        option->font = Theme::instance().font(TextRole::captionStrong);
        option->displayAlignment = Qt::AlignLeft | Qt::AlignBottom;
        option->palette.setColor(QPalette::Disabled, QPalette::Text, Theme::instance().color(Token::textSecondary));
    }

private:
    static bool isHeading(const QModelIndex& index) { return !index.data(idRole).isValid(); }
};

SourceBox::SourceBox(QWidget* parent)
    : QComboBox(parent)
{
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(3); // lets a row shrink until its name moves above it
    setItemDelegate(new Delegate(this));
}

void SourceBox::list(const DataShelf& shelf)
{
    const data::DataPaths paths = [&] {
        try {
            return shelf.paths();
        } catch (const Error&) {
            return data::dataPaths(); // the named folder no longer exists
        }
    }();
    enum Group { ready, download, own };
    struct Row {
        const data::Source* source; ///< null: a group's name
        QString title;
        QString state; ///< as text
        QString shown; ///< the part of it that the group's name does not say
    };
    std::vector<Row> groups[3];
    groups[ready].push_back({nullptr, tr("Ready"), {}, {}});
    groups[download].push_back({nullptr, tr("To download"), {}, {}});
    groups[own].push_back({nullptr, tr("Your files"), {}, {}});
    for (const data::Source* source : shelf.sources) {
        const QString title = asSentence(engineText(source->info().title));
        if (source->info().place != data::SourcePlace::own)
            groups[own].push_back({source, title, tr("your files"), {}});
        else if (source->find({}).available)
            groups[ready].push_back({source, title, tr("built in"), tr("built in")});
        else if (source->find(paths).available)
            groups[ready].push_back({source, title, tr("available"), tr("available")});
        else if (source->info().files.empty())
            groups[download].push_back({source, title, tr("not available"), tr("manual")});
        else {
            const QString bytes = bytesText(downloadBytes(*source));
            groups[download].push_back({source, title, tr("download %1").arg(bytes), bytes});
        }
    }
    std::vector<Row> rows;
    for (const std::vector<Row>& group : groups)
        if (group.size() > 1)
            rows.insert(rows.end(), group.begin(), group.end());
    const QVariant chosen = currentData(idRole); // stays chosen, whichever row it has now
    while (count() > std::ssize(rows))
        removeItem(count() - 1);
    auto* items = qobject_cast<QStandardItemModel*>(model());
    for (int row = 0; row < std::ssize(rows); ++row) {
        const auto& [source, title, state, shown] = rows[static_cast<std::size_t>(row)];
        if (row == count())
            addItem({});
        setItemText(row, title);
        items->item(row)->setEnabled(source != nullptr);
        setItemData(row, source ? QVariant(fromStd(source->info().id)) : QVariant(), idRole);
        setItemData(row, shown, stateRole);
        setItemData(row, source ? tr("%1, %2").arg(title, state) : title, Qt::AccessibleTextRole);
        setItemData(row, source ? QVariant(engineText(source->info().doc)) : QVariant(), Qt::ToolTipRole);
    }
    if (chosen.isValid())
        setCurrentIndex(findData(chosen, idRole));
}

void SourceBox::choose(const std::string& id)
{
    setCurrentIndex(findData(fromStd(id), idRole));
}

void SourceBox::showPopup()
{
    int width = this->width();
    for (int row = 0; row < count(); ++row)
        width = std::max(width, view()->sizeHintForIndex(model()->index(row, 0)).width() + 2 * inset);
    view()->setMinimumWidth(width);
    QComboBox::showPopup();
}

} // namespace netsmith::gui

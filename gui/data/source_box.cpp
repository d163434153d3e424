#include "gui/data/source_box.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QStyledItemDelegate>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int idRole = Qt::UserRole;
constexpr int stateRole = Qt::UserRole + 1;
constexpr int inset = 12;

} // namespace

/// Writes the state behind the title, right-aligned and quiet.
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
                std::max(title.height(), Theme::instance().scaled(28))};
    }
};

SourceBox::SourceBox(QWidget* parent)
    : QComboBox(parent)
{
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(3); // so that a row can give way until its name moves above
    setItemDelegate(new Delegate(this));
}

void SourceBox::list(const DataShelf& shelf)
{
    const data::DataPaths paths = [&] {
        try {
            return shelf.paths();
        } catch (const Error&) {
            return data::dataPaths(); // the folder that was named has gone
        }
    }();
    while (count() > static_cast<int>(shelf.sources.size()))
        removeItem(count() - 1);
    for (std::size_t i = 0; i < shelf.sources.size(); ++i) {
        const data::Source& source = *shelf.sources[i];
        const int row = static_cast<int>(i);
        if (row == count())
            addItem({});
        const QString title = engineText(source.info().title);
        const QString state = source.info().place != data::SourcePlace::own ? tr("your files")
            : source.find({}).available                                     ? tr("built in")
            : source.find(paths).available                                  ? tr("here")
            : source.info().files.empty()                                   ? tr("not here")
                                          : tr("download %1").arg(bytesText(downloadBytes(source)));
        setItemText(row, title);
        setItemData(row, fromStd(source.info().id), idRole);
        setItemData(row, state, stateRole);
        setItemData(row, tr("%1, %2").arg(title, state), Qt::AccessibleTextRole);
        setItemData(row, engineText(source.info().doc), Qt::ToolTipRole);
    }
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

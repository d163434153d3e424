#include "gui/outline/outline_delegate.h"

#include "gui/document/node_text.h"
#include "gui/outline/outline_model.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/theme.h"

#include <QLineEdit>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int gap = 6;

int sideOf(const Theme& theme, bool wire)
{
    return theme.scaled(wire ? 12 : 16);
}

} // namespace

QSize OutlineDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const
{
    return {0, std::max(26, QFontMetrics(Theme::instance().font(TextRole::body)).height() + 9)};
}

void OutlineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = Theme::instance();
    const bool wire = index.parent().isValid();
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setClipRect(option.rect);
    QRect place = option.rect.adjusted(2, 0, -10, 0);
    const int side = sideOf(theme, wire);
    const auto iconAt = [&](int x, const QString& name, Token token) {
        paintIcon(*painter, QRectF(x, place.top() + (place.height() - side) / 2.0, side, side), name, theme.color(token));
    };
    iconAt(place.left(), index.data(OutlineModel::IconRole).toString(),
           static_cast<Token>(index.data(OutlineModel::TokenRole).toInt()));
    place.setLeft(place.left() + side + gap);

    // From the right: the severity, then the shape; the text has the rest.
    if (const QVariant severity = index.data(OutlineModel::SeverityRole); severity.isValid()) {
        const auto bad = static_cast<Severity>(severity.toInt());
        iconAt(place.right() + 1 - side, severityIcon(bad), severityToken(bad));
        place.setRight(place.right() - side - gap);
    }
    const QColor quiet = theme.color(selected ? Token::textSecondary : Token::textMuted);
    if (const QString detail = index.data(OutlineModel::DetailRole).toString(); !detail.isEmpty()) {
        painter->setFont(theme.font(TextRole::numberCaption));
        const int width = painter->fontMetrics().horizontalAdvance(detail);
        // A wire's other end matters more than its shape, which the node shows too.
        const int words =
            wire ? QFontMetrics(theme.font(TextRole::body)).horizontalAdvance(index.data().toString()) : place.width() / 2;
        if (words + gap + width <= place.width()) {
            painter->setPen(quiet);
            painter->drawText(place, Qt::AlignRight | Qt::AlignVCenter, detail);
            place.setRight(place.right() - width - gap);
        }
    }
    const auto words = [&](const QString& text, TextRole role, const QColor& color) {
        painter->setFont(theme.font(role));
        painter->setPen(color);
        const QString shown = painter->fontMetrics().elidedText(text, Qt::ElideRight, std::max(0, place.width()));
        painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter, shown);
        place.setLeft(place.left() + painter->fontMetrics().horizontalAdvance(shown) + gap);
    };
    words(index.data().toString(), TextRole::body, theme.color(wire ? Token::textSecondary : Token::text));
    const QString name = index.data(OutlineModel::NameRole).toString();
    if (!name.isEmpty() && place.width() > theme.scaled(24))
        words(name, TextRole::caption, quiet);
    painter->restore();
}

QWidget* OutlineDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    auto* editor = new QLineEdit(parent);
    editor->setObjectName(u"outlineRename"_s);
    editor->setAccessibleName(tr("Name"));
    editor->setPlaceholderText(index.data(OutlineModel::NameRole).toString());
    return editor;
}

void OutlineDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const
{
    editor->setGeometry(option.rect.adjusted(2 + sideOf(Theme::instance(), false) + gap - 9, 0, -6, 0));
}

} // namespace netsmith::gui

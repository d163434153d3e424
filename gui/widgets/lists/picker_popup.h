#pragma once

#include "gui/widgets/lists/search_rank.h"
#include "gui/widgets/lists/sectioned_list.h"

#include <QFrame>

namespace netsmith::gui {

class SearchField;
class TextLabel;

/// Picks an item by typing part of its name: a search field above a list with headings, which closes after the choice.
class PickerPopup : public QFrame {
    Q_OBJECT

public:
    struct Item {
        SectionedList::Row row;
        Searchable search;
    };

    explicit PickerPopup(QWidget* parent = nullptr);

    void setItems(std::vector<Item> items);
    void setPlaceholder(const QString& text);
    /// Shown if nothing matches the search.
    void setEmptyText(const QString& text);
    /// Opens with its corner at `global`, within the screen.
    void openAt(const QPoint& global);

Q_SIGNALS:
    void rowPicked(const QString& id);
    void dismissed(); ///< closed without a choice

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void filter(const QString& query);
    void pick(const QString& id);

    SearchField* m_search;
    SectionedList* m_list;
    TextLabel* m_empty;
    std::vector<Item> m_items;
    bool m_picked = false;
};

} // namespace netsmith::gui

#pragma once

#include "gui/widgets/controls/search_rank.h"
#include "gui/widgets/controls/sectioned_list.h"

#include <QFrame>

namespace netsmith::gui {

class SearchField;
class TextLabel;

/// Picks one of many things by typing a part of its name: a field over a list under headings, which closes once something is
/// picked.
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
    /// Shown where nothing answers the search.
    void setEmptyText(const QString& text);
    /// Opens with its corner at `global`, within the screen.
    void openAt(const QPoint& global);

Q_SIGNALS:
    void rowPicked(const QString& id);
    void dismissed(); ///< closed, nothing picked

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

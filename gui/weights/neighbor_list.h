#pragma once

#include "gui/weights/weights_feed.h"

#include <QWidget>

class QTreeWidget;

namespace netsmith::gui {

class ChoiceBox;
class SearchField;
class TextLabel;

/// A word's neighbors in an embedding: a field for the word, and the list of the nearest, by angle or by distance. A click on one
/// of them asks for its own.
class NeighborList : public QWidget {
    Q_OBJECT

public:
    explicit NeighborList(QWidget* parent);

    /// Null: nothing was searched.
    void show(const std::shared_ptr<const WeightsFeed::Found>& found);

Q_SIGNALS:
    void searched(const QString& word);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void retranslate();

    std::shared_ptr<const WeightsFeed::Found> m_found;
    TextLabel* m_head;
    SearchField* m_word;
    ChoiceBox* m_measure;
    TextLabel* m_state;
    QTreeWidget* m_list;
};

} // namespace netsmith::gui

#pragma once

#include "engine/graph/project/project.h"

#include <QWidget>

#include <functional>
#include <vector>

class QPushButton;
class QVBoxLayout;

namespace netsmith::gui {

class ComponentForm;

/// The chain of transforms between the data and the network: add, choose, set parameters, move, remove.
class TransformList : public QWidget {
    Q_OBJECT

public:
    explicit TransformList(QWidget* parent = nullptr);

    void show(const std::vector<Component>& transforms);
    void retranslate();

Q_SIGNALS:
    /// One undo step called `text`; edits with the same nonempty key are merged.
    void edited(const QString& text, const std::function<void(std::vector<netsmith::Component>&)>& change, const QString& mergeKey);
    void steppingEnded();

private:
    struct Card {
        QWidget* frame = nullptr;
        ComponentForm* form = nullptr;
        QWidget* up = nullptr;
        QWidget* down = nullptr;
    };

    void add();
    Card makeCard(std::size_t index);
    void swap(std::size_t index, std::size_t other);

    QVBoxLayout* m_column;
    QPushButton* m_add;
    std::vector<Card> m_cards;
};

} // namespace netsmith::gui

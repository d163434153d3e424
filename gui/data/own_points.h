#pragma once

#include "engine/graph/project/project.h"

#include <QWidget>

#include <functional>

class QComboBox;
class QPushButton;

namespace netsmith::gui {

class FormRow;
class PlaneView;
class TextLabel;

/// Draws the user's own points of the data set "points": a click adds one of the chosen class, a right click removes the nearest.
class OwnPoints : public QWidget {
    Q_OBJECT

public:
    explicit OwnPoints(QWidget* parent = nullptr);

    /// Hidden for other data.
    void show(const DataSettings& settings);

Q_SIGNALS:
    /// One undo step called `text`.
    void edited(const QString& text, const std::function<void(netsmith::DataSettings&)>& change);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void tell();
    void add(QPointF place);
    void removeNearest(QPointF place);
    void change(const QString& text, std::vector<double> numbers);
    std::size_t count() const;

    PlaneView* m_plane;
    FormRow* m_classRow;
    QComboBox* m_class;
    TextLabel* m_words;
    QPushButton* m_clear;
    std::vector<double> m_numbers; ///< x, y and class of each point
};

} // namespace netsmith::gui

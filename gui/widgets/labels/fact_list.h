#pragma once

#include <QHash>
#include <QWidget>

class QGridLayout;

namespace netsmith::gui {

class TextLabel;

/// Facts in two columns: name and amount. Amounts are right-aligned in digits of equal width, and below their names if the list is
/// narrow for its text size.
class FactList : public QWidget {
    Q_OBJECT

public:
    explicit FactList(QWidget* parent = nullptr);

    /// For figures that change many times a second: columns never shrink, so that rows don't jump.
    void setSteady() { m_steady = true; }

    /// Sets a fact, appended if it is new. `id` is the object name of the amount's label: "parametersFact".
    void set(const QString& id, const QString& name, const QString& amount, const QString& toolTip = {});
    void hide(const QString& id);
    QString amount(const QString& id) const;

protected:
    bool event(QEvent* event) override;

private:
    struct Row {
        int line;
        TextLabel* name;
        TextLabel* amount;
    };

    void place(const Row& row);
    void level(const Row& row);
    /// Checks whether names and amounts still fit side by side.
    void fit();

    QGridLayout* m_grid;
    QHash<QString, Row> m_rows;
    bool m_steady = false;
    int m_widestName = 0;
    int m_widestAmount = 0; ///< of all amounts shown so far
    bool m_stacked = false;
};

} // namespace netsmith::gui

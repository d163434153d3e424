#pragma once

#include <QHash>
#include <QWidget>

class QGridLayout;

namespace netsmith::gui {

class TextLabel;

/// Facts in two columns: what, and how much. The amounts stand in digits of one width, right-aligned; below their names where it is
/// narrow for its text size.
class FactList : public QWidget {
    Q_OBJECT

public:
    explicit FactList(QWidget* parent = nullptr);

    /// For figures that change many times a second: rows do not jump when one gets wider and narrower again.
    void setSteady() { m_steady = true; }

    /// Shows a fact, below those there are if it is new. `id` names its amount's label: "parametersFact".
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
    /// Looks whether names and amounts still fit beside each other.
    void fit();

    QGridLayout* m_grid;
    QHash<QString, Row> m_rows;
    bool m_steady = false;
    int m_widestName = 0;
    int m_widestAmount = 0; ///< that was shown since the list was
    bool m_stacked = false;
};

} // namespace netsmith::gui

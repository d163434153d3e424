#pragma once

#include <QHash>
#include <QWidget>

class QBoxLayout;
class QVBoxLayout;

namespace netsmith::gui {

class TextLabel;

/// Facts, a row each: name and amount. Amounts are right-aligned in digits of equal width; one that does not fit beside its name is
/// below it.
class FactList : public QWidget {
    Q_OBJECT

public:
    explicit FactList(QWidget* parent = nullptr);

    /// For figures that change many times a second: a row that needed two lines keeps them, so that rows don't jump.
    void setSteady() { m_steady = true; }

    /// Sets a fact, appended if it is new. `id` is the object name of the amount's label: "parametersFact".
    void set(const QString& id, const QString& name, const QString& amount, const QString& toolTip = {});
    void hide(const QString& id);
    QString amount(const QString& id) const;

protected:
    bool event(QEvent* event) override;

private:
    struct Row {
        QBoxLayout* box;
        TextLabel* name;
        TextLabel* amount;
        int widest = 0; ///< that name and amount together have been so far
    };

    void level(const Row& row);
    /// Checks whether the name and the amount fit side by side.
    void fit(Row& row);

    QVBoxLayout* m_column;
    QHash<QString, Row> m_rows;
    bool m_steady = false;
};

} // namespace netsmith::gui

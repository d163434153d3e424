#pragma once

#include <QHash>
#include <QWidget>

class QGridLayout;

namespace netsmith::gui {

class TextLabel;

/// Facts in two columns: what, and how much. The amounts stand in digits of one width, right-aligned.
class FactList : public QWidget {
    Q_OBJECT

public:
    explicit FactList(QWidget* parent = nullptr);

    /// Shows a fact, below those there are if it is new. `id` names its amount's label: "parametersFact".
    void set(const QString& id, const QString& name, const QString& amount, const QString& toolTip = {});
    void hide(const QString& id);
    QString amount(const QString& id) const;

private:
    struct Row {
        TextLabel* name;
        TextLabel* amount;
    };

    QGridLayout* m_grid;
    QHash<QString, Row> m_rows;
};

} // namespace netsmith::gui

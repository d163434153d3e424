#pragma once

#include "gui/tryit/asking_panel.h"

#include <vector>

class QVBoxLayout;

namespace netsmith::gui {

class ClassBars;
class FormRow;
class TextLabel;

/// Fill in a row of a table, a field a column, and see what the network makes of it.
class TablePanel : public AskingPanel {
    Q_OBJECT

public:
    static constexpr qsizetype columnsAtMost = 200; ///< that a form has fields for

    struct Column {
        QString name;
        QStringList categories; ///< to choose from; empty: a number
        bool operator==(const Column&) const = default;
    };

    explicit TablePanel(QWidget* parent = nullptr);

    /// What the network takes. None: what it takes is no row of so few values.
    void setColumns(const QList<Column>& columns);
    /// The classes that it tells; none where it tells numbers.
    void setClasses(const QStringList& names);
    /// A value for each column, empty where it is missing; of a category its name.
    void setValues(const QStringList& values);
    QStringList values() const;
    void showShares(const std::vector<float>& shares, const QStringList& names, const QString& run, qint64 step);
    void showNumbers(const QStringList& numbers, const QString& run, qint64 step);

Q_SIGNALS:
    void asked(const QStringList& values);
    void edited();

private:
    QStringList question() override;
    void ask() override;
    void refresh() override;
    void retranslate() override;
    void rebuild();
    /// Says at each field what is typed there and can't stand; whether all can.
    bool check();

    ClassBars* m_bars;
    TextLabel* m_numbers;
    QVBoxLayout* m_form;
    QList<Column> m_columns;
    QList<FormRow*> m_rows; ///< one a column
};

} // namespace netsmith::gui

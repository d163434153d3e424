#pragma once

#include "gui/tryit/asking_panel.h"

#include <vector>

class QVBoxLayout;

namespace netsmith::gui {

class ClassBars;
class FormRow;
class PlaneView;
class TextLabel;

/// Enter a row of a table, one field per column, and see the network's prediction.
class TablePanel : public AskingPanel {
    Q_OBJECT

public:
    static constexpr qsizetype columnsAtMost = 200; ///< the most columns that a form has fields for

    struct Column {
        QString name;
        QStringList categories; ///< to choose from; empty: a number
        bool operator==(const Column&) const = default;
    };

    explicit TablePanel(QWidget* parent = nullptr);

    /// The network's inputs. None: its input is not a row, or has too many columns.
    void setColumns(const QList<Column>& columns);
    /// The network's classes; none if it predicts numbers.
    void setClasses(const QStringList& names);
    /// The inputs as places, for one or two columns of numbers; hidden for others.
    PlaneView& plane() { return *m_plane; }
    void showPlane(bool shows);
    /// A value for each column, empty if it is missing; for a category its name.
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
    /// Marks the place of the values.
    void mark();
    /// Shows an error at each field with an invalid value; whether all are valid.
    bool check();

    PlaneView* m_plane;
    ClassBars* m_bars;
    TextLabel* m_numbers;
    QVBoxLayout* m_form;
    QList<Column> m_columns;
    QList<FormRow*> m_rows; ///< one per column
};

} // namespace netsmith::gui

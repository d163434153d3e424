#pragma once

#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace netsmith::gui {

class ClassBars;
class ElidedLabel;
class FormRow;
class NoteBox;
class TextLabel;

/// Fill in a row of a table, a field a column, and see what the network makes of it, while it trains and after. Asks at most 15
/// times a second, and only for what is new.
class TablePanel : public QWidget {
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
    /// Whether there is a network to ask.
    void setReady(bool ready);
    /// A value for each column, empty where it is missing; of a category its name.
    void setValues(const QStringList& values);
    QStringList values() const;
    /// The weights changed, so that an answer would be another one.
    void networkChanged();
    void showShares(const std::vector<float>& shares, const QStringList& names, const QString& run, qint64 step);
    void showNumbers(const QStringList& numbers, const QString& run, qint64 step);
    void showProblem(const QString& sentence);

Q_SIGNALS:
    void asked(const QStringList& values);
    void edited();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void rebuild();
    void soon();
    void ask();
    void refresh();
    void retranslate();
    /// Says at each field what is typed there and can't stand; whether all can.
    bool check();

    ClassBars* m_bars;
    TextLabel* m_numbers;
    ElidedLabel* m_caption;
    NoteBox* m_note;
    QVBoxLayout* m_form;
    QTimer m_timer{this};
    QList<Column> m_columns;
    QList<FormRow*> m_rows; ///< one a column
    QString m_answeredBy; ///< the run whose answer is shown
    qint64 m_answeredStep = 0;
    QString m_problem;
    QStringList m_lastAsked;
    bool m_ready = false;
    bool m_wanted = false;
};

} // namespace netsmith::gui

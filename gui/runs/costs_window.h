#pragma once

#include "engine/runs/machine/costs.h"
#include "gui/widgets/side_thread.h"

#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;

namespace netsmith::gui {

class NoteBox;
class TextLabel;

/// Where the user types in what energy and devices cost, once for all runs. The command line reads the same file.
class CostsWindow final : public QWidget {
    Q_OBJECT

public:
    explicit CostsWindow(QWidget* parent);

    /// Shows what is set.
    void open();

Q_SIGNALS:
    void saved();

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Row {
        const runs::CostField* field = nullptr;
        QLabel* title = nullptr;
        QLineEdit* edit = nullptr;
        QLabel* unit = nullptr;
    };

    void showCosts(const runs::Costs& costs);
    void save();
    /// What is typed in; nothing if a field is not a number, which is then said.
    std::optional<runs::Costs> typed();
    void say(const QString& problem);
    void showUnits();
    void retranslate();

    TextLabel* m_intro;
    QLabel* m_currencyTitle;
    QLineEdit* m_currency;
    std::vector<Row> m_rows;
    NoteBox* m_problem;
    QPushButton* m_save;
    std::uint64_t m_call = 0;
    SideThread m_thread{"netsmith-costs"}; ///< the last: it uses the others
};

} // namespace netsmith::gui

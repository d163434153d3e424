#pragma once

#include "gui/plots/plot_quantity.h"

#include <QToolButton>

#include <set>
#include <vector>

class QAction;
class QMenu;

namespace netsmith::gui {

/// The button whose menu chooses what is shown of the machine beside the measurements: any of its quantities, and marks.
class MachineChoice final : public QToolButton {
    Q_OBJECT

public:
    explicit MachineChoice(QWidget* parent = nullptr);

    /// What can be chosen; keeps what is chosen of it. Hidden if that is nothing.
    void offer(const std::vector<PlotQuantity>& quantities);
    /// By id.
    const std::set<std::string>& chosen() const { return m_chosen; }
    bool marks() const { return m_marks; }
    /// Emits nothing.
    void choose(std::set<std::string> chosen, bool marks);

Q_SIGNALS:
    void changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();

    QMenu* m_menu;
    QAction* m_marksAction = nullptr;
    std::vector<PlotQuantity> m_offered;
    std::set<std::string> m_chosen;
    bool m_marks = true;
};

} // namespace netsmith::gui

#pragma once

#include "engine/runs/comparison.h"
#include "gui/document/document.h"

#include <QWidget>

#include <map>
#include <optional>

class QHBoxLayout;
class QLabel;
class QLineEdit;

namespace netsmith::gui {

class ChoiceBox;
struct RunOption;
class TrainingSettingsPanel;

/// By what a project is compared with itself: one of its settings, and two or more values of it. What nobody chose is what most
/// would compare.
class CompareChoice : public QWidget {
    Q_OBJECT

public:
    /// `settings` knows what this machine offers; it outlives this.
    CompareChoice(Document& document, TrainingSettingsPanel& settings, QWidget* parent = nullptr);

    /// The line of what is compared, with room for verbs at its end.
    QHBoxLayout& line() { return *m_line; }
    /// Why it can't be compared so, in a sentence; empty where it can.
    QString mistake() const;
    runs::ComparedSettings chosen() const;
    /// Shown and not to be changed.
    void setLocked(bool locked);
    void retranslate();

private:
    enum class By { precision, device, fusion, batch };

    By by() const;
    void follow(const netsmith::gui::Change& change);
    void offer();
    std::vector<RunOption> options() const;
    std::vector<std::string> chosenOptions() const;
    bool isChosen(const std::string& id) const;
    /// What FP32 is compared with where nobody chose.
    std::string usualPrecision() const;
    /// Nothing where what is typed is no list of sizes.
    std::optional<std::vector<std::int64_t>> batches() const;

    Document& m_document;
    TrainingSettingsPanel& m_settings;
    std::map<std::pair<By, std::string>, bool> m_said; ///< what a person ticked or unticked
    bool m_typed = false; ///< the batch sizes are a person's
    QHBoxLayout* m_line;
    ChoiceBox* m_by;
    QWidget* m_boxes;
    QLineEdit* m_batches;
    QLabel* m_fusion;
};

} // namespace netsmith::gui

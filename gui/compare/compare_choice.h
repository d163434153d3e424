#pragma once

#include "engine/core/expected.h"
#include "engine/runs/comparing/comparison.h"
#include "gui/document/document.h"

#include <QWidget>

#include <map>

class QBoxLayout;
class QLabel;
class QLineEdit;

namespace netsmith::gui {

class ChoiceBox;
class FormRow;
struct RunOption;
class TrainingSettingsPanel;

/// What a project is compared by: one of its settings and two or more values of it, each with every learning rate and seed entered.
/// Values that the user did not choose default to the most useful ones.
class CompareChoice : public QWidget {
    Q_OBJECT

public:
    /// `settings` knows what this machine offers; it must outlive this.
    CompareChoice(Document& document, TrainingSettingsPanel& settings, QWidget* parent = nullptr);

    /// Why it can't be compared like this, as a sentence; empty if it can.
    QString mistake() const;
    /// Invalid entries are left out.
    runs::ComparedSettings chosen() const;
    /// Locked: shown, but not editable.
    void setLocked(bool locked);
    void retranslate();

Q_SIGNALS:
    void changed();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum class By { precision, device, fusion, batch, learningRate, seed, start };

    By by() const;
    bool hasBoxes() const;
    void place();
    void follow(const netsmith::gui::Change& change);
    void offer();
    void offerLists();
    std::vector<RunOption> options() const;
    std::vector<std::string> chosenOptions() const;
    bool isChosen(const std::string& id) const;
    /// What FP32 is compared with by default.
    std::string usualPrecision() const;
    double ownRate() const;
    Expected<std::vector<std::int64_t>> batches() const;
    Expected<std::vector<double>> rates() const;
    Expected<std::vector<std::int64_t>> seeds() const;

    Document& m_document;
    TrainingSettingsPanel& m_settings;
    std::map<std::pair<By, std::string>, bool> m_said; ///< what the user checked or unchecked
    std::map<QLineEdit*, bool> m_typed; ///< the user edited the list
    ChoiceBox* m_by;
    QWidget* m_boxes;
    QLineEdit* m_batches;
    QLabel* m_fusion;
    QLineEdit* m_rates;
    FormRow* m_ratesRow;
    QLineEdit* m_seeds;
    FormRow* m_seedsRow;
    QBoxLayout* m_values; ///< the setting and its values
    QBoxLayout* m_lists;
};

} // namespace netsmith::gui

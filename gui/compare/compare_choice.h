#pragma once

#include "engine/core/expected.h"
#include "engine/runs/comparison.h"
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

/// By what a project is compared with itself: one of its settings and two or more values of it, each with every learning rate and
/// seed that is typed. What nobody chose is what most would compare.
class CompareChoice : public QWidget {
    Q_OBJECT

public:
    /// `settings` knows what this machine offers; it outlives this.
    CompareChoice(Document& document, TrainingSettingsPanel& settings, QWidget* parent = nullptr);

    /// Why it can't be compared so, in a sentence; empty where it can.
    QString mistake() const;
    /// What is typed wrong is left out.
    runs::ComparedSettings chosen() const;
    /// Shown and not to be changed.
    void setLocked(bool locked);
    void retranslate();

Q_SIGNALS:
    void changed();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum class By { precision, device, fusion, batch, learningRate, seed };

    By by() const;
    void place();
    void follow(const netsmith::gui::Change& change);
    void offer();
    void offerLists();
    std::vector<RunOption> options() const;
    std::vector<std::string> chosenOptions() const;
    bool isChosen(const std::string& id) const;
    /// What FP32 is compared with where nobody chose.
    std::string usualPrecision() const;
    double ownRate() const;
    Expected<std::vector<std::int64_t>> batches() const;
    Expected<std::vector<double>> rates() const;
    Expected<std::vector<std::int64_t>> seeds() const;

    Document& m_document;
    TrainingSettingsPanel& m_settings;
    std::map<std::pair<By, std::string>, bool> m_said; ///< what a person ticked or unticked
    std::map<QLineEdit*, bool> m_typed; ///< the list is a person's
    ChoiceBox* m_by;
    QWidget* m_boxes;
    QLineEdit* m_batches;
    QLabel* m_fusion;
    QLineEdit* m_rates;
    FormRow* m_ratesRow;
    QLineEdit* m_seeds;
    FormRow* m_seedsRow;
    QBoxLayout* m_values; ///< by what, and the values
    QBoxLayout* m_lists;
};

} // namespace netsmith::gui

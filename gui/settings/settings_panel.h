#pragma once

#include "engine/data/source.h"
#include "engine/graph/specs/objective_spec.h"
#include "gui/document/document.h"
#include "gui/jobs/devices.h"

#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace netsmith::gui {

class ComponentForm;
class FoldsChoice;
class InitialWeightsRow;
class NoteBox;
class ParameterRow;
class RateFinder;
class StartChoice;

/// A choice for the device or the precision.
struct RunOption {
    std::string id;
    QString text;
    bool available = true;
    QString why = {}; ///< why it is not available, or its drawbacks
};

/// All training settings, built from the engine's declarations; each edit is one undo step of the document.
class TrainingSettingsPanel : public QWidget {
    Q_OBJECT

public:
    explicit TrainingSettingsPanel(Document& document, QWidget* parent = nullptr);

    /// Commits values that are typed but not committed.
    void commit();
    RateFinder& rateFinder() { return *m_rateFinder; }
    InitialWeightsRow& initialWeights() { return *m_initialWeights; }
    StartChoice& startChoice() { return *m_start; }
    FoldsChoice& foldsChoice() { return *m_folds; }

    const Devices& devices() const { return m_devices; }
    /// For "device" or "precision": its declaration, its options on this machine and its value.
    static const ParameterSpec& declared(std::string_view setting);
    std::vector<RunOption> options(std::string_view setting) const;
    RunOption chosen(std::string_view setting) const;
    /// Sets it, one undo step.
    void choose(std::string_view setting, const ParameterValue& value);

protected:
    void changeEvent(QEvent* event) override;

private:
    using Get = std::function<ParameterValue(const TrainingSettings&)>;
    using Set = std::function<void(TrainingSettings&, const ParameterValue&)>;

    void follow(const netsmith::gui::Change& change);
    void build();
    void buildRun(QVBoxLayout& form);
    void buildObjectives(QVBoxLayout& form);
    void buildObjective(QVBoxLayout& section, std::size_t index);
    void addTarget(QVBoxLayout& section, std::size_t index, std::vector<Choice> fields, bool known);
    void buildMetrics(QVBoxLayout& section, std::size_t index);
    void buildOptimizer(QVBoxLayout& form);
    void buildGroups(QVBoxLayout& form);
    void buildGroup(QVBoxLayout& section, std::size_t index);
    void addGroup();
    void buildPhases(QVBoxLayout& form);
    void buildPhase(QVBoxLayout& section, std::size_t index);
    void addPhase();
    /// A link-like button; numbered if there are several.
    QPushButton* addLink(QVBoxLayout& section, const QString& text, const QString& name, const std::function<void()>& work);
    void offerGroups(ParameterRow* row);
    void buildEnding(QVBoxLayout& form);
    QVBoxLayout& addSection(QVBoxLayout& form, const QString& title);
    ParameterRow* addRow(QVBoxLayout& section, const ParameterSpec& spec, const Get& get, const Set& set);
    /// The rows of these declared settings; empty names are skipped.
    template <class P>
    std::vector<ParameterRow*> addRows(QVBoxLayout& section, const ParameterBuilder<P>& declared, P& (*part)(TrainingSettings&),
                                       std::initializer_list<std::string_view> names);
    void addComponent(QVBoxLayout& section, const std::string& name, const QString& title, const QString& doc,
                      std::vector<const Spec*> specs, const std::string& defaultId,
                      const std::function<Component&(TrainingSettings&)>& component);
    void showLayerNames(ParameterRow* row, const std::function<bool(const LayerSpec&)>& fits);
    void edit(const QString& text, const std::function<void(TrainingSettings&)>& change, const QString& mergeKey = {});

    /// The form is rebuilt when this changes.
    std::string formKey() const;
    void showValues();
    void showPrecisions();
    ParameterSpec deviceChoice(ParameterSpec spec) const;

    Document& m_document;
    Devices m_devices;
    QWidget* m_form = nullptr;
    std::string m_builtFor;
    std::vector<std::function<void(TrainingSettings&)>> m_show; ///< each updates a row
    std::vector<std::function<void()>> m_commit;
    ParameterRow* m_precision = nullptr;
    NoteBox* m_precisionNote = nullptr;
    RateFinder* m_rateFinder; ///< outlives the forms that contain it, like the next three
    InitialWeightsRow* m_initialWeights;
    StartChoice* m_start;
    FoldsChoice* m_folds;
};

} // namespace netsmith::gui

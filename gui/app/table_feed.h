#pragma once

#include "engine/fields/dataset.h"
#include "gui/tryit/table_panel.h"

#include <QObject>

#include <map>
#include <optional>

namespace netsmith::gui {

class TrainingSession;
struct PredictionAnswer;
struct TriedNetwork;

/// Carries rows of a table to the network that is asked, and answers back.
class TableFeed : public QObject {
    Q_OBJECT

public:
    TableFeed(TrainingSession& session, TablePanel& panel, QObject* parent);

    /// Whether there is a network that takes rows, or something that can't be typed at all.
    void follow(bool ready, const TriedNetwork& tried, const QStringList& classes);
    /// A sample of the data: as a row in the form, where there is one, else as it is.
    void showSample(const std::vector<data::Field>& fields);

Q_SIGNALS:
    /// What is asked about is not the sample any more.
    void sampleLeft();
    /// The answer that is shown.
    void answered(const netsmith::gui::PredictionAnswer& answer);

private:
    void ask(const QStringList& values);
    void answer(const PredictionAnswer& answer);

    TrainingSession& m_session;
    TablePanel& m_panel;
    std::vector<data::FieldSpec> m_inputs;
    data::FieldSpec m_target;
    std::optional<std::vector<data::Field>> m_sample; ///< that is asked about without a form
    std::uint64_t m_asked = 0;
    std::int64_t m_answeredStep = -1;
};

/// The columns of a form for what a network takes; none where it is no row of so few values.
QList<TablePanel::Column> formColumns(const std::vector<data::FieldSpec>& inputs);
/// What was typed into that form as one sample of each field, as it would have been read from a table.
std::vector<data::Field> formSample(const std::vector<data::FieldSpec>& inputs, const QStringList& values);
/// The opposite, of a sample as training read it.
QStringList formValues(const std::vector<data::FieldSpec>& inputs, const std::vector<data::Field>& sample);

} // namespace netsmith::gui

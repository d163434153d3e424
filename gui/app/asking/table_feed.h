#pragma once

#include "engine/fields/dataset.h"
#include "gui/training/input_grid.h"
#include "gui/tryit/table_panel.h"
#include "gui/widgets/controls/plane_view.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <optional>

namespace netsmith::gui {

class TrainingSession;
struct JudgedPart;
struct PredictionAnswer;
struct TriedNetwork;

/// Passes rows of a table to the network, and its predictions back.
class TableFeed : public QObject {
    Q_OBJECT

public:
    TableFeed(TrainingSession& session, TablePanel& panel, QObject* parent);

    /// `ready`: whether there is a network that takes rows, or inputs that can't be typed.
    void follow(bool ready, const TriedNetwork& tried, const QStringList& classes);
    /// Asks the same again.
    void networkChanged();
    /// Whether the inputs are places, and their samples wanted.
    bool wantsPoints() const { return m_showsPlane && !m_hasPoints; }
    /// Those shown are of another run.
    void forgetPoints();
    /// The samples to show as points.
    void setPoints(const JudgedPart& part);
    /// Shows a sample of the data: as a row in the form if there is one, else as it is.
    void showSample(const std::vector<data::Field>& fields);

Q_SIGNALS:
    /// The input is no longer the sample.
    void sampleLeft();
    /// A prediction was shown.
    void answered(const netsmith::gui::PredictionAnswer& answer);

private:
    void ask(const QStringList& values);
    void answer(const PredictionAnswer& answer);
    std::optional<PlaneView::Point> pointOf(const std::vector<data::Field>& fields, bool heldOut) const;

    TrainingSession& m_session;
    TablePanel& m_panel;
    std::vector<data::FieldSpec> m_inputs;
    data::FieldSpec m_target;
    std::optional<std::vector<data::Field>> m_sample; ///< the sample to predict if there is no form
    bool m_showsPlane = false; ///< its input is one or two numbers
    bool m_hasPoints = false;
    std::int64_t m_surfaceStep = -1; ///< of the weights that the surface is of
    InputGrid m_grid; ///< that is asked
    QTimer m_later{this}; ///< asks again
    std::uint64_t m_asked = 0;
    std::int64_t m_answeredStep = -1;
};

/// The columns of a form for a network's inputs; none if they aren't a row of few values.
QList<TablePanel::Column> formColumns(const std::vector<data::FieldSpec>& inputs);
/// Converts the values of that form to one sample of each field, as read from a table.
std::vector<data::Field> formSample(const std::vector<data::FieldSpec>& inputs, const QStringList& values);
/// The reverse, for a sample as read for training.
QStringList formValues(const std::vector<data::FieldSpec>& inputs, const std::vector<data::Field>& sample);

} // namespace netsmith::gui

#pragma once

#include "gui/steps/step_walk.h"
#include "gui/steps/steps_session.h"
#include "gui/steps/tensor_part.h"

#include <QAbstractTableModel>

#include <optional>
#include <span>

namespace netsmith::gui {

/// The numbers of one place of a training step as a table, made on request, so that large layers cost no more than what is in
/// view. A dense layer is taken apart: its inputs are the rows, its units the columns, and below them are bias, sum and
/// activation, or the gradients, or the weights before and after. Of other layers one tensor at a time is shown.
class LayerTable : public QAbstractTableModel {
    Q_OBJECT

public:
    /// Beside Qt's: a second line in a cell, whether a number was changed, and whether it stands out.
    enum Role { belowRole = Qt::UserRole, editedRole, strongRole };
    /// What a row holds.
    enum class Row { input, bias, sum, activation, outputGradient, slope, sumGradient, numbers, mean };

    explicit LayerTable(QObject* parent = nullptr);

    struct Place {
        StepStage stage{};
        std::size_t sample = 0; ///< in the batch
        std::int64_t row = 0; ///< of a sample that is a sequence
        int tensor = 0; ///< of `tensors()`
        bool operator==(const Place&) const = default;
    };
    void show(const StepsSession& session, const Place& place);
    const Place& place() const { return m_place; }
    const StepsSession::Step& step() const { return m_step; }
    /// The layer; null at the loss, or before the first step.
    const inspect::TracedLayer* layer() const;
    /// Whether it is taken apart.
    const inspect::TracedSums* sums() const;

    /// The names of the tables that a layer has at a stage: one if it is taken apart.
    static QStringList tensors(const inspect::TracedStep& step, const StepStage& stage);

    Row rowKind(int row) const;
    /// The place of the weight in a cell; nothing where there is none.
    std::optional<StepsSession::WeightPlace> weightAt(const QModelIndex& index) const;
    /// The column of the gradient of the inputs, to the right of the units'; −1: there is none.
    int inputColumn() const { return m_inputColumn; }
    /// The numbers of the row that is shown: of the inputs, of the sums, of the gradient of the sums; empty: not known.
    std::span<const double> inputs() const;
    std::span<const double> sumsOfRow() const;
    std::span<const double> gradients() const;
    double number(const QModelIndex& index) const;
    /// The number in a cell that the network can tell more of than the table: of an output or a gradient; nothing for other cells.
    std::optional<StepsSession::Number> numberAt(const QModelIndex& index) const;
    /// As long as the second lines of cells may become; empty: they have none.
    QString longestBelow() const;
    /// The weights are what plain SGD makes of them: before − rate · gradient.
    bool isPlainStep() const { return m_isPlainStep; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// A text is read as a number in the window's language, or as programs write it.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    void retranslate();

Q_SIGNALS:
    void weightChosen(const netsmith::gui::StepsSession::WeightPlace& place, double value);
    /// What was typed is not a number.
    void refused(const QString& why);

private:
    void layOut();
    void layOutLoss();
    QString below(const QModelIndex& index) const;
    QString rowTitle(int row) const;
    QString columnTitle(int column) const;
    double sumsNumber(int row, int column) const;
    double lossNumber(int row, int column) const;
    /// A value of the layer's output or its gradient, for the chosen row.
    double ofUnit(const std::vector<double>& numbers, int unit) const;
    const inspect::TracedParameter* kernel() const;
    const inspect::TracedParameter* bias() const;

    StepsSession::Step m_step;
    std::map<StepsSession::WeightPlace, StepsSession::Edit> m_edits;
    Place m_place;
    bool m_mayEdit = false;
    bool m_isPlainStep = false;
    int m_inputColumn = -1;
    std::vector<Row> m_below; ///< the rows below the inputs, of a layer that is taken apart
    TensorPart m_part; ///< of a layer that isn't taken apart
    std::int64_t m_rows = 0; ///< without those below
    std::int64_t m_columns = 0;
    int m_outputs = 0; ///< columns of the loss's table before target and loss
    int m_targets = 0;
};

} // namespace netsmith::gui

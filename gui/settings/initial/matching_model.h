#pragma once

#include "gui/settings/initial/weights_matcher.h"

#include <QAbstractTableModel>

#include <set>
#include <string>
#include <vector>

namespace netsmith::gui {

/// The network's weights, each with the tensor that fills it, then the tensors of the file that are not used. Weights that a person
/// has to decide about are first, and stay there.
class MatchingModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { weightColumn, shapeColumn, tensorColumn, tensorShapeColumn, foundColumn, conversionColumn, columns };

    /// What a weight can be filled with; no tensors: it keeps its random numbers.
    struct Choice {
        QString text;
        std::string weight; ///< what is decided about: this weight, or its whole layer
        std::vector<std::string> tensors;
    };

    explicit MatchingModel(QObject* parent = nullptr);

    /// `isNew`: of another file or layout.
    void setMatch(const WeightsMatch& match, bool isNew);
    void clear();
    const WeightsMatch& match() const { return m_match; }

    /// The weight in a row; null for a tensor that is not used.
    const interop::WeightRow* weightAt(int row) const;
    /// The row of a weight, "conv2d_1/kernel"; −1 if there is none.
    int rowOf(const std::string& weight) const;
    std::vector<Choice> choicesAt(int row) const;
    QString titleOf(int column) const;
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    QString text(int row, int column) const;
    QString tip(int row, int column) const;

    WeightsMatch m_match;
    std::vector<std::size_t> m_order; ///< of the match's weights
    std::set<std::string> m_asked; ///< the weights that stand first
};

/// Whether a weight needs a decision before training can start.
bool isOpen(const interop::WeightRow& row);
/// "features.0.weight", or two tensors that are joined.
QString tensorsText(const std::vector<std::string>& tensors);
/// "38 of 40 weights are taken; dense_2 keeps its random weights."
QString summaryOf(const interop::Matching& matching);
/// What is still to be decided before training can start from this; empty: nothing.
QString undecidedIn(const WeightsMatch& match);

} // namespace netsmith::gui

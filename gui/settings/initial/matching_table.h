#pragma once

#include "gui/settings/initial/matching_model.h"

#include <QTreeView>

namespace netsmith::gui {

/// The view of a matching: what fills a weight is chosen in its row, by a click or with Enter.
class MatchingTable : public QTreeView {
    Q_OBJECT

public:
    explicit MatchingTable(MatchingModel& model, QWidget* parent = nullptr);

    /// As wide as the contents, within reason.
    void fitColumns();
    void retranslate();

Q_SIGNALS:
    /// `tensors` empty: the weight, or the whole layer, keeps its random numbers.
    void chosen(const std::string& weight, const std::vector<std::string>& tensors);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    MatchingModel& m_model;
    std::string m_current; ///< the weight of the current row, while the model is reset
};

} // namespace netsmith::gui

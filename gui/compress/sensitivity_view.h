#pragma once

#include "gui/compress/sensitivity_plot.h"

#include <QWidget>

namespace netsmith::gui {

class TextLabel;

/// What a plan's choice of channels is based on: the plot of all layers, and a legend.
class SensitivityView : public QWidget {
    Q_OBJECT

public:
    explicit SensitivityView(QWidget* parent = nullptr);

    /// Those of the newest run of a chain that was made by a plan; hidden if there is none.
    void show(const std::vector<compress::ChainRun>& chain);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    TextLabel* m_title;
    TextLabel* m_layers; ///< with their colours
    TextLabel* m_expected;
    SensitivityPlot* m_plot;
    Json m_plan{};
};

} // namespace netsmith::gui

#pragma once

#include "gui/compress/rounding_plot.h"

#include <QWidget>

class QTreeWidget;
class QTreeWidgetItem;

namespace netsmith::gui {

class TextLabel;

/// What rounding cost each layer of a run, and which layers shall stay in floats the next time.
class RoundingView : public QWidget {
    Q_OBJECT

public:
    explicit RoundingView(QWidget* parent = nullptr);

    /// The newest rounding of a chain; hidden if there is none. `floats`: the layers that the next one leaves in floats.
    void show(const std::vector<compress::ChainRun>& chain, const QStringList& floats);

Q_SIGNALS:
    /// A person asks that a layer stays in floats the next time, or doesn't.
    void floatAsked(const QString& layer, bool isFloat);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();
    void showChosen();
    void retranslate();

    std::vector<RoundedLayer> m_layers;
    QStringList m_floats;
    TextLabel* m_title;
    TextLabel* m_about;
    QTreeWidget* m_table;
    TextLabel* m_numbers; ///< what the plot shows
    RoundingPlot* m_plot;
};

} // namespace netsmith::gui

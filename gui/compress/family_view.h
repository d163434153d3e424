#pragma once

#include "gui/compress/chain_view.h"
#include "gui/compress/pareto_plot.h"
#include "gui/widgets/file_saver.h"

#include <QWidget>

class QAction;
class QMenu;
class QToolButton;

namespace netsmith::gui {

class ChoiceBox;
class TextLabel;

/// All runs that were made of one network: what each costs and keeps, as a plot that can be saved, and as a table in a file.
class FamilyView : public QWidget {
    Q_OBJECT

public:
    explicit FamilyView(QWidget* parent = nullptr);

    /// `shown`: the runs of the chain that is shown beside. Hides if there are fewer than two measured runs.
    void show(std::vector<compress::ChainRun> family, const std::vector<compress::ChainRun>& shown, ChainView::Namer name);
    /// Writes the plot as PNG or SVG, or the measures as CSV, by the name's ending.
    void save(const std::filesystem::path& path);
    void retranslate();

Q_SIGNALS:
    /// A person asks to see a run.
    void runChosen(const std::filesystem::path& run);
    /// A file could not be written; the sentence says which, and why.
    void exportFailed(const QString& sentence);

private:
    void refresh();
    void askWhere(const QString& name, const QString& filter);
    std::string picture(bool asSvg) const;

    std::vector<compress::ChainRun> m_family;
    std::vector<compress::ChainRun> m_shown;
    ChainView::Namer m_name;
    TextLabel* m_title;
    ChoiceBox* m_cost;
    QToolButton* m_export;
    QMenu* m_menu;
    QAction* m_savePng;
    QAction* m_saveSvg;
    QAction* m_saveCsv;
    TextLabel* m_legend;
    ParetoPlot* m_plot;
    FileSaver m_saver;
};

} // namespace netsmith::gui

#pragma once

#include "gui/data/sample_grid.h"

#include <QWidget>

namespace netsmith::gui {

class SampleList;

/// Some samples of a data set: images side by side, others one below another.
class SampleView : public QWidget {
    Q_OBJECT

public:
    explicit SampleView(QWidget* parent = nullptr, const SampleViewSize& size = {});

    void show(const std::vector<DataPreview::Sample>& samples);
    /// Samples can be chosen, by mouse and keyboard.
    void setChoosable();

Q_SIGNALS:
    /// One of those that are shown.
    void chosen(int index);

private:
    SampleGrid* m_grid;
    SampleList* m_list;
};

} // namespace netsmith::gui

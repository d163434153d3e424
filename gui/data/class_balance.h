#pragma once

#include "gui/data/data_preview.h"

#include <QWidget>

namespace netsmith::gui {

/// The number of training samples of each class, as bars; if there are many classes, the most and the least frequent ones.
class ClassBalance : public QWidget {
    Q_OBJECT

public:
    explicit ClassBalance(QWidget* parent = nullptr);

    void show(std::vector<DataPreview::ClassCount> classes);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int rowHeight() const;

    std::vector<DataPreview::ClassCount> m_classes;
    std::int64_t m_most = 0;
};

} // namespace netsmith::gui

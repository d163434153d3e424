#pragma once

#include "gui/app/asking/mistakes.h"

#include <QWidget>

namespace netsmith::gui {

/// Samples with their true and predicted values: images and curves side by side, texts and rows one below another.
class MistakeGrid : public QWidget {
    Q_OBJECT

public:
    explicit MistakeGrid(QWidget* parent = nullptr);

    void show(const Mistakes& mistakes);
    void clear();
    /// The text below a sample, as painted.
    QStringList wordsOf(int index) const;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool isText() const;
    int columns(int width) const;
    QSize cell(int width) const;
    QRect cellRect(int index) const;

    Mistakes m_mistakes;
};

} // namespace netsmith::gui

#pragma once

#include "engine/inspect/explanations/explanation.h"

#include <QWidget>

class QPainter;

namespace netsmith::gui {

/// A step of an explanation, drawn: the window on its input and the numbers in it, a curve, bars, strips over time.
class StepPicture : public QWidget {
    Q_OBJECT

public:
    explicit StepPicture(QWidget* parent = nullptr);

    void show(const inspect::ExplainedStep& step);
    const inspect::ExplainedStep& step() const { return m_step; }

    /// The numbers of the window are written into cells: it has at most 5 × 5.
    bool writesNumbers() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int heightNeeded() const;
    int planeRoom() const;
    void paintPlane(QPainter& painter, const QRectF& room);
    void paintSums(QPainter& painter, const QRectF& room);
    void paintGrids(QPainter& painter, const QRectF& room);
    void paintBars(QPainter& painter, const QRectF& room);
    void paintValues(QPainter& painter, const QRectF& room);
    void paintMembers(QPainter& painter, const QRectF& room);

    inspect::ExplainedStep m_step;
};

// How the other kinds are drawn, each in its room.
void paintCurve(QPainter& painter, const QRectF& room, const inspect::CurvePicture& curve, double result);
void paintSoftmax(QPainter& painter, const QRectF& room, const inspect::SoftmaxPicture& softmax);
void paintNormalization(QPainter& painter, const QRectF& room, const inspect::NormalizationPicture& of, double result);
void paintMask(QPainter& painter, const QRectF& room, const inspect::MaskPicture& mask);
void paintCell(QPainter& painter, const QRectF& room, const inspect::CellPicture& cell, double result);

/// The heights of a line of caption, and of the pictures whose height depends on their content.
int captionHeight();
int softmaxHeight(const inspect::SoftmaxPicture& softmax);
int cellHeight(const inspect::CellPicture& cell);

} // namespace netsmith::gui

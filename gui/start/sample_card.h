#pragma once

#include "engine/graph/project/project.h"
#include "gui/start/network_picture.h"

#include <QAbstractButton>

namespace netsmith::gui {

/// A sample project to start from: its network's picture, its name, a sentence about it, and the result it should reach.
class SampleCard : public QAbstractButton {
    Q_OBJECT

public:
    /// `first`: the one for new users; it is highlighted, and in landscape layout while the others are in portrait.
    SampleCard(Project project, QString path, bool first, QWidget* parent = nullptr);

    const QString& path() const { return m_path; }
    bool isFirst() const { return m_first; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QString goalText() const;
    void paintText(QPainter& painter, QRectF area) const;
    double paintBadge(QPainter& painter, const QPointF& corner) const;
    double paintVerb(QPainter& painter, const QPointF& corner) const;

    Project m_project;
    NetworkSketch m_sketch;
    QString m_path;
    bool m_first;
};

} // namespace netsmith::gui

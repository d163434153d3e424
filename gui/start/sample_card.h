#pragma once

#include "engine/graph/project.h"
#include "gui/start/network_picture.h"

#include <QAbstractButton>

namespace netsmith::gui {

/// A sample project to begin with: its network's picture, its name, a sentence on it, and what it should reach.
class SampleCard : public QAbstractButton {
    Q_OBJECT

public:
    /// `first`: the one a newcomer should take. It stands out, and lies on its side where the others stand.
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

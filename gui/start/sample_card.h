#pragma once

#include "engine/graph/project.h"

#include <QAbstractButton>

namespace netsmith::gui {

/// A sample project to begin with: its network's picture, its name, a sentence on it.
class SampleCard : public QAbstractButton {
    Q_OBJECT

public:
    /// `first`: the one a newcomer should take, which stands out.
    SampleCard(Project project, QString path, bool first, QWidget* parent = nullptr);

    const QString& path() const { return m_path; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    Project m_project;
    QString m_path;
    bool m_first;
};

} // namespace netsmith::gui

#pragma once

#include "gui/plots/curve_series.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace netsmith::gui {

class MachineChoice;

/// The settings that apply to all plots.
class PlotToolbar : public QWidget {
    Q_OBJECT

public:
    explicit PlotToolbar(QWidget* parent = nullptr);

    double smoothing() const;
    CurveX x() const;
    bool logarithmicX() const;
    bool logarithmicY() const;
    bool follows() const;
    /// Shows whether the user chose a range, or the plots follow the training; emits nothing.
    void setFollows(bool follows);
    void setExportEnabled(bool enabled);
    /// Hidden until it offers something.
    MachineChoice& machine() const { return *m_machine; }

Q_SIGNALS:
    void smoothingChanged();
    void axesChanged();
    void followToggled(bool follows);
    void exportWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void showSmoothing();

    QLabel* m_smoothingLabel;
    QSlider* m_smoothing;
    QLabel* m_smoothingValue;
    QComboBox* m_x;
    QToolButton* m_logX;
    QToolButton* m_logY;
    MachineChoice* m_machine;
    QToolButton* m_follow;
    QToolButton* m_export;
};

} // namespace netsmith::gui

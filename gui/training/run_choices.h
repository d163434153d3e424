#pragma once

#include "gui/document/document.h"
#include "gui/training/settings_panel.h"

#include <QWidget>

class QToolButton;

namespace netsmith::gui {

/// What the next run computes on and how precisely, beside Run: two of the training settings, a click away.
class RunChoices : public QWidget {
    Q_OBJECT

public:
    RunChoices(Document& document, TrainingSettingsPanel& settings, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    /// Fills a button's menu when it opens, for the devices may be known only by then.
    void offer(QToolButton& button, const char* setting);

    Document& m_document;
    TrainingSettingsPanel& m_settings;
    QToolButton* m_device;
    QToolButton* m_precision;
};

} // namespace netsmith::gui

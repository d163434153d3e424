#pragma once

#include "gui/document/document.h"
#include "gui/settings/settings_panel.h"

#include <QWidget>

class QToolButton;

namespace netsmith::gui {

/// The device and the precision of the next run, beside Run: two of the training settings, one click away.
class RunChoices : public QWidget {
    Q_OBJECT

public:
    RunChoices(Document& document, TrainingSettingsPanel& settings, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    /// Fills a button's menu when it opens, since the devices may not be known earlier.
    void offer(QToolButton& button, const char* setting);

    Document& m_document;
    TrainingSettingsPanel& m_settings;
    QToolButton* m_device;
    QToolButton* m_precision;
};

} // namespace netsmith::gui

#pragma once

#include "engine/graph/specs/parameter.h"
#include "gui/widgets/forms/form_row.h"

#include <functional>
#include <optional>

class QToolButton;

namespace netsmith::gui {

/// Edits one declared parameter, built from its declaration: a control for its type, hints, explanation, hard range, and reset to
/// the default.
class ParameterRow : public FormRow {
    Q_OBJECT

public:
    /// The row's object name becomes `name`, its control's "nameField", its reset button's "nameReset", each in camel case.
    explicit ParameterRow(const ParameterSpec& spec, QWidget* parent = nullptr);

    const ParameterSpec& spec() const { return m_spec; }
    /// The current value; none if several things are edited together and their values differ.
    void setValue(const std::optional<ParameterValue>& value);
    /// For a text parameter: the names to choose from, one or several.
    void setNames(const QStringList& names, bool several);
    /// Commits uncommitted text.
    void commit();
    /// Discards uncommitted text: something else is edited from now on.
    void discard();

Q_SIGNALS:
    /// A value within the hard range; `stepping` if it is one of consecutive steps to be merged into one undo step.
    void edited(const netsmith::ParameterValue& value, bool stepping);
    void resetAsked();
    /// The consecutive steps have ended.
    void steppingEnded();

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    static QWidget* makeField(const ParameterSpec& spec);
    void setTexts();
    void connectField();
    void take(const QString& text);
    void step(int steps);
    /// Emits an allowed value, else shows what is allowed.
    void offer(const ParameterValue& value, bool stepping);

    ParameterSpec m_spec;
    std::optional<ParameterValue> m_value;
    QToolButton* m_reset;
    bool m_stepping = false;
    bool m_showing = false; ///< the control is being set, not edited
};

/// "kernelSize" for "kernel_size".
QString camelCase(const std::string& name);

} // namespace netsmith::gui

#pragma once

#include "engine/graph/parameter.h"
#include "gui/widgets/controls/form_row.h"

#include <functional>
#include <optional>

class QToolButton;

namespace netsmith::gui {

/// Edits one declared parameter, built from its declaration alone: one kind of control for each type, hints, explanation, the hard
/// range and the way back to the default.
class ParameterRow : public FormRow {
    Q_OBJECT

public:
    /// The row's object name becomes `name`, its control's "nameField", its reset button's "nameReset", each in camel case.
    explicit ParameterRow(const ParameterSpec& spec, QWidget* parent = nullptr);

    const ParameterSpec& spec() const { return m_spec; }
    /// The value that holds; nothing where several things that are edited at once disagree.
    void setValue(const std::optional<ParameterValue>& value);
    /// Of a text: what it may name, one or several, to choose from.
    void setNames(const QStringList& names, bool several);
    /// Commits what was typed but not committed.
    void commit();
    /// Forgets what was typed: something else is edited from here on.
    void discard();

Q_SIGNALS:
    /// A value within the hard range, `stepping` where it is one of a row of steps that should become one undo step.
    void edited(const netsmith::ParameterValue& value, bool stepping);
    void resetAsked();
    /// The row of steps is over.
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
    /// Hands on a value if it is allowed, else says what is.
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

#pragma once

#include "engine/graph/project/project.h"
#include "engine/graph/specs/objective_spec.h"

#include <QWidget>

#include <functional>

namespace netsmith::gui {

class ParameterForm;
class ParameterRow;

/// Chooses a loss, an optimizer or a schedule and sets its parameters: built from the declarations.
class ComponentForm : public QWidget {
    Q_OBJECT

public:
    struct Kind {
        std::string name; ///< "optimizer": the choice's object name is "optimizerField"
        QString title;
        QString doc;
        std::vector<const Spec*> specs;
        std::string defaultId;
    };

    explicit ComponentForm(Kind kind, QWidget* parent = nullptr);

    void show(const Component& component);
    /// Commits uncommitted text.
    void commit();

Q_SIGNALS:
    /// One undo step titled `text`; edits with the same non-empty key are merged.
    void edited(const QString& text, const std::function<void(netsmith::Component&)>& change, const QString& mergeKey);
    void steppingEnded();

private:
    void choose(const std::string& id);

    Kind m_kind;
    ParameterRow* m_choice;
    ParameterForm* m_parameters;
};

} // namespace netsmith::gui

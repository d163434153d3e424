#pragma once

#include "engine/graph/objective_spec.h"
#include "engine/graph/project.h"

#include <QWidget>

#include <functional>

namespace netsmith::gui {

class ParameterForm;
class ParameterRow;

/// Chooses a loss, an optimizer or a schedule among those there are, and sets its parameters: all built from their declarations.
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
    /// Commits what was typed but not committed.
    void commit();

Q_SIGNALS:
    /// One undo step called `text`; those with the same key that is not empty become one.
    void edited(const QString& text, const std::function<void(netsmith::Component&)>& change, const QString& mergeKey);
    void steppingEnded();

private:
    void choose(const std::string& id);

    Kind m_kind;
    ParameterRow* m_choice;
    ParameterForm* m_parameters;
};

} // namespace netsmith::gui

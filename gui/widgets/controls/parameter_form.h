#pragma once

#include "engine/graph/parameter.h"

#include <QWidget>

#include <functional>

class QVBoxLayout;

namespace netsmith::gui {

class ParameterRow;

/// A row for each declared parameter of something that is chosen by its id: a loss, a transform, a data set.
class ParameterForm : public QWidget {
    Q_OBJECT

public:
    explicit ParameterForm(QWidget* parent = nullptr);

    /// Shows the parameters of what is called `id`, which keeps its declarations; the form hides where it has none.
    void show(const std::string& id, const std::vector<ParameterSpec>& specs, const ParameterMap& values);
    /// Of a text: what it may name, one or several, to choose from.
    void setNames(const std::string& parameter, const QStringList& names, bool several);
    /// Commits what was typed but not committed.
    void commit();

Q_SIGNALS:
    /// One undo step called `text`; of a row of steps that should become one, `stepped` is the parameter, else empty.
    void edited(const QString& text, const std::function<void(netsmith::ParameterMap&)>& change, const QString& stepped);
    void steppingEnded();

private:
    void rebuild(const std::vector<ParameterSpec>& specs);

    QVBoxLayout* m_column;
    std::vector<ParameterRow*> m_rows;
    std::string m_shown; ///< whose parameters there are rows for
};

} // namespace netsmith::gui

#pragma once

#include "engine/graph/specs/parameter.h"

#include <QWidget>

#include <functional>

class QVBoxLayout;

namespace netsmith::gui {

class ParameterRow;

/// One row per declared parameter of something that is chosen by its id: a loss, a transform, a data set.
class ParameterForm : public QWidget {
    Q_OBJECT

public:
    explicit ParameterForm(QWidget* parent = nullptr);

    /// Shows the parameters of `id`, whose declarations never change, without those that make no difference now; the form hides if
    /// it has none.
    void show(const std::string& id, const std::vector<ParameterSpec>& specs, const ParameterMap& values);
    /// For a text parameter: the names to choose from, one or several.
    void setNames(const std::string& parameter, const QStringList& names, bool several);
    /// Commits uncommitted text.
    void commit();

Q_SIGNALS:
    /// One undo step titled `text`; for consecutive steps to be merged, `stepped` is the parameter, else empty.
    void edited(const QString& text, const std::function<void(netsmith::ParameterMap&)>& change, const QString& stepped);
    void steppingEnded();

private:
    void rebuild(const std::vector<ParameterSpec>& specs);

    QVBoxLayout* m_column;
    std::vector<ParameterRow*> m_rows;
    std::string m_shown; ///< the id that the rows were built for
};

} // namespace netsmith::gui

#pragma once

#include "engine/data/source.h"

#include <QWidget>

#include <functional>

class QPushButton;

namespace netsmith::gui {

class ParameterForm;
class ParameterRow;

/// Where a data set of one's own lies and how it is read: its place, and the parameters that it declares.
class SourceSettings : public QWidget {
    Q_OBJECT

public:
    explicit SourceSettings(QWidget* parent = nullptr);

    /// Shows what `source` can be told; nothing where it is null.
    void show(const data::Source* source, const DataSettings& settings);
    /// What the parameters may name of the file that is chosen; none where it is not there.
    void setNames(const std::vector<std::string>& names);
    void retranslate();

Q_SIGNALS:
    /// One undo step called `text`; those with the same key that is not empty become one.
    void edited(const QString& text, const std::function<void(netsmith::DataSettings&)>& change, const QString& mergeKey);
    void steppingEnded();

private:
    void choosePlace();
    void setPlace(const std::string& path);

    ParameterRow* m_path;
    QPushButton* m_choose;
    ParameterForm* m_parameters;
    data::SourcePlace m_place = data::SourcePlace::own;
    std::vector<data::PartParameter> m_naming; ///< parameters
    QString m_now; ///< the place
};

} // namespace netsmith::gui

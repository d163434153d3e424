#pragma once

#include "engine/data/source.h"

#include <QWidget>

#include <functional>

class QPushButton;

namespace netsmith::gui {

class OwnPoints;
class ParameterForm;
class ParameterRow;

/// Where the user's own data set is and how it is read: its path, and the parameters that it declares.
class SourceSettings : public QWidget {
    Q_OBJECT

public:
    explicit SourceSettings(QWidget* parent = nullptr);

    /// Shows the parameters of `source`; nothing if it is null.
    void show(const data::Source* source, const DataSettings& settings);
    /// The names in the chosen file that the parameters can refer to; none if it is missing.
    void setNames(const std::vector<std::string>& names);
    void retranslate();

Q_SIGNALS:
    /// One undo step called `text`; edits with the same nonempty key are merged.
    void edited(const QString& text, const std::function<void(netsmith::DataSettings&)>& change, const QString& mergeKey);
    void steppingEnded();

private:
    void choosePlace();
    void setPlace(const std::string& path);

    ParameterRow* m_path;
    QPushButton* m_choose;
    ParameterForm* m_parameters;
    OwnPoints* m_points;
    data::SourcePlace m_place = data::SourcePlace::own;
    std::vector<data::PartParameter> m_naming; ///< parameters that refer to names
    QString m_now; ///< the path
};

} // namespace netsmith::gui

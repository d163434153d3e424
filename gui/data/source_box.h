#pragma once

#include "gui/data/data_shelf.h"

#include <QComboBox>

namespace netsmith::gui {

/// The data sets as a list to choose from, each with whether it is here, built in or to be downloaded.
class SourceBox : public QComboBox {
    Q_OBJECT

public:
    explicit SourceBox(QWidget* parent = nullptr);

    /// Writes the list anew, in the window's language and as things stand now; the choice stays.
    void list(const DataShelf& shelf);
    /// An id that no data set has leaves the box empty.
    void choose(const std::string& id);

    void showPopup() override;

private:
    class Delegate;
};

} // namespace netsmith::gui

#pragma once

#include "gui/data/data_shelf.h"

#include <QComboBox>

namespace netsmith::gui {

/// A list of the data sets to choose from, each marked as available, built in or to be downloaded.
class SourceBox : public QComboBox {
    Q_OBJECT

public:
    explicit SourceBox(QWidget* parent = nullptr);

    /// Rebuilds the list in the window's language and with the current states; the choice is kept.
    void list(const DataShelf& shelf);
    /// The id of an unknown data set leaves the box empty.
    void choose(const std::string& id);

    void showPopup() override;

private:
    class Delegate;
};

} // namespace netsmith::gui

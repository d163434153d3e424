#pragma once

#include "engine/core/message.h"
#include "engine/data/model_shelf.h"
#include "gui/widgets/side_thread.h"

#include <QWidget>

#include <filesystem>
#include <map>
#include <optional>
#include <stop_token>

class QProgressBar;
class QPushButton;
class QTreeWidget;

namespace netsmith::gui {

class FactList;
class NoteBox;
class TextLabel;

/// The shelf of trained models: what there is, what of it is on this machine, and what to begin with it.
class ModelShelfWindow final : public QWidget {
    Q_OBJECT

public:
    explicit ModelShelfWindow(QWidget* parent);
    /// Stops a download.
    ~ModelShelfWindow() override;

    /// Shows the models, those in `dataDir` too.
    void open(const std::filesystem::path& dataDir);

Q_SIGNALS:
    /// A project is to be made of a network's file.
    void networkChosen(const QString& file);
    /// The next training is to begin with the weights of a file.
    void weightsChosen(const QString& file);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Shelf {
        std::map<std::string, std::filesystem::path> folders; ///< of the models that are here
        std::vector<data::OwnShelfModel> own;
    };

    void build();
    void look();
    void showShelf(Shelf shelf);
    void fetch();
    void ended(std::uint64_t job, const std::optional<Message>& problem);
    /// The chosen model; null: none, or one's own.
    const data::ShelfModel* chosen() const;
    /// The file of the chosen model; empty: it is not here.
    std::filesystem::path chosenFile() const;
    void showChosen();
    void retranslate();

    std::filesystem::path m_dataDir;
    Shelf m_shelf;
    std::string m_fetching; ///< the model that is being downloaded; empty: none
    std::optional<Message> m_problem;
    QTreeWidget* m_list;
    TextLabel* m_title;
    TextLabel* m_doc;
    FactList* m_facts;
    NoteBox* m_note;
    QProgressBar* m_progress;
    QPushButton* m_fetch;
    QPushButton* m_import;
    QPushButton* m_weights;
    std::uint64_t m_job = 0;
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-models"}; ///< the last: it uses the others
};

} // namespace netsmith::gui

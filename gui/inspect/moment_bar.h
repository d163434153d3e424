#pragma once

#include <QElapsedTimer>
#include <QWidget>

#include <cstdint>
#include <filesystem>
#include <vector>

class QPushButton;
class QSlider;

namespace netsmith::gui {

class ElidedLabel;
class TrainingSession;

/// Goes back through the kept checkpoints of the run that is asked: what Try it and the canvas show is of the chosen moment. Hidden
/// while there is none but the latest.
class MomentBar : public QWidget {
    Q_OBJECT

public:
    MomentBar(TrainingSession& session, QWidget* parent);

    /// Of the checkpoint that is shown.
    std::filesystem::path checkpoint() const;

Q_SIGNALS:
    /// A new run is to begin with the weights of this checkpoint.
    void forkWanted(const std::filesystem::path& checkpoint);

protected:
    void changeEvent(QEvent* event) override;

private:
    /// Looks which checkpoints there are.
    void follow();
    void choose(int place);
    void tell();
    void retranslate();

    TrainingSession& m_session;
    ElidedLabel* m_words;
    QSlider* m_slider; ///< a place for each checkpoint, and the last one for the latest weights
    QPushButton* m_latest;
    QPushButton* m_fork;
    std::vector<std::int64_t> m_steps;
    std::filesystem::path m_run;
    QElapsedTimer m_sinceLooked;
};

} // namespace netsmith::gui

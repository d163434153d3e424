#pragma once

#include "gui/widgets/labels/elided_label.h"

#include <functional>

namespace netsmith::gui {

/// Shows which run gave the displayed answer, and after which step, by the run's name in the rest of the window.
class AnswerCaption final : public ElidedLabel {
    Q_OBJECT

public:
    /// Returns the name of the run at this path.
    using Namer = std::function<QString(const QString& run)>;

    explicit AnswerCaption(QWidget* parent);

    /// Call it again when runs are renamed; without it each run is named by its path.
    void setNamer(Namer namer);
    /// `told`: the answer in words, if it is not shown elsewhere.
    void showAnswer(const QString& run, qint64 step, const QString& told = {});
    /// There is no answer.
    void forgetAnswer() { showAnswer({}, 0); }
    bool isAnswered() const { return !m_run.isEmpty(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    Namer m_namer;
    QString m_run;
    qint64 m_step = 0;
    QString m_told;
};

} // namespace netsmith::gui

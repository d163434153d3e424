#pragma once

#include "gui/widgets/controls/elided_label.h"

#include <functional>

namespace netsmith::gui {

/// Says which run gave the answer that is shown, and after which step: by the name that the run has everywhere else.
class AnswerCaption final : public ElidedLabel {
    Q_OBJECT

public:
    /// What a run is called that lies at this path.
    using Namer = std::function<QString(const QString& run)>;

    explicit AnswerCaption(QWidget* parent);

    /// Also where runs are called otherwise from now on; without it each is called by its path.
    void setNamer(Namer namer);
    /// `told`: in words, where it stands in no place of its own.
    void showAnswer(const QString& run, qint64 step, const QString& told = {});
    /// There is none.
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

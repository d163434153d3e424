#pragma once

#include <QEvent>
#include <QObject>

#include <functional>

namespace netsmith::test {

/// Tells of each event that an object gets.
class EventSpy : public QObject {
public:
    EventSpy(QObject& object, std::function<void(QEvent*)> told)
        : m_told(std::move(told))
    {
        object.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        m_told(event);
        return false;
    }

private:
    std::function<void(QEvent*)> m_told;
};

} // namespace netsmith::test

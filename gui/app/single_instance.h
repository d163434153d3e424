#pragma once

#include <QLocalServer>
#include <QLockFile>
#include <QObject>
#include <QStringList>

#include <memory>

namespace netsmith::gui {

/// One studio a session: a second start hands its files to the first and ends. The lock lies in XDG_RUNTIME_DIR, or else in the
/// data folder.
class SingleInstance : public QObject {
    Q_OBJECT

public:
    explicit SingleInstance(QObject* parent = nullptr);

    /// True if this process is the one; else `files` were handed to the one that is, or it did not answer within two seconds and
    /// this process goes on alone.
    bool claim(const QStringList& files);

Q_SIGNALS:
    /// Another start wants these opened; empty: only the window raised.
    void filesArrived(const QStringList& files);

private:
    void receive();
    bool hand(const QStringList& files) const;

    QString m_socket;
    std::unique_ptr<QLockFile> m_lock;
    QLocalServer m_server;
};

} // namespace netsmith::gui

#pragma once

#include <QLocalServer>
#include <QLockFile>
#include <QObject>
#include <QStringList>

#include <memory>

namespace netsmith::gui {

/// Runs one studio per session: a second start passes its files to the first and exits. The lock is in XDG_RUNTIME_DIR, or else in
/// the data folder.
class SingleInstance : public QObject {
    Q_OBJECT

public:
    explicit SingleInstance(QObject* parent = nullptr);

    /// Returns true if this is the only process; else `files` were passed to the other one, unless it didn't answer within two
    /// seconds, in which case this process continues on its own.
    bool claim(const QStringList& files);

Q_SIGNALS:
    /// Another start requests that these are opened; empty: only raises the window.
    void filesArrived(const QStringList& files);

private:
    void receive();
    bool hand(const QStringList& files) const;

    QString m_socket;
    std::unique_ptr<QLockFile> m_lock;
    QLocalServer m_server;
};

} // namespace netsmith::gui

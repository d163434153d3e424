#include "gui/app/single_instance.h"

#include <QDataStream>
#include <QDir>
#include <QFileInfo>
#include <QLocalSocket>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

SingleInstance::SingleInstance(QObject* parent)
    : QObject(parent)
{
    // Without a folder from the session, Qt would use one in /tmp, which another user could create first.
    QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    if (!QDir::isAbsolutePath(folder) || !QFileInfo(folder).isDir() || !QFileInfo(folder).isWritable()) {
        folder = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/netsmith"_s;
        QDir().mkpath(folder);
    }
    m_socket = folder + u"/netsmith.socket"_s;
    m_lock = std::make_unique<QLockFile>(folder + u"/netsmith.lock"_s);
    m_lock->setStaleLockTime(0);
    connect(&m_server, &QLocalServer::newConnection, this, &SingleInstance::receive);
}

bool SingleInstance::claim(const QStringList& files)
{
    if (!m_lock->tryLock(0))
        return !hand(files);
    QLocalServer::removeServer(m_socket); // left by a studio that was killed
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    m_server.listen(m_socket);
    return true;
}

bool SingleInstance::hand(const QStringList& files) const
{
    QLocalSocket socket;
    socket.connectToServer(m_socket);
    if (!socket.waitForConnected(2000))
        return false;
    QStringList absolute;
    for (const QString& file : files)
        absolute << QFileInfo(file).absoluteFilePath();
    QByteArray message;
    QDataStream stream(&message, QIODevice::WriteOnly);
    stream << absolute;
    socket.write(message);
    socket.disconnectFromServer();
    return socket.state() == QLocalSocket::UnconnectedState || socket.waitForDisconnected(2000);
}

void SingleInstance::receive()
{
    while (QLocalSocket* socket = m_server.nextPendingConnection()) {
        connect(socket, &QLocalSocket::disconnected, this, [this, socket] {
            QStringList files;
            QDataStream stream(socket);
            stream >> files;
            socket->deleteLater();
            if (stream.status() == QDataStream::Ok)
                Q_EMIT filesArrived(files);
        });
        if (socket->state() == QLocalSocket::UnconnectedState)
            Q_EMIT socket->disconnected();
    }
}

} // namespace netsmith::gui

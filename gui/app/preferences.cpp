#include "gui/app/preferences.h"

#include "engine/core/files/safe_file.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMetaEnum>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr qsizetype recentCount = 12;
constexpr int threadsAtMost = 4096;

QByteArray bytesFrom(const QJsonValue& value)
{
    return QByteArray::fromBase64(value.toString().toLatin1());
}

QString textFrom(const QByteArray& bytes)
{
    return QString::fromLatin1(bytes.toBase64());
}

} // namespace

QString Preferences::standardPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/netsmith/preferences.json"_s;
}

Preferences::Preferences(QString path)
    : m_path(std::move(path))
{
    if (m_path.isEmpty())
        return;
    const Expected<std::string> text = readTextFile(m_path.toStdString(), 1 << 20);
    if (!text)
        return; // the first start
    const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object();
    bool known = false;
    const int mode = QMetaEnum::fromType<Theme::Mode>().keyToValue(json[u"theme"_s].toString().toLatin1().constData(), &known);
    if (known)
        theme = static_cast<Theme::Mode>(mode);
    language = json[u"language"_s].toString();
    textPercent = std::clamp(json[u"text_percent"_s].toInt(100), 100, 200);
    geometry = bytesFrom(json[u"geometry"_s]);
    docks = bytesFrom(json[u"docks"_s]);
    page = json[u"page"_s].toString();
    runs = json[u"runs"_s].toString();
    for (const QJsonValue& entry : json[u"machine"_s].toArray())
        if (entry.isString() && machine.size() < recentCount)
            machine << entry.toString();
    marks = json[u"marks"_s].toBool(true);
    machineUse.threads = std::clamp(json[u"threads"_s].toInt(0), 0, threadsAtMost);
    machineUse.fuse = json[u"fuse"_s].toBool(true);
    machineUse.placement = train::samplePlacementNamed(json[u"data_placement"_s].toString().toStdString());
    for (const QJsonValue& entry : json[u"recent"_s].toArray())
        if (entry.isString() && recent.size() < recentCount)
            recent << entry.toString();
    const QJsonObject times = json[u"opened"_s].toObject();
    for (const QString& file : recent)
        if (const QDateTime time = QDateTime::fromString(times[file].toString(), Qt::ISODate); time.isValid())
            opened[file] = time;
}

void Preferences::addRecent(const QString& path)
{
    recent.removeAll(path);
    recent.prepend(path);
    opened[path] = QDateTime::currentDateTimeUtc();
    while (recent.size() > recentCount)
        opened.remove(recent.takeLast());
}

void Preferences::forgetRecent(const QString& path)
{
    recent.removeAll(path);
    opened.remove(path);
}

void Preferences::save()
{
    if (m_path.isEmpty())
        return;
    QDir().mkpath(QFileInfo(m_path).path());
    QJsonObject times;
    for (auto entry = opened.cbegin(); entry != opened.cend(); ++entry)
        times[entry.key()] = entry.value().toString(Qt::ISODate);
    const QJsonObject json{
        {u"theme"_s, QString::fromLatin1(QMetaEnum::fromType<Theme::Mode>().valueToKey(static_cast<int>(theme)))},
        {u"language"_s, language},
        {u"text_percent"_s, textPercent},
        {u"geometry"_s, textFrom(geometry)},
        {u"docks"_s, textFrom(docks)},
        {u"page"_s, page},
        {u"runs"_s, runs},
        {u"machine"_s, QJsonArray::fromStringList(machine)},
        {u"marks"_s, marks},
        {u"threads"_s, machineUse.threads},
        {u"fuse"_s, machineUse.fuse},
        {u"data_placement"_s, QString::fromStdString(std::string(idOf(machineUse.placement)))},
        {u"recent"_s, QJsonArray::fromStringList(recent)},
        {u"opened"_s, times},
    };
    // Writes to a link's target: many users keep such files elsewhere and link to them.
    const std::filesystem::path place = QFileInfo(m_path).canonicalFilePath().toStdString();
    m_saver.save(
        place.empty() ? std::filesystem::path(m_path.toStdString()) : place,
        [json] { return QJsonDocument(json).toJson().toStdString(); }, [](const Expected<void>&) {});
}

} // namespace netsmith::gui

#include "engine/core/system_reason.h"

#include <cerrno>
#include <cstring>

namespace netsmith {
namespace {

Message reasonOf(int code)
{
    switch (code) {
    case EACCES: return Message(NS_MESSAGE("system.access", "Permission denied"));
    case EBUSY: return Message(NS_MESSAGE("system.busy", "Device or resource busy"));
    case EDQUOT: return Message(NS_MESSAGE("system.quota", "Disk quota exceeded"));
    case EEXIST: return Message(NS_MESSAGE("system.exists", "File exists"));
    case EFBIG: return Message(NS_MESSAGE("system.large", "File too large"));
    case EIO: return Message(NS_MESSAGE("system.io", "Input/output error"));
    case EISDIR: return Message(NS_MESSAGE("system.folder", "Is a directory"));
    case ELOOP: return Message(NS_MESSAGE("system.links", "Too many levels of symbolic links"));
    case EMFILE: return Message(NS_MESSAGE("system.files", "Too many open files"));
    case ENAMETOOLONG: return Message(NS_MESSAGE("system.name", "File name too long"));
    case ENFILE: return Message(NS_MESSAGE("system.all_files", "Too many open files in system"));
    case ENODEV: return Message(NS_MESSAGE("system.device", "No such device"));
    case ENOENT: return Message(NS_MESSAGE("system.missing", "No such file or directory"));
    case ENOMEM: return Message(NS_MESSAGE("system.memory", "Cannot allocate memory"));
    case ENOSPC: return Message(NS_MESSAGE("system.space", "No space left on device"));
    case ENOTDIR: return Message(NS_MESSAGE("system.no_folder", "Not a directory"));
    case ENOTEMPTY: return Message(NS_MESSAGE("system.not_empty", "Directory not empty"));
    case EPERM: return Message(NS_MESSAGE("system.permission", "Operation not permitted"));
    case EROFS: return Message(NS_MESSAGE("system.read_only", "Read-only file system"));
    default: return Message(NS_MESSAGE("system.other", "{0}"), std::strerror(code));
    }
}

} // namespace

Message systemReason(int code)
{
    const auto cause = code == ENOMEM ? MessageFacts::Cause::other : MessageFacts::Cause::disk;
    return reasonOf(code).with({.cause = cause});
}

ErrorKind systemErrorKind(int code)
{
    switch (code) {
    case EACCES:
    case EDQUOT:
    case EFBIG:
    case EIO:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case ENOSPC:
    case EPERM:
    case EROFS: return ErrorKind::resources;
    case EEXIST:
    case EISDIR:
    case ELOOP:
    case ENAMETOOLONG:
    case ENOENT:
    case ENOTDIR:
    case ENOTEMPTY: return ErrorKind::input;
    default: return ErrorKind::failed;
    }
}

Message systemAdvice(int code)
{
    switch (code) {
    case EDQUOT:
    case ENOSPC: return Message(NS_MESSAGE("system.free_space", "free some space"));
    case EFBIG: return Message(NS_MESSAGE("system.file_limit", "raise the limit on a file's size (ulimit -f)"));
    case EMFILE:
    case ENFILE:
        return Message(NS_MESSAGE("system.files_limit", "close other programs or raise the limit on open files (ulimit -n)"));
    case ENOMEM: return Message(NS_MESSAGE("system.free_memory", "close other programs"));
    case EACCES:
    case EPERM:
    case EROFS: return Message(NS_MESSAGE("system.allow", "allow writing there"));
    case EIO: return Message(NS_MESSAGE("system.check_disk", "check the disk"));
    default: return Message(NS_MESSAGE("system.check_folder", "check the folder"));
    }
}

bool isOfItsPlace(int code)
{
    return code != EMFILE && code != ENFILE && code != ENOMEM;
}

} // namespace netsmith

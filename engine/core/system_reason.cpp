#include "engine/core/system_reason.h"

#include <cerrno>
#include <cstring>

namespace netsmith {

Message systemReason(int code)
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

} // namespace netsmith

#pragma once

#include "engine/interop/weights/hdf5/bytes.h"

#include <vector>

namespace netsmith::interop::hdf5 {

/// The kinds of messages in an object's header that are read here.
enum class MessageKind : std::uint16_t {
    dataspace = 0x1,
    linkInfo = 0x2,
    datatype = 0x3,
    link = 0x6,
    externalFiles = 0x7,
    layout = 0x8,
    filters = 0xb,
    attribute = 0xc,
    continuation = 0x10,
    symbolTable = 0x11,
    attributeInfo = 0x15,
};

struct ObjectMessage {
    MessageKind kind{};
    bool shared = false; ///< the content is elsewhere, and `bytes` say where
    std::span<const std::byte> bytes{};
};

/// What describes a group or an array, in the file's order.
struct Object {
    std::vector<ObjectMessage> messages;

    /// Null without one. Throws `weights.hdf5_shared` if its content is elsewhere.
    const ObjectMessage* find(MessageKind kind) const;
    bool isGroup() const { return find(MessageKind::symbolTable) || find(MessageKind::linkInfo) || find(MessageKind::link); }
    bool isArray() const { return find(MessageKind::layout); }
};

/// Reads an object's header ("HDF5 File Format Specification Version 3.0", IV.A), version 1 or 2, with its continuations.
Object readObject(Content& content, std::uint64_t address);

} // namespace netsmith::interop::hdf5

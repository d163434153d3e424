#include "engine/interop/weights/torch_storage.h"

#include "engine/core/error.h"

#include <algorithm>
#include <array>
#include <utility>

namespace netsmith::interop {
namespace {

struct StorageType {
    std::string_view name;
    std::size_t bytes;
    std::optional<Element> element;
};
constexpr std::array<StorageType, 17> storageTypes{{
    {"BFloat16Storage", 2, Element::bf16},
    {"BoolStorage", 1, Element::boolean},
    {"ByteStorage", 1, Element::u8},
    {"CharStorage", 1, Element::i8},
    {"ComplexDoubleStorage", 16, {}},
    {"ComplexFloatStorage", 8, {}},
    {"DoubleStorage", 8, Element::f64},
    {"FloatStorage", 4, Element::f32},
    {"HalfStorage", 2, Element::f16},
    {"IntStorage", 4, Element::i32},
    {"LongStorage", 8, Element::i64},
    {"QInt32Storage", 4, {}},
    {"QInt8Storage", 1, {}},
    {"QUInt8Storage", 1, {}},
    {"ShortStorage", 2, Element::i16},
    {"UntypedStorage", 1, {}},
    {"_UntypedStorage", 1, {}},
}};

std::string keyText(const PickleValue& key)
{
    return key.kind == PickleValue::Kind::text   ? std::string(key.text)
        : key.kind == PickleValue::Kind::integer ? std::to_string(key.integer)
                                                 : std::string();
}

} // namespace

TorchStorage torchStorage(const PickleValue& persistent, const std::string& place)
{
    static constexpr MessageTemplate invalid =
        NS_MESSAGE("weights.torch.storage", "{0} refers to a storage in a way that PyTorch doesn't write; is it damaged?");
    const auto& id = persistent.arguments->items;
    if (id.size() < 5 || id[0]->text != "storage" || id[1]->kind != PickleValue::Kind::global
        || id[4]->kind != PickleValue::Kind::integer || id[4]->integer < 0)
        refuse(invalid, place);
    TorchStorage storage{.key = keyText(*id[2]), .type = std::string(id[1]->text.substr(0, 100)), .count = id[4]->integer};
    const auto* type = std::ranges::find(storageTypes, id[1]->text, &StorageType::name);
    if (storage.key.empty() || type == storageTypes.end() || !id[1]->module.starts_with("torch"))
        refuse(NS_MESSAGE("weights.torch.storage_type", "{0} has a storage of the type {1}, which can't be read"), place,
               id[1]->globalName());
    storage.elementBytes = type->bytes;
    storage.element = type->element;
    if (id.size() > 5 && id[5]->kind == PickleValue::Kind::tuple) { // in the legacy format: (key, offset, size)
        if (id[5]->items.size() != 3 || id[5]->items[1]->kind != PickleValue::Kind::integer || id[5]->items[1]->integer < 0)
            refuse(invalid, place);
        storage.viewBegin = id[5]->items[1]->integer;
    }
    return storage;
}

bool isTorchCall(const PickleValue& global)
{
    using Call = std::pair<std::string_view, std::string_view>;
    static constexpr std::array<Call, 42> calls{{
        {"__builtin__", "bytearray"},
        {"__builtin__", "complex"},
        {"__builtin__", "frozenset"},
        {"__builtin__", "set"},
        {"_codecs", "encode"},
        {"builtins", "bytearray"},
        {"builtins", "complex"},
        {"builtins", "frozenset"},
        {"builtins", "range"},
        {"builtins", "set"},
        {"builtins", "slice"},
        {"collections", "Counter"},
        {"collections", "OrderedDict"},
        {"collections", "defaultdict"},
        {"collections", "deque"},
        {"copy_reg", "_reconstructor"},
        {"copyreg", "_reconstructor"},
        {"datetime", "date"},
        {"datetime", "datetime"},
        {"datetime", "timedelta"},
        {"numpy", "dtype"},
        {"numpy._core.multiarray", "_reconstruct"},
        {"numpy._core.multiarray", "scalar"},
        {"numpy.core.multiarray", "_reconstruct"},
        {"numpy.core.multiarray", "scalar"},
        {"pathlib", "PosixPath"},
        {"pathlib", "WindowsPath"},
        {"torch", "Size"},
        {"torch", "device"},
        {"torch._tensor", "_rebuild_from_type_v2"},
        {"torch._utils", "_rebuild_device_tensor_from_numpy"},
        {"torch._utils", "_rebuild_meta_tensor_no_storage"},
        {"torch._utils", "_rebuild_nested_tensor"},
        {"torch._utils", "_rebuild_parameter"},
        {"torch._utils", "_rebuild_parameter_with_state"},
        {"torch._utils", "_rebuild_qtensor"},
        {"torch._utils", "_rebuild_sparse_csr_tensor"},
        {"torch._utils", "_rebuild_sparse_tensor"},
        {"torch._utils", "_rebuild_tensor"},
        {"torch._utils", "_rebuild_tensor_v2"},
        {"torch._utils", "_rebuild_tensor_v3"},
        {"torch.serialization", "_get_layout"},
    }};
    return std::ranges::any_of(calls, [&](const Call& call) { return global.isGlobal(call.first, call.second); });
}

} // namespace netsmith::interop

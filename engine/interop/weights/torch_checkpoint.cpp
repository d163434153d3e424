#include "engine/interop/weights/torch_checkpoint.h"

#include "engine/core/error.h"
#include "engine/core/utf8.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

namespace netsmith::interop {
namespace {

using Kind = PickleValue::Kind;

/// A value in a container, under a text or a number. Its name is not kept: a pickle may use the same long text everywhere.
struct Entry {
    std::string_view key{};
    std::int64_t index = -1; ///< -1: `key` counts
    const PickleValue* value = nullptr;

    std::string name() const { return index >= 0 ? std::to_string(index) : std::string(key); }
};
using Entries = std::vector<Entry>;

constexpr std::size_t depthAtMost = 100;
constexpr std::size_t visitsAtMost = std::size_t{1} << 20;
constexpr std::size_t othersAtMost = 8; // that are listed beside the entry that was taken
constexpr std::size_t looksAtMost = std::size_t{1} << 22; // at entries, for what to take
constexpr std::size_t nameBytesAtMost = std::size_t{1} << 26; // of all names together

/// torch.float32 and its like.
std::optional<Element> elementOf(const PickleValue& dtype)
{
    using enum Element;
    for (const Element element : {f64, f32, f16, bf16, i64, i32, i16, i8, u64, u32, u16, u8, boolean})
        if (dtype.isGlobal("torch", nameOf(element)))
            return element;
    return std::nullopt;
}

/// Under which keys programs keep the weights in their checkpoints, the likeliest first.
constexpr std::array<std::string_view, 16> weightKeys{
    "state_dict", "model_state_dict", "model_state", "model",          "net",       "network", "params",         "weights",
    "module",     "generator",        "params_ema",  "ema_state_dict", "model_ema", "ema",     "state_dict_ema", "teacher"};

/// What DistributedDataParallel and torch.compile put before all names.
constexpr std::array<std::string_view, 2> wrapperPrefixes{"module.", "_orig_mod."};

bool isMade(const PickleValue& value, std::string_view module, std::string_view name)
{
    return value.kind == Kind::made && value.maker->isGlobal(module, name);
}

bool isTensor(const PickleValue& value)
{
    return value.kind == Kind::made && !value.isNew
        && ((value.maker->module == "torch._utils" && value.maker->text.starts_with("_rebuild_"))
            || value.maker->isGlobal("torch._tensor", "_rebuild_from_type_v2"));
}

Entry entryOf(const PickleValue& key, const PickleValue* value)
{
    if (key.kind == Kind::integer && key.integer >= 0)
        return {.index = key.integer, .value = value};
    return {.key = key.kind == Kind::text ? key.text : std::string_view(), .value = value};
}

Entries pairsOf(const std::vector<const PickleValue*>& items)
{
    Entries entries;
    for (std::size_t i = 0; i + 1 < items.size(); i += 2)
        entries.push_back(entryOf(*items[i], items[i + 1]));
    return entries;
}

const PickleValue* valueOf(const PickleValue& dict, std::string_view key);

bool isDict(const PickleValue& value)
{
    return value.kind == Kind::dict || isMade(value, "collections", "OrderedDict") || isMade(value, "collections", "defaultdict");
}

/// The state of an object that a class's `__new__` made, if it is a dictionary.
const PickleValue* stateOf(const PickleValue& value)
{
    if (value.kind != Kind::made || isDict(value) || isTensor(value) || !value.state)
        return nullptr;
    // With slots, it is a tuple of both dictionaries.
    const PickleValue* state = value.state;
    if (state->kind == Kind::tuple && !state->items.empty())
        state = state->items.front();
    return isDict(*state) ? state : nullptr;
}

/// An nn.Module, whatever its class: known by what every module has.
bool isModule(const PickleValue& value)
{
    const PickleValue* state = stateOf(value);
    return state
        && (value.maker->module.starts_with("__torch__") || (valueOf(*state, "_parameters") && valueOf(*state, "_modules")));
}

/// An object or a NumPy array, which may well hold numbers.
bool isObject(const PickleValue& value)
{
    return value.kind == Kind::made && !isDict(value) && !isModule(value)
        && (value.isNew || value.maker->text.starts_with("_reconstruct"));
}

Entries entriesOfModule(const PickleValue& module)
{
    const PickleValue& state = *stateOf(module);
    if (module.maker->module.starts_with("__torch__"))
        return pairsOf(state.items); // TorchScript keeps them together
    Entries entries;
    for (const std::string_view part : {"_parameters", "_buffers", "_modules"})
        if (const PickleValue* own = valueOf(state, part); own && isDict(*own))
            for (const Entry& entry : pairsOf(own->items))
                entries.push_back(entry);
    // Those that a state dict doesn't have either.
    const PickleValue* passing = valueOf(state, "_non_persistent_buffers_set");
    if (passing && passing->kind == Kind::made && !passing->arguments->items.empty())
        passing = passing->arguments->items.front(); // set([…])
    if (passing)
        std::erase_if(entries, [&](const Entry& entry) {
            return std::ranges::any_of(passing->items, [&](const PickleValue* name) { return name->text == entry.key; });
        });
    return entries;
}

/// What a container holds, by name; nothing for other values.
Entries entriesOf(const PickleValue& value)
{
    if (isModule(value))
        return entriesOfModule(value);
    if (isDict(value)) {
        Entries entries = pairsOf(value.items);
        if (value.arguments && !value.arguments->items.empty()) // Python 2: OrderedDict([[key, value], …])
            for (const PickleValue* pair : value.arguments->items.front()->items)
                if (pair->items.size() == 2)
                    entries.push_back(entryOf(*pair->items[0], pair->items[1]));
        return entries;
    }
    Entries entries;
    if (value.kind == Kind::list || value.kind == Kind::tuple)
        for (std::size_t i = 0; i < value.items.size(); ++i)
            entries.push_back({.index = static_cast<std::int64_t>(i), .value = value.items[i]});
    return entries;
}

const PickleValue* valueOf(const PickleValue& dict, std::string_view key)
{
    const PickleValue* found = nullptr; // the last one counts, as in Python
    for (std::size_t i = 0; i + 1 < dict.items.size(); i += 2)
        if (dict.items[i]->kind == Kind::text && dict.items[i]->text == key)
            found = dict.items[i + 1];
    return found;
}

/// An entry's name in messages.
std::string shown(const Entry& entry)
{
    constexpr std::size_t most = 100;
    return entry.index >= 0 ? entry.name() : visibleText(entry.key.substr(0, most));
}

std::string listed(const std::vector<std::string>& names)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), othersAtMost); ++i)
        text += (i > 0 ? ", \"" : "\"") + names[i] + '"';
    return names.size() > othersAtMost ? text + ", …" : text;
}

class Checkpoint {
public:
    Checkpoint(const TorchSource& source, TensorIntake& intake)
        : m_source(source)
        , m_intake(intake)
    {
    }

    void take(const PickleValue& root)
    {
        const PickleValue& weights = weightsIn(root);
        if (isTensor(weights))
            m_found.emplace_back(m_source.stem, &weights);
        else
            collect(weights, "");
        dropPrefixes();
        for (const auto& [name, tensor] : m_found)
            add(name, *tensor);
    }

private:
    template <class... Arguments>
    [[noreturn]] void fail(MessageTemplate sentence, Arguments&&... arguments) const
    {
        refuse(sentence, m_source.place, std::forward<Arguments>(arguments)...);
    }
    [[noreturn]] void failShape(const std::string& name) const
    {
        fail(NS_MESSAGE("weights.torch.rebuild", "{0}: the description of the tensor \"{1}\" is not as PyTorch writes it"),
             visibleText(name));
    }

    /// Whether there are tensors in a value, at any depth.
    bool holdsTensors(const PickleValue& root)
    {
        std::unordered_set<const PickleValue*> seen;
        std::vector<const PickleValue*> open{&root};
        while (!open.empty()) {
            const PickleValue* value = open.back();
            open.pop_back();
            if (!seen.insert(value).second)
                continue;
            if (isTensor(*value))
                return true;
            const Entries entries = entriesOf(*value);
            m_looked += entries.size();
            if (m_looked > looksAtMost)
                failMany(looksAtMost);
            for (const Entry& entry : entries)
                open.push_back(entry.value);
        }
        return false;
    }

    [[noreturn]] void failMany(std::size_t most) const
    {
        fail(NS_MESSAGE("weights.torch.many", "{0} lists more than {1:entry|entries}; save the state_dict alone"), most);
    }

    /// The part of a checkpoint that is the network's.
    const PickleValue& weightsIn(const PickleValue& root)
    {
        const PickleValue* chosen = &root;
        for (std::size_t depth = 0; depth < depthAtMost; ++depth) {
            if (isTensor(*chosen) || isModule(*chosen))
                return *chosen;
            const Entries entries = entriesOf(*chosen);
            const auto next = entryOfWeights(*chosen, entries);
            if (next == entries.end())
                return *chosen;
            std::vector<std::string> others;
            for (auto entry = entries.begin(); entry != entries.end(); ++entry)
                if (entry != next && others.size() <= othersAtMost && holdsTensors(*entry->value))
                    others.push_back(shown(*entry));
            const std::string name = shown(*next);
            if (others.empty())
                m_intake.note(Message(NS_MESSAGE("weights.torch.taken", "the tensors under \"{0}\" are read"), name));
            else
                m_intake.note(
                    Message(NS_MESSAGE("weights.torch.taken_of", "the tensors under \"{0}\" are read, not those under {1}"), name,
                            listed(others)));
            chosen = next->value;
        }
        failCircle();
    }

    Entries::const_iterator entryOfWeights(const PickleValue& container, const Entries& entries)
    {
        const auto isPart = [this](const Entry& entry) { return !isTensor(*entry.value) && holdsTensors(*entry.value); };
        if (!isDict(container)) { // (state_dict, epoch)
            const auto first = std::ranges::find_if(entries, isPart);
            const bool alone = first != entries.end()
                && std::ranges::count_if(entries, [this](const Entry& entry) { return holdsTensors(*entry.value); }) == 1;
            return alone ? first : entries.end();
        }
        for (const std::string_view key : weightKeys)
            if (const auto found = std::ranges::find(entries, key, &Entry::key); found != entries.end() && isPart(*found))
                return found;
        return entries.end();
    }

    [[noreturn]] void failCircle() const
    {
        fail(NS_MESSAGE("weights.torch.circle",
                        "{0} holds containers that contain themselves or are nested too deeply; save the state_dict alone"));
    }

    void collect(const PickleValue& container, const std::string& prefix)
    {
        if (m_path.size() >= depthAtMost || std::ranges::find(m_path, &container) != m_path.end())
            failCircle();
        m_path.push_back(&container);
        for (const Entry& entry : entriesOf(container)) {
            const PickleValue* value = entry.value;
            const std::string name = prefix + entry.name();
            m_nameBytes += name.size();
            if (++m_visits > visitsAtMost || m_nameBytes > nameBytesAtMost)
                failMany(visitsAtMost);
            if (isTensor(*value))
                m_found.emplace_back(name, value);
            else if (isObject(*value))
                m_intake.leaveOut(
                    name,
                    Message(NS_MESSAGE("weights.torch.object", "it is made by {0}, and not a tensor"), value->maker->globalName()));
            else if (!entriesOf(*value).empty())
                collect(*value, name + '.');
        }
        m_path.pop_back();
    }

    void dropPrefixes()
    {
        for (const std::string_view prefix : wrapperPrefixes) {
            const auto has = [&](const auto& found) { return found.first.starts_with(prefix); };
            if (m_found.empty() || !std::ranges::all_of(m_found, has))
                continue;
            for (auto& [name, tensor] : m_found)
                name.erase(0, prefix.size());
            m_intake.note(
                Message(NS_MESSAGE("weights.torch.prefix", "\"{0}\" at the start of all names is dropped"), std::string(prefix)));
        }
    }

    std::int64_t integer(const std::string& name, const PickleValue& value) const
    {
        if (value.kind != Kind::integer)
            failShape(name);
        return value.integer;
    }
    std::vector<std::int64_t> integers(const std::string& name, const PickleValue& value) const
    {
        std::vector<std::int64_t> out;
        for (const PickleValue* item : value.items)
            out.push_back(integer(name, *item));
        return out;
    }

    /// A tensor's own call, within those for parameters and subclasses.
    void add(const std::string& name, const PickleValue& tensor)
    {
        const PickleValue *maker = tensor.maker, *arguments = tensor.arguments;
        for (std::size_t peeled = 0; peeled < depthAtMost; ++peeled) {
            const auto& items = arguments->items;
            if (maker->text.starts_with("_rebuild_parameter")) {
                if (items.empty() || !isTensor(*items[0]))
                    failShape(name);
                maker = items[0]->maker;
                arguments = items[0]->arguments;
            } else if (maker->text == "_rebuild_from_type_v2") {
                if (items.size() < 3 || items[0]->kind != Kind::global || items[2]->kind != Kind::tuple)
                    failShape(name);
                maker = items[0];
                arguments = items[2];
            } else {
                break;
            }
        }
        constexpr std::array<std::string_view, 3> dense{"_rebuild_tensor", "_rebuild_tensor_v2", "_rebuild_tensor_v3"};
        if (maker->module != "torch._utils" || std::ranges::find(dense, maker->text) == dense.end())
            return m_intake.leaveOut(
                name,
                Message(NS_MESSAGE("weights.torch.kind", "it is made by {0}, and only dense tensors can be read"),
                        maker->globalName()));
        addDense(name, maker->text == dense[2], arguments->items);
    }

    void addDense(const std::string& name, bool hasType, const std::vector<const PickleValue*>& items)
    {
        if (items.size() < (hasType ? 7u : 4u) || items[0]->kind != Kind::persistent)
            failShape(name);
        TorchStorage storage = torchStorage(*items[0], m_source.place);
        std::string type = storage.type;
        if (hasType) {
            storage.element = elementOf(*items[6]);
            type = items[6]->globalName();
        }
        if (!storage.element)
            return m_intake.leaveOut(name,
                                     Message(NS_MESSAGE("weights.torch.type", "numbers of the type {0} can't be read"), type));
        if (!hasType && items.size() > 6 && !entriesOf(*items[6]).empty())
            return m_intake.leaveOut(name, Message(NS_MESSAGE("weights.torch.bits", "it is a negated or conjugated view")));
        const std::int64_t offset = integer(name, *items[1]);
        const std::span<const std::byte> all = m_source.bytes(storage);
        const std::size_t size = bytesOf(*storage.element);
        const std::uint64_t begin = static_cast<std::uint64_t>(storage.viewBegin) + static_cast<std::uint64_t>(offset);
        if (offset < 0 || begin > all.size() / size)
            failShape(name);
        m_intake.add({.name = name,
                      .type = std::string(nameOf(*storage.element)),
                      .element = *storage.element,
                      .sizes = integers(name, *items[2]),
                      .strides = integers(name, *items[3]),
                      .bytes = all.subspan(static_cast<std::size_t>(begin) * size),
                      .bigEndian = m_source.bigEndian});
    }

    const TorchSource& m_source;
    TensorIntake& m_intake;
    std::vector<std::pair<std::string, const PickleValue*>> m_found;
    std::vector<const PickleValue*> m_path;
    std::size_t m_visits = 0;
    std::size_t m_looked = 0;
    std::size_t m_nameBytes = 0;
};

} // namespace

void takeTensors(const Pickle& pickle, const TorchSource& source, TensorIntake& intake)
{
    Checkpoint(source, intake).take(*pickle.root);
}

} // namespace netsmith::interop

#include "engine/interop/weights/pickle.h"

#include "engine/core/error.h"
#include "engine/core/utf8.h"
#include "engine/fields/text/code_points.h"

#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <unordered_map>

namespace netsmith::interop {
namespace {

using Kind = PickleValue::Kind;

constexpr std::size_t valuesAtMost = std::size_t{1} << 22;
constexpr std::size_t wordsAtMost = 200; // of a name in messages

/// What the virtual machine of pickles does, apart from calling and importing.
class Unpickler {
public:
    Unpickler(std::span<const std::byte> bytes, const std::string& place, const PickleCalls& calls)
        : m_bytes(bytes)
        , m_place(place)
        , m_calls(calls)
    {
    }

    Pickle read()
    {
        while (!m_pickle.root)
            step();
        m_pickle.bytes = m_at;
        return std::move(m_pickle);
    }

private:
    [[noreturn]] void fail(Message reason) const
    {
        refuse(NS_MESSAGE("weights.pickle", "{0}, byte {1}: {2}"), m_place, m_begin, std::move(reason));
    }
    [[noreturn]] void damaged() const
    {
        fail(Message(NS_MESSAGE("weights.pickle.damaged", "its pickle is damaged; download or copy it again")));
    }

    std::string_view take(std::uint64_t count)
    {
        if (count > m_bytes.size() - m_at)
            fail(Message(NS_MESSAGE("weights.pickle.ends", "its pickle ends too early; download or copy the file again")));
        const auto* begin = reinterpret_cast<const char*>(m_bytes.data()) + m_at;
        m_at += static_cast<std::size_t>(count);
        return {begin, static_cast<std::size_t>(count)};
    }
    template <class T>
    T number()
    {
        T value{};
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        return value;
    }
    /// Up to the end of the line, without it.
    std::string_view line()
    {
        const auto* begin = reinterpret_cast<const char*>(m_bytes.data()) + m_at;
        const std::string_view rest(begin, m_bytes.size() - m_at);
        const std::size_t end = rest.find('\n');
        const std::string_view text = take(end == std::string_view::npos ? rest.size() + 1 : end);
        take(1);
        return text;
    }

    PickleValue& make(Kind kind)
    {
        if (m_pickle.values.size() >= valuesAtMost)
            fail(Message(NS_MESSAGE("weights.pickle.values", "its pickle has more than {0} values"), valuesAtMost));
        PickleValue& value = m_pickle.values.emplace_back();
        value.kind = kind;
        return value;
    }
    PickleValue& push(Kind kind)
    {
        PickleValue& value = make(kind);
        m_stack.push_back(&value);
        return value;
    }
    void pushInteger(std::int64_t integer, Kind kind = Kind::integer) { push(kind).integer = integer; }
    void pushText(std::string_view text, Kind kind = Kind::text) { push(kind).text = text; }
    void pushOwnText(std::string text) { pushText(m_pickle.texts.emplace_back(std::move(text))); }
    void pushGlobal(std::string_view module, std::string_view name)
    {
        PickleValue& value = push(Kind::global);
        value.module = module;
        value.text = name;
    }
    /// A little-endian integer in two's complement of any length.
    void pushLong(std::string_view bytes)
    {
        if (bytes.size() > sizeof(std::int64_t))
            return pushText(bytes, Kind::large);
        std::uint64_t bits = !bytes.empty() && (bytes.back() & 0x80) != 0 ? ~std::uint64_t{0} : 0;
        std::memcpy(&bits, bytes.data(), bytes.size());
        pushInteger(std::bit_cast<std::int64_t>(bits));
    }

    PickleValue* top()
    {
        if (m_stack.size() <= (m_marks.empty() ? 0 : m_marks.back()))
            damaged();
        return m_stack.back();
    }
    PickleValue* pop()
    {
        PickleValue* value = top();
        m_stack.pop_back();
        return value;
    }
    /// All values since the last mark, which goes too.
    std::vector<const PickleValue*> popToMark()
    {
        if (m_marks.empty())
            damaged();
        const auto begin = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
        std::vector<const PickleValue*> items(begin, m_stack.end());
        m_stack.erase(begin, m_stack.end());
        m_marks.pop_back();
        return items;
    }
    void pushItems(Kind kind, std::vector<const PickleValue*> items) { push(kind).items = std::move(items); }
    void pushLast(std::size_t count)
    {
        std::vector<const PickleValue*> items(count);
        for (std::size_t i = count; i-- > 0;)
            items[i] = pop();
        pushItems(Kind::tuple, std::move(items));
    }
    /// Into the list, set, dict or object on top.
    void add(const std::vector<const PickleValue*>& items, Kind kind)
    {
        PickleValue* target = top();
        if ((target->kind != kind && target->kind != Kind::made) || (kind == Kind::dict && items.size() % 2 != 0))
            damaged();
        target->items.insert(target->items.end(), items.begin(), items.end());
    }

    void call(const PickleValue* callee, const PickleValue* arguments, bool isNew)
    {
        if (callee->kind != Kind::global || arguments->kind != Kind::tuple)
            fail(Message(NS_MESSAGE("weights.pickle.callee", "its pickle calls something that is not a name; it is not read")));
        if (!isNew && !m_calls(*callee))
            fail(Message(NS_MESSAGE("weights.pickle.call",
                                    "its pickle calls {0}, which could do anything; nothing was run and the file is not read: save "
                                    "the weights alone, with torch.save(model.state_dict(), FILE)"),
                         callee->globalName()));
        PickleValue& made = push(Kind::made);
        made.isNew = isNew;
        made.maker = callee;
        made.arguments = arguments;
    }
    /// Of INST and OBJ, which is how classes of Python 2 are made: without arguments by no call.
    void callOld(const PickleValue* callee, std::vector<const PickleValue*> items)
    {
        PickleValue& arguments = make(Kind::tuple);
        arguments.items = std::move(items);
        call(callee, &arguments, arguments.items.empty());
    }

    void memoize(std::uint64_t key) { m_memo[key] = top(); }
    void recall(std::uint64_t key)
    {
        const auto found = m_memo.find(key);
        if (found == m_memo.end())
            damaged();
        m_stack.push_back(found->second);
    }
    std::uint64_t memoKey()
    {
        const std::string_view text = line();
        std::uint64_t key = 0;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), key);
        if (code != std::errc() || end != text.data() + text.size())
            damaged();
        return key;
    }

    void step();
    void stepOfWords(char opcode);
    void stepOfContainers(unsigned char opcode);
    void pushDecimal(std::string_view text);
    void pushQuoted(std::string_view text);
    void pushUnicodeLine(std::string_view text);

    std::span<const std::byte> m_bytes;
    const std::string& m_place;
    const PickleCalls& m_calls;
    std::size_t m_at = 0;
    std::size_t m_begin = 0; ///< of the current instruction
    Pickle m_pickle;
    std::vector<PickleValue*> m_stack;
    std::vector<std::size_t> m_marks; ///< heights of the stack
    std::unordered_map<std::uint64_t, PickleValue*> m_memo;
};

void Unpickler::step()
{
    m_begin = m_at;
    const auto opcode = number<unsigned char>();
    switch (opcode) {
    case 0x80: // PROTO
        if (const auto protocol = number<std::uint8_t>(); protocol > 5)
            fail(Message(NS_MESSAGE("weights.pickle.protocol", "its pickle is of the protocol {0}, and 0 to 5 can be read"),
                         protocol));
        break;
    case 0x95: number<std::uint64_t>(); break; // FRAME: how much to load at once
    case '.': m_pickle.root = pop(); break;
    case '(': m_marks.push_back(m_stack.size()); break;
    case '0': // POP, of a mark too
        if (!m_marks.empty() && m_marks.back() == m_stack.size())
            m_marks.pop_back();
        else
            pop();
        break;
    case '1': popToMark(); break;
    case '2': m_stack.push_back(top()); break;
    case 'N': push(Kind::none); break;
    case 0x88: pushInteger(1, Kind::boolean); break;
    case 0x89: pushInteger(0, Kind::boolean); break;
    case 'J': pushInteger(number<std::int32_t>()); break;
    case 'K': pushInteger(number<std::uint8_t>()); break;
    case 'M': pushInteger(number<std::uint16_t>()); break;
    case 0x8a: pushLong(take(number<std::uint8_t>())); break;
    case 0x8b: pushLong(take(number<std::uint32_t>())); break;
    case 'G': push(Kind::real).real = std::bit_cast<double>(__builtin_bswap64(number<std::uint64_t>())); break;
    case 'U': pushText(take(number<std::uint8_t>())); break; // a str of Python 2
    case 'T': pushText(take(number<std::uint32_t>())); break;
    case 0x8c: pushText(take(number<std::uint8_t>())); break;
    case 'X': pushText(take(number<std::uint32_t>())); break;
    case 0x8d: pushText(take(number<std::uint64_t>())); break;
    case 'C': pushText(take(number<std::uint8_t>()), Kind::bytes); break;
    case 'B': pushText(take(number<std::uint32_t>()), Kind::bytes); break;
    case 0x8e: // BINBYTES8
    case 0x96: pushText(take(number<std::uint64_t>()), Kind::bytes); break; // BYTEARRAY8
    case 'h': recall(number<std::uint8_t>()); break;
    case 'j': recall(number<std::uint32_t>()); break;
    case 'q': memoize(number<std::uint8_t>()); break;
    case 'r': memoize(number<std::uint32_t>()); break;
    case 0x94: memoize(m_memo.size()); break;
    case 'F':
    case 'I':
    case 'L':
    case 'S':
    case 'V':
    case 'c':
    case 'g':
    case 'i':
    case 'p': stepOfWords(static_cast<char>(opcode)); break;
    default: stepOfContainers(opcode);
    }
}

/// Instructions of protocol 0, whose arguments are lines of text.
void Unpickler::stepOfWords(char opcode)
{
    switch (opcode) {
    case 'F': {
        const std::string_view text = line();
        double real = 0.0;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), real);
        if (code == std::errc::invalid_argument || end != text.data() + text.size())
            damaged();
        push(Kind::real).real = real;
        break;
    }
    case 'I':
    case 'L': pushDecimal(line()); break;
    case 'S': pushQuoted(line()); break;
    case 'V': pushUnicodeLine(line()); break;
    case 'c': {
        const std::string_view module = line();
        pushGlobal(module, line());
        break;
    }
    case 'g': recall(memoKey()); break;
    case 'p': memoize(memoKey()); break;
    case 'i': {
        PickleValue& callee = make(Kind::global);
        callee.module = line();
        callee.text = line();
        callOld(&callee, popToMark());
        break;
    }
    default: damaged();
    }
}

void Unpickler::stepOfContainers(unsigned char opcode)
{
    switch (opcode) {
    case ')': push(Kind::tuple); break;
    case ']': push(Kind::list); break;
    case '}': push(Kind::dict); break;
    case 0x8f: push(Kind::set); break;
    case 't': pushItems(Kind::tuple, popToMark()); break;
    case 'l': pushItems(Kind::list, popToMark()); break;
    case 0x91: pushItems(Kind::set, popToMark()); break; // FROZENSET
    case 'd':
        pushItems(Kind::dict, popToMark());
        if (m_stack.back()->items.size() % 2 != 0)
            damaged();
        break;
    case 0x85:
    case 0x86:
    case 0x87: pushLast(opcode - 0x84u); break; // TUPLE1 to TUPLE3
    case 'a': {
        const PickleValue* item = pop();
        add({item}, Kind::list);
        break;
    }
    case 'e': add(popToMark(), Kind::list); break;
    case 0x90: add(popToMark(), Kind::set); break; // ADDITEMS
    case 's': {
        const PickleValue* value = pop();
        const PickleValue* key = pop();
        add({key, value}, Kind::dict);
        break;
    }
    case 'u': add(popToMark(), Kind::dict); break;
    case 0x93: { // STACK_GLOBAL
        const PickleValue *name = pop(), *module = pop();
        if (name->kind != Kind::text || module->kind != Kind::text)
            damaged();
        pushGlobal(module->text, name->text);
        break;
    }
    case 'R':
    case 0x81: { // REDUCE, NEWOBJ
        const PickleValue *arguments = pop(), *callee = pop();
        call(callee, arguments, opcode != 'R');
        break;
    }
    case 0x92: { // NEWOBJ_EX, whose named arguments say nothing about tensors
        pop();
        const PickleValue *arguments = pop(), *callee = pop();
        call(callee, arguments, true);
        break;
    }
    case 'o': {
        std::vector<const PickleValue*> items = popToMark();
        if (items.empty())
            damaged();
        const PickleValue* callee = items.front();
        items.erase(items.begin());
        callOld(callee, std::move(items));
        break;
    }
    case 'b': {
        const PickleValue* state = pop();
        top()->state = state;
        break;
    }
    case 'Q': {
        const PickleValue* id = pop();
        push(Kind::persistent).arguments = id;
        break;
    }
    case 'P':
    case 0x82:
    case 0x83:
    case 0x84:
    case 0x97:
    case 0x98:
        fail(Message(NS_MESSAGE("weights.pickle.outside",
                                "its pickle refers to something outside the file (instruction {0}), which "
                                "PyTorch doesn't write; it is not read"),
                     static_cast<int>(opcode)));
    default:
        fail(Message(NS_MESSAGE("weights.pickle.instruction",
                                "its pickle has an instruction that doesn't exist, {0}; download or copy the file again"),
                     static_cast<int>(opcode)));
    }
}

/// INT and LONG: "00" and "01" are truth values, "12L" was written by Python 2.
void Unpickler::pushDecimal(std::string_view text)
{
    if (text == "00" || text == "01")
        return pushInteger(text == "01" ? 1 : 0, Kind::boolean);
    if (text.ends_with('L'))
        text.remove_suffix(1);
    std::int64_t integer = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), integer);
    if (code == std::errc::invalid_argument || end != text.data() + text.size())
        damaged();
    if (code == std::errc::result_out_of_range)
        return pushText(text, Kind::large);
    pushInteger(integer);
}

/// STRING: as Python's repr of a str.
void Unpickler::pushQuoted(std::string_view text)
{
    if (text.size() < 2 || text.front() != text.back() || (text.front() != '\'' && text.front() != '"'))
        damaged();
    text = text.substr(1, text.size() - 2);
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out += text[i];
            continue;
        }
        const char escape = text[++i];
        unsigned code = 0;
        if (escape == 'x' && i + 2 < text.size()
            && std::from_chars(&text[i + 1], &text[i + 1] + 2, code, 16).ptr == &text[i + 1] + 2) {
            out += static_cast<char>(code);
            i += 2;
        } else {
            out += escape == 'n' ? '\n' : escape == 't' ? '\t' : escape == 'r' ? '\r' : escape;
        }
    }
    pushOwnText(std::move(out));
}

/// UNICODE: bytes are Latin-1, other characters are \uXXXX or \UXXXXXXXX.
void Unpickler::pushUnicodeLine(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t digits = text.substr(i).starts_with("\\u") ? 4 : text.substr(i).starts_with("\\U") ? 8 : 0;
        std::uint32_t code = static_cast<unsigned char>(text[i]);
        if (digits > 0) {
            if (text.size() - i < digits + 2)
                damaged();
            const char* begin = text.data() + i + 2;
            if (std::from_chars(begin, begin + digits, code, 16).ptr != begin + digits || code > 0x10ffff)
                damaged();
            i += digits + 1;
        }
        data::appendUtf8(out, static_cast<char32_t>(code));
    }
    pushOwnText(std::move(out));
}

} // namespace

std::string PickleValue::globalName() const
{
    const auto part = [](std::string_view text) {
        return visibleText(text.substr(0, wordsAtMost)) + (text.size() > wordsAtMost ? "…" : "");
    };
    return part(module) + '.' + part(text);
}

Pickle readPickle(std::span<const std::byte> bytes, const std::string& place, const PickleCalls& calls)
{
    return Unpickler(bytes, place, calls).read();
}

} // namespace netsmith::interop

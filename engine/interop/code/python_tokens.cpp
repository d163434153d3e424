#include "engine/interop/code/python_tokens.h"

#include "engine/core/error.h"
#include "engine/core/utf8.h"

#include <algorithm>
#include <array>

namespace netsmith::interop {
namespace {

bool isDecimal(char c)
{
    return c >= '0' && c <= '9';
}

/// Letters beyond ASCII count as letters: the text is valid UTF-8, and what they are makes no difference here.
bool startsName(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool continuesName(char c)
{
    return startsName(c) || isDecimal(c);
}

/// The longest first.
constexpr std::array<std::string_view, 47> pythonSymbols{
    "**=", "//=", "<<=", ">>=", "...", "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "->", "+=", "-=",
    "*=",  "/=",  "%=",  "&=",  "|=",  "^=", "@=", ":=", "+",  "-",  "*",  "/",  "%",  "@",  "&",  "|",
    "^",   "~",   "<",   ">",   "(",   ")",  "[",  "]",  "{",  "}",  ",",  ":",  ".",  ";",  "="};

class PythonTokenizer {
    using Kind = PythonToken::Kind;

public:
    explicit PythonTokenizer(std::string_view source)
        : m_source(source)
    {
    }

    std::vector<PythonToken> run()
    {
        while (m_at < m_source.size()) {
            if (m_lineStarts && m_open.empty() && startLine())
                continue;
            next();
        }
        if (!m_open.empty())
            refuseCode(m_open.back().line,
                       Message(NS_MESSAGE("code.unclosed", "the bracket \"{0}\" is never closed"), m_open.back().text));
        if (!m_tokens.empty() && m_tokens.back().kind != Kind::newline)
            add(Kind::newline);
        for (; m_indents.size() > 1; m_indents.pop_back())
            add(Kind::dedent);
        add(Kind::end);
        return std::move(m_tokens);
    }

private:
    char at(std::size_t offset = 0) const { return m_at + offset < m_source.size() ? m_source[m_at + offset] : '\0'; }

    void add(Kind kind, std::string text = {}, int line = 0)
    {
        if (m_tokens.size() >= CodeLimits::tokens)
            refuseCode(
                m_line,
                Message(NS_MESSAGE("code.tokens", "the program has more than {0} words, too many to be read"), CodeLimits::tokens));
        m_tokens.push_back({kind, line ? line : m_line, std::move(text)});
    }

    /// Reads the indentation of a line; true where the line is empty or a comment, which is skipped.
    bool startLine()
    {
        int width = 0;
        std::size_t end = m_at;
        for (; end < m_source.size(); ++end)
            if (m_source[end] == ' ')
                ++width;
            else if (m_source[end] == '\t')
                width = (width / 8 + 1) * 8;
            else if (m_source[end] == '\f')
                width = 0;
            else
                break;
        m_at = end;
        if (at() == '\n' || at() == '#' || at() == '\r' || m_at >= m_source.size()) {
            skipLine();
            return true;
        }
        m_lineStarts = false;
        if (width > m_indents.back()) {
            if (m_indents.size() > static_cast<std::size_t>(CodeLimits::depth))
                refuseCode(
                    m_line,
                    Message(NS_MESSAGE("code.depth", "there are more than {0} levels within each other"), CodeLimits::depth));
            m_indents.push_back(width);
            add(Kind::indent);
            return false;
        }
        while (width < m_indents.back()) {
            m_indents.pop_back();
            add(Kind::dedent);
        }
        if (width != m_indents.back())
            refuseCode(m_line, Message(NS_MESSAGE("code.indent", "the indentation matches no line above")));
        return false;
    }

    void skipLine()
    {
        while (m_at < m_source.size() && m_source[m_at] != '\n')
            ++m_at;
        if (m_at < m_source.size()) {
            ++m_at;
            ++m_line;
        }
    }

    void next()
    {
        const char c = at();
        if (c == '\n') {
            if (m_open.empty()) {
                add(Kind::newline);
                m_lineStarts = true;
            }
            ++m_line;
            ++m_at;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f')
            ++m_at;
        else if (c == '#')
            while (m_at < m_source.size() && at() != '\n')
                ++m_at;
        else if (c == '\\' && (at(1) == '\n' || (at(1) == '\r' && at(2) == '\n'))) {
            m_at += at(1) == '\n' ? 2 : 3;
            ++m_line;
        } else if (isDecimal(c) || (c == '.' && isDecimal(at(1))))
            number();
        else if (c == '"' || c == '\'')
            string({});
        else if (startsName(c))
            name();
        else
            symbol();
    }

    void name()
    {
        const std::size_t begin = m_at;
        while (m_at < m_source.size() && continuesName(at()))
            ++m_at;
        std::string text(m_source.substr(begin, m_at - begin));
        if ((at() == '"' || at() == '\'') && text.size() <= 2 && text.find_first_not_of("rRbBuUfFtT") == std::string::npos)
            string(text);
        else
            add(Kind::name, std::move(text));
    }

    void number()
    {
        std::string digits;
        const auto take = [&](auto belongs) {
            for (; m_at < m_source.size() && (belongs(at()) || at() == '_'); ++m_at)
                if (at() != '_')
                    digits += at();
        };
        Kind kind = Kind::integer;
        if (at() == '0' && std::string_view("xXoObB").find(at(1)) != std::string_view::npos) {
            digits = {'0', at(1)};
            m_at += 2;
            take([](char c) { return isDecimal(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); });
        } else {
            take(isDecimal);
            if (at() == '.') {
                kind = Kind::real;
                digits += '.';
                ++m_at;
                take(isDecimal);
            }
            if ((at() == 'e' || at() == 'E') && (isDecimal(at(1)) || ((at(1) == '-' || at(1) == '+') && isDecimal(at(2))))) {
                kind = Kind::real;
                digits += {'e', at(1)};
                m_at += 2;
                take(isDecimal);
            }
        }
        if (startsName(at()) && at() != 'j' && at() != 'J')
            refuseCode(m_line, Message(NS_MESSAGE("code.number", "\"{0}\" is followed by a letter; this is not Python"), digits));
        if (at() == 'j' || at() == 'J')
            ++m_at; // no network has imaginary numbers: what uses it will not be known
        add(kind, std::move(digits));
    }

    void string(const std::string& prefix)
    {
        const int begin = m_line;
        const bool isRaw = prefix.find_first_of("rR") != std::string::npos;
        const bool isFormatted = prefix.find_first_of("fFtT") != std::string::npos;
        const char quote = at();
        const bool isLong = at(1) == quote && at(2) == quote;
        m_at += isLong ? 3 : 1;
        std::string content;
        for (;; ++m_at) {
            const char c = at();
            if (m_at >= m_source.size() || (!isLong && c == '\n'))
                refuseCode(begin, Message(NS_MESSAGE("code.string", "a string is not closed")));
            if (c == quote && (!isLong || (at(1) == quote && at(2) == quote)))
                break;
            if (c == '\n')
                ++m_line;
            if (c != '\\' || m_at + 1 >= m_source.size()) {
                content += c;
                continue;
            }
            ++m_at;
            if (at() == '\n')
                ++m_line;
            if (isRaw || std::string_view("\\'\"\nnt").find(at()) == std::string_view::npos)
                content += {'\\', at()};
            else if (at() != '\n')
                content += at() == 'n' ? '\n' : at() == 't' ? '\t' : at();
        }
        m_at += isLong ? 3 : 1;
        add(isFormatted ? Kind::formatted : Kind::text, std::move(content), begin);
    }

    void symbol()
    {
        const std::string_view rest = m_source.substr(m_at);
        const auto found = std::ranges::find_if(pythonSymbols, [&](std::string_view symbol) { return rest.starts_with(symbol); });
        if (found == pythonSymbols.end())
            refuseCode(
                m_line,
                Message(NS_MESSAGE("code.character", "\"{0}\" has no meaning in Python"), visibleText(std::string(1, at()))));
        const char c = found->front();
        if (c == '(' || c == '[' || c == '{') {
            if (m_open.size() >= static_cast<std::size_t>(CodeLimits::depth))
                refuseCode(
                    m_line,
                    Message(NS_MESSAGE("code.depth", "there are more than {0} levels within each other"), CodeLimits::depth));
            m_open.push_back({Kind::symbol, m_line, std::string(1, c)});
        }
        if (c == ')' || c == ']' || c == '}') {
            const char opening = c == ')' ? '(' : c == ']' ? '[' : '{';
            if (m_open.empty() || m_open.back().text[0] != opening)
                refuseCode(m_line, Message(NS_MESSAGE("code.unopened", "\"{0}\" closes no bracket"), c));
            m_open.pop_back();
        }
        add(Kind::symbol, std::string(*found));
        m_at += found->size();
    }

    std::string_view m_source;
    std::size_t m_at = 0;
    int m_line = 1;
    bool m_lineStarts = true;
    std::vector<int> m_indents{0};
    std::vector<PythonToken> m_open;
    std::vector<PythonToken> m_tokens;
};

} // namespace

void refuseCode(int line, Message reason)
{
    throw Error(ErrorKind::input, NS_MESSAGE("code.line", "line {0}: {1}"), line, std::move(reason));
}

std::vector<PythonToken> pythonTokens(std::string_view source)
{
    if (source.size() > CodeLimits::bytes)
        throw Error(ErrorKind::input, NS_MESSAGE("code.size", "it has {0:byte|bytes}, and a program may have {1}"), source.size(),
                    CodeLimits::bytes);
    if (source.starts_with("\xef\xbb\xbf"))
        source.remove_prefix(3);
    const std::size_t bad = std::min(source.find('\0'), firstNotUtf8(source).value_or(source.size()));
    if (bad < source.size())
        refuseCode(static_cast<int>(std::ranges::count(source.substr(0, bad), '\n')) + 1,
                   Message(NS_MESSAGE("code.bytes", "this is no text in UTF-8, so it is not Python")));
    return PythonTokenizer(source).run();
}

} // namespace netsmith::interop

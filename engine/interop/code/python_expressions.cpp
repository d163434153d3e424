#include "engine/interop/code/python_expressions.h"

#include "engine/core/error.h"
#include "engine/core/utf8.h"

#include <algorithm>
#include <array>

namespace netsmith::interop {
namespace {

constexpr std::array<std::string_view, 33> keywords{
    "False", "None", "True",   "and",      "as",     "assert",  "async", "await", "break",  "class", "continue",
    "def",   "del",  "elif",   "else",     "except", "finally", "for",   "from",  "global", "if",    "import",
    "in",    "is",   "lambda", "nonlocal", "not",    "or",      "pass",  "raise", "return", "try",   "while"};

bool isKeyword(std::string_view word)
{
    return std::ranges::find(keywords, word) != keywords.end() || word == "with" || word == "yield";
}

/// From the weakest to the strongest.
const std::array<std::vector<std::string_view>, 6> binaryOperators{
    {{"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "//", "%", "@"}}};

constexpr std::array<std::string_view, 6> comparisons{"<", ">", "==", "!=", "<=", ">="};

} // namespace

PythonExpressionParser::Level::Level(PythonExpressionParser& parser)
    : m_parser(parser)
{
    if (++m_parser.m_depth <= CodeLimits::depth)
        return;
    --m_parser.m_depth;
    refuseCode(m_parser.peek().line,
               Message(NS_MESSAGE("code.depth", "there are more than {0} levels within each other"), CodeLimits::depth));
}

const PythonToken& PythonExpressionParser::peek(std::size_t offset) const
{
    return m_tokens[std::min(m_at + offset, m_tokens.size() - 1)];
}

const PythonToken& PythonExpressionParser::take()
{
    const PythonToken& token = peek();
    if (m_at + 1 < m_tokens.size())
        ++m_at;
    return token;
}

bool PythonExpressionParser::isSymbol(std::string_view symbol) const
{
    return peek().kind == PythonToken::Kind::symbol && peek().text == symbol;
}

bool PythonExpressionParser::isWord(std::string_view word) const
{
    return peek().kind == PythonToken::Kind::name && peek().text == word;
}

bool PythonExpressionParser::takeSymbol(std::string_view symbol)
{
    const bool is = isSymbol(symbol);
    if (is)
        take();
    return is;
}

bool PythonExpressionParser::takeWord(std::string_view word)
{
    const bool is = isWord(word);
    if (is)
        take();
    return is;
}

void PythonExpressionParser::expectSymbol(std::string_view symbol)
{
    if (!takeSymbol(symbol))
        unexpected();
}

std::string PythonExpressionParser::expectName()
{
    if (peek().kind != PythonToken::Kind::name || isKeyword(peek().text))
        unexpected();
    return take().text;
}

void PythonExpressionParser::unexpected() const
{
    const PythonToken& token = peek();
    switch (token.kind) {
    case PythonToken::Kind::end: refuseCode(token.line, Message(NS_MESSAGE("code.ends", "the program ends too early")));
    case PythonToken::Kind::newline: refuseCode(token.line, Message(NS_MESSAGE("code.line_ends", "the line ends too early")));
    case PythonToken::Kind::indent:
    case PythonToken::Kind::dedent:
        refuseCode(token.line, Message(NS_MESSAGE("code.indentation", "the indentation is unexpected")));
    default: break;
    }
    constexpr std::size_t shown = 40;
    refuseCode(token.line,
               Message(NS_MESSAGE("code.syntax", "\"{0}\" is unexpected here; this is not Python 3 as it is read"),
                       visibleText(token.text.size() > shown ? "…" : token.text)));
}

PythonExpression PythonExpressionParser::made(Kind kind, int line, std::string text)
{
    PythonExpression expression;
    expression.kind = kind;
    expression.line = line;
    expression.text = std::move(text);
    return expression;
}

PythonExpressionPtr PythonExpressionParser::finished(PythonExpression expression) const
{
    for (const PythonExpressionPtr& part : expression.parts)
        if (part)
            expression.depth = std::max(expression.depth, part->depth + 1);
    if (expression.depth > CodeLimits::depth)
        refuseCode(expression.line,
                   Message(NS_MESSAGE("code.depth", "there are more than {0} levels within each other"), CodeLimits::depth));
    return std::make_unique<const PythonExpression>(std::move(expression));
}

PythonExpressionPtr PythonExpressionParser::joined(Kind kind, int line, std::string text, PythonExpressionPtr left,
                                                   PythonExpressionPtr right) const
{
    PythonExpression both = made(kind, line, std::move(text));
    both.parts.push_back(std::move(left));
    both.parts.push_back(std::move(right));
    return finished(std::move(both));
}

/// Whether what follows can't begin another element of a list.
bool PythonExpressionParser::endsExpressions() const
{
    const PythonToken& token = peek();
    if (token.kind == PythonToken::Kind::symbol)
        return token.text == ")" || token.text == "]" || token.text == "}" || token.text == ":" || token.text == ";"
            || token.text.back() == '=';
    return token.kind == PythonToken::Kind::newline || token.kind == PythonToken::Kind::end || isWord("in");
}

PythonExpressionPtr PythonExpressionParser::element()
{
    const int line = peek().line;
    if (takeSymbol("*")) {
        PythonExpression starred = made(Kind::starred, line);
        starred.parts.push_back(binary(0));
        return finished(std::move(starred));
    }
    if (peek().kind == PythonToken::Kind::name && peek(1).kind == PythonToken::Kind::symbol && peek(1).text == ":=") {
        take();
        take(); // the name's value is the whole expression's, and nothing of a network is named so
    }
    return expression();
}

PythonExpressionPtr PythonExpressionParser::expressions()
{
    const int line = peek().line;
    PythonExpressionPtr first = element();
    if (!isSymbol(","))
        return first;
    PythonExpression tuple = made(Kind::tuple, line);
    tuple.parts.push_back(std::move(first));
    while (takeSymbol(",") && !endsExpressions())
        tuple.parts.push_back(element());
    return finished(std::move(tuple));
}

PythonExpressionPtr PythonExpressionParser::targets()
{
    const Level level(*this);
    const int line = peek().line;
    PythonExpression tuple = made(Kind::tuple, line);
    bool several = false;
    do {
        if (isWord("in"))
            break;
        const bool isStarred = takeSymbol("*");
        PythonExpressionPtr one = primary();
        if (isStarred) {
            PythonExpression starred = made(Kind::starred, line);
            starred.parts.push_back(std::move(one));
            one = finished(std::move(starred));
        }
        tuple.parts.push_back(std::move(one));
        several = several || isSymbol(",");
    } while (takeSymbol(","));
    if (tuple.parts.empty())
        unexpected();
    return several ? finished(std::move(tuple)) : std::move(tuple.parts[0]);
}

PythonExpressionPtr PythonExpressionParser::expression()
{
    const Level level(*this);
    if (isWord("lambda"))
        return lambda();
    const int line = peek().line;
    if (takeWord("yield")) {
        PythonExpression opaque = made(Kind::opaque, line);
        takeWord("from");
        if (!endsExpressions())
            opaque.parts.push_back(expressions());
        return finished(std::move(opaque));
    }
    PythonExpressionPtr value = logical("or");
    if (!takeWord("if"))
        return value;
    PythonExpression conditional = made(Kind::conditional, line);
    conditional.parts.push_back(logical("or"));
    if (!takeWord("else"))
        unexpected();
    conditional.parts.push_back(std::move(value));
    conditional.parts.push_back(expression());
    return finished(std::move(conditional));
}

PythonExpressionPtr PythonExpressionParser::lambda()
{
    PythonExpression function = made(Kind::lambda, take().line);
    function.parameters = parameters(":", false);
    expectSymbol(":");
    function.parts.push_back(expression());
    return finished(std::move(function));
}

PythonExpressionPtr PythonExpressionParser::logical(std::string_view word)
{
    const bool isOr = word == "or";
    const int line = peek().line;
    PythonExpressionPtr first = isOr ? logical("and") : negation();
    if (!isWord(word))
        return first;
    PythonExpression all = made(Kind::logical, line, std::string(word));
    all.parts.push_back(std::move(first));
    while (takeWord(word))
        all.parts.push_back(isOr ? logical("and") : negation());
    return finished(std::move(all));
}

PythonExpressionPtr PythonExpressionParser::negation()
{
    if (!isWord("not"))
        return comparison();
    const Level level(*this);
    PythonExpression negated = made(Kind::unary, take().line, "not");
    negated.parts.push_back(negation());
    return finished(std::move(negated));
}

PythonExpressionPtr PythonExpressionParser::comparison()
{
    const int line = peek().line;
    PythonExpression all = made(Kind::comparison, line);
    all.parts.push_back(binary(0));
    for (;;) {
        std::string name;
        if (peek().kind == PythonToken::Kind::symbol && std::ranges::find(comparisons, peek().text) != comparisons.end())
            name = take().text;
        else if (takeWord("in"))
            name = "in";
        else if (isWord("not") && peek(1).kind == PythonToken::Kind::name && peek(1).text == "in") {
            take();
            take();
            name = "not in";
        } else if (takeWord("is"))
            name = takeWord("not") ? "is not" : "is";
        else
            break;
        all.names.push_back(std::move(name));
        all.parts.push_back(binary(0));
    }
    return all.names.empty() ? std::move(all.parts[0]) : finished(std::move(all));
}

PythonExpressionPtr PythonExpressionParser::binary(int level)
{
    if (level == static_cast<int>(binaryOperators.size()))
        return unary();
    const std::vector<std::string_view>& operators = binaryOperators[static_cast<std::size_t>(level)];
    const int line = peek().line;
    PythonExpressionPtr left = binary(level + 1);
    while (peek().kind == PythonToken::Kind::symbol && std::ranges::find(operators, peek().text) != operators.end()) {
        std::string symbol = take().text;
        left = joined(Kind::binary, line, std::move(symbol), std::move(left), binary(level + 1));
    }
    return left;
}

PythonExpressionPtr PythonExpressionParser::unary()
{
    if (!isSymbol("-") && !isSymbol("+") && !isSymbol("~"))
        return power();
    const Level level(*this);
    const PythonToken& token = take();
    PythonExpression signedValue = made(Kind::unary, token.line, token.text);
    signedValue.parts.push_back(unary());
    return finished(std::move(signedValue));
}

PythonExpressionPtr PythonExpressionParser::power()
{
    const int line = peek().line;
    if (takeWord("await")) {
        PythonExpression opaque = made(Kind::opaque, line);
        opaque.parts.push_back(primary());
        return finished(std::move(opaque));
    }
    PythonExpressionPtr base = primary();
    if (!takeSymbol("**"))
        return base;
    const Level level(*this);
    return joined(Kind::binary, line, "**", std::move(base), unary());
}

PythonExpressionPtr PythonExpressionParser::primary()
{
    PythonExpressionPtr value = atom();
    for (;;) {
        const int line = peek().line;
        if (takeSymbol(".")) {
            PythonExpression attribute = made(Kind::attribute, line, expectName());
            attribute.parts.push_back(std::move(value));
            value = finished(std::move(attribute));
        } else if (takeSymbol("(")) {
            PythonExpression call = made(Kind::call, line);
            call.parts.push_back(std::move(value));
            call.names.emplace_back();
            arguments(call);
            value = finished(std::move(call));
        } else if (takeSymbol("[")) {
            PythonExpressionPtr place = index();
            expectSymbol("]");
            value = joined(Kind::subscript, line, {}, std::move(value), std::move(place));
        } else
            return value;
    }
}

PythonExpressionPtr PythonExpressionParser::atom()
{
    const PythonToken& token = peek();
    switch (token.kind) {
    case PythonToken::Kind::name:
        if (token.text == "True" || token.text == "False" || token.text == "None")
            return finished(made(Kind::constant, token.line, take().text));
        if (isKeyword(token.text))
            unexpected();
        return finished(made(Kind::name, token.line, take().text));
    case PythonToken::Kind::integer: return finished(made(Kind::integer, token.line, take().text));
    case PythonToken::Kind::real: return finished(made(Kind::real, token.line, take().text));
    case PythonToken::Kind::text:
    case PythonToken::Kind::formatted: {
        PythonExpression text = made(Kind::text, token.line);
        while (peek().kind == PythonToken::Kind::text || peek().kind == PythonToken::Kind::formatted) {
            if (peek().kind == PythonToken::Kind::formatted)
                text.kind = Kind::formatted;
            text.text += take().text;
        }
        return finished(std::move(text));
    }
    case PythonToken::Kind::symbol:
        if (token.text == "...") {
            take();
            return finished(made(Kind::constant, token.line, "..."));
        }
        return bracketed();
    default: unexpected();
    }
}

} // namespace netsmith::interop

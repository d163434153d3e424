#include "engine/fields/text/vocabulary.h"

#include "engine/fields/text/code_points.h"
#include "engine/graph/json/json_object.h"

#include <algorithm>

namespace netsmith::data {
namespace {

constexpr int schemaVersion = 1;

/// The characters at a token's ends, which decide whether a space separates it from its neighbours.
char32_t firstOf(const std::string& token)
{
    return codePointAt(token, 0).value;
}

bool isIdeograph(const std::string& token)
{
    return kindOf(firstOf(token)) == CharacterKind::ideograph;
}

bool isOneOf(char32_t character, std::u32string_view characters)
{
    return characters.find(character) != std::u32string_view::npos;
}

bool standsBehindASpace(const std::string& token)
{
    // Signs that close, end or belong to what comes before; all wide signs, which include their own space.
    const char32_t c = firstOf(token);
    const bool wide = (c >= 0x3001 && c <= 0x303F) || (c >= 0xFF01 && c <= 0xFF65);
    return !wide && !isOneOf(c, U".,;:!?)]}%…’”»'\"-–—/،؛؟।");
}

bool wantsASpaceBehind(const std::string& token)
{
    const char32_t c = firstOf(token);
    const bool wide = (c >= 0x3001 && c <= 0x303F) || (c >= 0xFF01 && c <= 0xFF65);
    return !wide && !isOneOf(c, U"([{¿¡‘“«-–—/$£€#@");
}

} // namespace

Vocabulary::Vocabulary(TokenRule rule, std::vector<std::string> tokens)
    : m_rule(rule)
    , m_tokens(std::move(tokens))
{
    if (std::ssize(m_tokens) > largest - firstToken)
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("data.text.largest", "a vocabulary has {0:token|tokens}, at most {1} are supported; choose a lower limit"),
            m_tokens.size(), largest - firstToken);
    m_ids.reserve(m_tokens.size());
    for (const std::string& token : m_tokens)
        if (token.empty() || !m_ids.emplace(token, firstToken + static_cast<std::int32_t>(m_ids.size())).second)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("data.text.vocabulary", "the token \"{0}\" is empty or appears twice in a vocabulary"), token);
    m_idsOfBytes.fill(unknown);
    for (const auto& [token, id] : m_ids)
        if (token.size() == 1)
            if (const auto byte = static_cast<unsigned char>(token.front()); byte < m_idsOfBytes.size())
                m_idsOfBytes[byte] = id;
}

std::string Vocabulary::shown(std::int32_t id) const
{
    if (id == padding)
        return "⟨padding⟩";
    if (id == unknown)
        return "⟨unknown⟩";
    const std::string& token = this->token(id);
    if (token == "\n")
        return "⏎";
    if (token == " ")
        return "␣";
    if (token == "\t")
        return "⇥";
    const char32_t c = firstOf(token);
    constexpr std::string_view digits = "0123456789ABCDEF";
    if (kindOf(c) != CharacterKind::blank)
        return token;
    std::string name = "U+";
    for (int shift = c > 0xFFFF ? 20 : 12; shift >= 0; shift -= 4)
        name += digits[c >> shift & 0xF];
    return name;
}

std::vector<std::string> Vocabulary::shownTokens() const
{
    std::vector<std::string> names;
    names.reserve(static_cast<std::size_t>(size()));
    for (std::int32_t id = 0; id < size(); ++id)
        names.push_back(shown(id));
    return names;
}

std::vector<std::int32_t> Vocabulary::encoded(std::string_view text) const
{
    std::vector<std::int32_t> ids;
    for (Tokens tokens(text, m_rule); tokens.next();)
        ids.push_back(idOf(tokens.token()));
    return ids;
}

std::vector<std::string> Vocabulary::unknownIn(std::string_view text) const
{
    std::vector<std::string> missing;
    for (Tokens tokens(text, m_rule); tokens.next();)
        if (idOf(tokens.token()) == unknown && std::ranges::find(missing, tokens.token()) == missing.end())
            missing.emplace_back(tokens.token());
    return missing;
}

std::string Vocabulary::written(std::int32_t before, std::int32_t id) const
{
    if (id == padding)
        return {};
    const std::string shownAs = id == unknown ? shown(id) : token(id);
    if (m_rule.unit == TextUnit::characters || before < firstToken || id < firstToken)
        return m_rule.unit == TextUnit::words && before >= unknown && shownAs != "\n" ? " " + shownAs : shownAs;
    const std::string& last = token(before);
    const bool close = last == "\n" || shownAs == "\n" || (isIdeograph(last) && isIdeograph(shownAs)) || !wantsASpaceBehind(last)
        || !standsBehindASpace(shownAs);
    return close ? shownAs : " " + shownAs;
}

std::string Vocabulary::text(std::span<const std::int32_t> ids) const
{
    std::string text;
    std::int32_t before = -1;
    for (const std::int32_t id : ids) {
        text += written(before, id);
        before = id == padding ? -1 : id;
    }
    return text;
}

std::string toJson(const Vocabulary& vocabulary)
{
    const TokenRule& rule = vocabulary.rule();
    return writeJson(Json{{"schema", schemaVersion},
                          {"unit", rule.unit == TextUnit::words ? "words" : "characters"},
                          {"lower_case", rule.lowerCase},
                          {"tokens", vocabulary.tokens()}});
}

Expected<Vocabulary> vocabularyFromJson(std::string_view text, std::string_view name)
try {
    const Json json = readJson(text).take();
    JsonObject object(json, "");
    if (const auto schema = integerFrom(object.require("schema"), "/schema"); schema > schemaVersion)
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("run.schema", "it is of version {0}, but this Netsmith reads up to {1}; a newer one wrote it: update"),
            schema, schemaVersion);
    const std::string unit = object.requiredText("unit");
    if (unit != "words" && unit != "characters")
        throw Error(ErrorKind::input, NS_MESSAGE("data.text.unit", "/unit: \"{0}\" is neither words nor characters"), unit);
    const Json& lower = object.require("lower_case");
    if (!lower.is_boolean())
        throwType(lower, "/lower_case", NS_MESSAGE("json.boolean", "true or false"));
    std::vector<std::string> tokens;
    for (const Json& token : object.array("tokens"))
        tokens.push_back(textFrom(token, pointerTo(object.at("tokens"), tokens.size())));
    return Vocabulary({unit == "words" ? TextUnit::words : TextUnit::characters, lower.get<bool>()}, std::move(tokens));
} catch (const Error& error) {
    return Error(ErrorKind::input, NS_MESSAGE("data.text.read", "{0}: {1}"), name, error.message());
}

} // namespace netsmith::data

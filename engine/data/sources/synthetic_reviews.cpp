#include "engine/core/philox.h"
#include "engine/data/built_in_source.h"
#include "engine/data/sources/sources.h"
#include "engine/fields/text/token_rows.h"

#include <array>

namespace netsmith::data {
namespace {

constexpr std::int64_t reviewLength = 16; ///< words; the longest review has 14

constexpr std::array<const char*, 8> reviewed{"film", "plot", "music", "acting", "ending", "story", "book", "play"};
constexpr std::array<const char*, 8> praises{"good", "great", "lovely", "clever", "moving", "funny", "fresh", "brilliant"};
constexpr std::array<const char*, 8> blames{"bad", "dull", "awful", "weak", "boring", "silly", "stale", "dreadful"};
constexpr std::array<const char*, 4> likes{"loved", "liked", "enjoyed", "admired"};
constexpr std::array<const char*, 4> dislikes{"hated", "disliked", "regretted", "despised"};
constexpr std::array<const char*, 3> negations{"not", "never", "hardly"};

template <std::size_t N>
std::string oneOf(const std::array<const char*, N>& words, RandomStream& random)
{
    return words[random.below(static_cast<std::uint32_t>(N))];
}

/// Says something good or bad about one thing, in two of five cases by negating the opposite.
std::string clause(bool good, RandomStream& random)
{
    const bool denied = random.uniform() < 0.4;
    const bool praise = good != denied;
    if (random.uniform() < 0.3) {
        const std::string negation = denied ? "never " : "";
        const std::string verb = praise ? oneOf(likes, random) : oneOf(dislikes, random);
        return "i " + negation + verb + " the " + oneOf(reviewed, random);
    }
    const std::string thing = oneOf(reviewed, random);
    const std::string negation = denied ? oneOf(negations, random) + " " : "";
    const std::string very = random.uniform() < 0.3 ? "very " : "";
    const std::string quality = praise ? oneOf(praises, random) : oneOf(blames, random);
    return "the " + thing + " was " + negation + very + quality;
}

/// What follows "but" decides, as it does for people.
std::string review(bool good, RandomStream& random)
{
    const double drawn = random.uniform();
    std::string text;
    if (drawn < 0.4)
        text = clause(!good, random) + " but ";
    else if (drawn < 0.6)
        text = clause(good, random) + " and ";
    return text + clause(good, random) + ".";
}

std::shared_ptr<const Vocabulary> reviewWords()
{
    std::vector<std::string> words{"the", "was", ".", "i", "but", "and", "very"};
    const auto add = [&](const auto& more) { words.insert(words.end(), more.begin(), more.end()); };
    add(reviewed);
    add(praises);
    add(blames);
    add(likes);
    add(dislikes);
    add(negations);
    return std::make_shared<const Vocabulary>(TokenRule{TextUnit::words, true}, std::move(words));
}

/// Sentences that distinguish a network that reads from one that counts words.
DataSplit drawReviews(const BuiltInSource::Part& part, const Watch&)
{
    constexpr std::uint64_t seed = 61;
    NewField texts = makeField(part.fields[0], part.count), labels = makeField(part.fields[1], part.count);
    for (std::int64_t i = 0; i < part.count; ++i) {
        RandomStream random(seed, static_cast<std::uint64_t>(part.first + i));
        const std::uint32_t good = random.below(2);
        labels.bytes[i] = static_cast<std::byte>(good);
        writeTokens(review(good == 1, random), part.fields[0], texts.bytes + i * part.fields[0].sampleBytes());
    }
    return {{std::move(texts.field), std::move(labels.field)}};
}

} // namespace

const Source& syntheticReviews()
{
    static const BuiltInSource source(
        {
            .id = "synthetic_reviews",
            .title = NS_TEXT("data.synthetic_reviews", "built-in synthetic reviews"),
            .doc = NS_TEXT(
                "data.synthetic_reviews",
                "Short sentences made by this program that praise something or don't: \"the plot was not bad but i never liked the "
                "ending.\" Words are negated, and what follows \"but\" decides, so that it is not enough to count them."),
            .licence = NS_TEXT("data.synthetic_reviews", "none needed: made by this program"),
            .trainCount = 4000,
            .testCount = 1000,
        },
        {
            tokenField(reviewLength, reviewWords()),
            {.name = "label",
             .type = DataType::u8,
             .classes = 2,
             .classNames = {NS_TEXT("data.synthetic_reviews", "negative"), NS_TEXT("data.synthetic_reviews", "positive")}},
        },
        drawReviews);
    return source;
}

} // namespace netsmith::data

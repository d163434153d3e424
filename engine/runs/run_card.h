#pragma once

#include "engine/runs/machine/costs.h"
#include "engine/runs/run_facts.h"

namespace netsmith::runs {

/// A fact on a run's card.
struct CardFact {
    std::string id; ///< "graph_hash"
    std::string title; ///< for people, in English; the studio translates it in the context "run_card". Settings have their paths.
    std::string value; ///< in English
    std::optional<Message> words{}; ///< the value if it is text; nothing: a name, a hash or a number
    std::string quantity{}; ///< "val_accuracy" if the value is its number, or that name itself
    std::optional<double> deviation{}; ///< of a value that is the mean of several runs
    std::optional<Message> titleWords{}; ///< the title if it is a sentence
};

struct CardSection {
    std::string id; ///< "data"
    std::string title;
    std::vector<CardFact> facts;
};

/// Everything that is needed to repeat a run and check whether the result is the same: hashes of graph,
/// settings, data, build, weights and metrics, the seed, the device, versions and all settings. And the energy that it took.
std::vector<CardSection> cardOf(const RunFacts& run, const Costs& costs = {});

Json cardJson(const std::vector<CardSection>& card);
std::string cardMarkdown(const std::string& name, const std::vector<CardSection>& card);

} // namespace netsmith::runs

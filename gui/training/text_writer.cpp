#include "gui/training/text_writer.h"

#include "engine/fields/text/vocabulary.h"

namespace netsmith::gui {

void TextWriter::begin(const WritingRequest& request, const AskedNetwork& network)
{
    m_id = 0; // if it throws below, no text has been started
    m_text.reset();
    train::TokenNetwork tokens = train::tokenNetworkOf(network.inputs, network.outputs);
    tokens.predict = [this](std::span<const data::Field> samples) { return m_network->predict(samples); };
    m_vocabulary = tokens.input.vocabulary;
    m_text.emplace(std::move(tokens), request.prompt, request.settings.sampling(),
                   static_cast<std::uint64_t>(request.settings.seed));
    m_id = request.id;
    m_run = network.run;
    m_written = 0;
}

WrittenText TextWriter::next(const WritingRequest& request, const AskedNetwork& network)
{
    m_network = &network;
    if (!m_text || request.id != m_id)
        begin(request, network);
    WrittenText piece{.id = request.id, .run = network.run, .step = network.step, .live = network.live};
    if (network.run != m_run) {
        piece.done = true;
        return piece;
    }
    if (m_written == 0)
        piece.unknown = m_text->unknown();
    const train::GeneratedToken token = m_text->next();
    WrittenToken written{token.text, m_vocabulary->shown(token.id), token.probability, {}};
    for (const train::TokenChance& chance : m_text->likeliest(alternatives))
        written.likeliest.push_back({m_vocabulary->shown(chance.id), chance.probability});
    piece.tokens.push_back(std::move(written));
    piece.done = ++m_written >= request.settings.length;
    return piece;
}

} // namespace netsmith::gui

#include "engine/report/markup.h"
#include "engine/report/network/network_drawing.h"
#include "engine/report/node_icons.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace netsmith::report {
namespace {

constexpr double around = 24.0; // of the drawing
constexpr double cornerRadius = 9.0; // of wires
constexpr double titleSize = 13.0;
constexpr double detailsSize = 11.5;
constexpr double titleLeft = 31.0;
constexpr double detailsLeft = 14.0;
constexpr double textRight = 8.0;
constexpr double titleBase = 21.5; // below the node's upper edge
constexpr double detailsBase = 40.0;
constexpr double portRadius = 3.3;
constexpr double iconSize = 14.0;
constexpr std::string_view fonts = "Inter, 'Noto Sans', 'Segoe UI', 'Helvetica Neue', Arial, 'Noto Sans CJK SC', sans-serif";

/// Writes the elements of a drawing.
class NetworkPainter {
public:
    NetworkPainter(const NetworkDrawing& drawing, Painting painting)
        : m_drawing(drawing)
        , m_painting(painting)
    {
    }

    std::string svg()
    {
        const Box bounds = m_drawing.bounds.isEmpty() ? Box{0.0, 0.0, 260.0, 40.0} : m_drawing.bounds.grown(around);
        const std::string size = fmt::format("{} {}", coordinate(bounds.width), coordinate(bounds.height));
        m_out = fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="{} {} {}" role="img" )"
                            R"(font-family="{}">)",
                            coordinate(bounds.width), coordinate(bounds.height), coordinate(bounds.x), coordinate(bounds.y), size,
                            fonts);
        add("\n<title>{}</title>\n", escaped(m_drawing.title.empty() ? "Network" : m_drawing.title));
        add(R"(<rect class="ground" x="{}" y="{}" width="{}" height="{}" fill="{}"/>)"
            "\n",
            coordinate(bounds.x), coordinate(bounds.y), coordinate(bounds.width), coordinate(bounds.height), paint(Ink::canvas));
        if (m_drawing.bounds.isEmpty())
            addText(130.0, 24.0, titleSize, Ink::textMuted, "The network has no layers.", R"( text-anchor="middle")");
        for (const DrawnFrame& frame : m_drawing.frames)
            addFrame(frame);
        for (const DrawnWire& wire : m_drawing.wires)
            addWire(wire);
        for (const DrawnFrame& frame : m_drawing.frames)
            addFrameTitle(frame);
        for (const DrawnWire& wire : m_drawing.wires)
            addCaption(wire);
        for (const DrawnNote& note : m_drawing.notes)
            addNote(note);
        for (const DrawnNode& node : m_drawing.nodes)
            addNode(node);
        return m_out + "</svg>\n";
    }

private:
    template <class... Arguments>
    void add(fmt::format_string<Arguments...> pattern, Arguments&&... arguments)
    {
        m_out += fmt::format(pattern, std::forward<Arguments>(arguments)...);
    }

    std::string paint(Ink ink) const { return paintOf(ink, m_painting); }

    void addText(double x, double y, double size, Ink ink, std::string_view text, std::string_view more = {})
    {
        add(R"(<text x="{}" y="{}" font-size="{}" fill="{}"{}>{}</text>)"
            "\n",
            coordinate(x), coordinate(y), coordinate(size), paint(ink), more, escaped(text));
    }

    void addRectangle(std::string_view kind, const Box& place, double radius, const std::string& look)
    {
        add(R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="{}" {}/>)"
            "\n",
            kind, coordinate(place.x), coordinate(place.y), coordinate(place.width), coordinate(place.height), coordinate(radius),
            look);
    }

    /// Straight lines with a quarter circle at each bend, or a smaller one where there is no room.
    void addWire(const DrawnWire& wire)
    {
        const Route& route = wire.route;
        std::string path = fmt::format("M{} {}", coordinate(route[0].x), coordinate(route[0].y));
        const auto toward = [](Place from, Place to, double distance) {
            const double length = std::hypot(to.x - from.x, to.y - from.y);
            const double part = length > 0.0 ? distance / length : 0.0;
            return Place{from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part};
        };
        for (std::size_t i = 1; i + 1 < route.size(); ++i) {
            const double before = std::hypot(route[i].x - route[i - 1].x, route[i].y - route[i - 1].y);
            const double after = std::hypot(route[i + 1].x - route[i].x, route[i + 1].y - route[i].y);
            const double radius = std::min({cornerRadius, before / 2.0, after / 2.0});
            const Place from = toward(route[i], route[i - 1], radius);
            const Place to = toward(route[i], route[i + 1], radius);
            path += fmt::format("L{} {}Q{} {} {} {}", coordinate(from.x), coordinate(from.y), coordinate(route[i].x),
                                coordinate(route[i].y), coordinate(to.x), coordinate(to.y));
        }
        path += fmt::format("L{} {}", coordinate(route.back().x), coordinate(route.back().y));
        add(R"(<path class="wire" d="{}" fill="none" stroke="{}" stroke-width="1.6"/>)"
            "\n",
            path, paint(Ink::wire));
    }

    void addCaption(const DrawnWire& wire)
    {
        if (wire.caption.empty())
            return;
        const Box& place = wire.captionPlace;
        // Keeps wires from crossing the text.
        addRectangle("caption", {place.x, place.y + 2.0, place.width, place.height - 4.0}, 0.0,
                     fmt::format(R"(fill="{}")", paint(Ink::canvas)));
        addText(place.x + place.width / 2.0, place.bottom() - 4.0, detailsSize, Ink::textMuted, wire.caption,
                R"( text-anchor="middle")");
    }

    void addFrame(const DrawnFrame& frame)
    {
        addRectangle("frame", frame.place, 12.0,
                     fmt::format(R"(fill="{0}" fill-opacity="0.09" stroke="{0}" stroke-opacity="0.7")", paint(frame.ink)));
    }

    void addFrameTitle(const DrawnFrame& frame)
    {
        addText(frame.place.x + 14.0, frame.place.y + 20.0, titleSize, Ink::textSecondary,
                elided(frame.title, titleSize, frame.place.width - 28.0), R"( font-weight="600")");
    }

    void addNote(const DrawnNote& note)
    {
        addRectangle("note", note.place, 6.0,
                     fmt::format(R"(fill="{}" stroke="{}" stroke-opacity="0.5")", paint(Ink::carefulGround), paint(Ink::careful)));
        double y = note.place.y + 23.0;
        for (const std::string& line : note.lines) {
            if (!line.empty())
                addText(note.place.x + 10.0, y, titleSize, Ink::text, line);
            y += 18.0;
        }
    }

    void addPorts(const Box& place, const std::vector<std::string>& ports, bool input, bool lastIsOptional)
    {
        for (const std::string& port : ports)
            add(R"(<circle cx="{}" cy="{}" r="{}" fill="{}" stroke="{}" stroke-width="1.4"/>)"
                "\n",
                coordinate(input ? place.x : place.right()), coordinate(place.y + portHeight(ports, port, lastIsOptional)),
                coordinate(portRadius), paint(Ink::canvas), paint(Ink::wire));
    }

    void addIcon(const Box& place, const NodeWords& words)
    {
        const auto icon = std::ranges::find(nodeIcons, words.icon, &NodeIcon::name);
        if (icon == std::end(nodeIcons))
            return;
        std::string shapes(icon->shapes);
        for (std::size_t at = shapes.find("currentColor"); at != std::string::npos; at = shapes.find("currentColor", at))
            shapes.replace(at, std::string_view("currentColor").size(), paint(words.ink));
        add(R"svg(<g transform="translate({} {}) scale({})" fill="none" stroke="{}" stroke-width="1.75" stroke-linecap="round" )svg"
            R"svg(stroke-linejoin="round">{}</g>)svg"
            "\n",
            coordinate(place.x + detailsLeft - 1.0), coordinate(place.y + 10.0), fmt::format("{:.4f}", iconSize / 24.0),
            paint(words.ink), shapes);
    }

    void addNode(const DrawnNode& node)
    {
        const NodeWords& words = node.words;
        const Box& place = node.place;
        add("<g class=\"{}\">\n", node.id.empty() ? "loss" : "layer");
        add("<title>{}</title>\n", escaped(node.id.empty() ? words.title + ": " + words.details : node.id));
        addRectangle("node", {place.x + 0.5, place.y + 0.5, place.width - 1.0, place.height - 1.0}, 8.0,
                     fmt::format(R"(fill="{}" stroke="{}")", paint(Ink::node), paint(Ink::line)));
        addRectangle("category", {place.x, place.y + 9.0, 4.0, place.height - 18.0}, 2.0,
                     fmt::format(R"(fill="{}")", paint(words.ink)));
        addIcon(place, words);
        addPorts(place, words.inputs, true, words.lastInputIsOptional);
        addPorts(place, words.outputs, false, false);

        const double right = place.width - textRight;
        const double count = words.count.empty() ? 0.0 : textWidth(words.count, detailsSize);
        // The count moves to the second line before the title is elided.
        const bool beside = count > 0.0 && titleLeft + textWidth(words.title, titleSize) + 5.0 + count <= right;
        addText(place.x + titleLeft, place.y + titleBase, titleSize, Ink::text,
                elided(words.title, titleSize, right + 4.0 - titleLeft), R"( font-weight="600")");
        const std::string shown = elided(words.count, detailsSize, right - detailsLeft);
        const double below = count > 0.0 && !beside ? textWidth(shown, detailsSize) + 6.0 : 0.0;
        if (!words.details.empty() && right - detailsLeft - below > detailsSize)
            addText(place.x + detailsLeft, place.y + detailsBase, detailsSize, Ink::textSecondary,
                    elided(words.details, detailsSize, right - detailsLeft - below));
        if (count > 0.0)
            addText(place.x + right, place.y + (beside ? titleBase : detailsBase), detailsSize, Ink::textMuted, shown,
                    R"( text-anchor="end")");
        m_out += "</g>\n";
    }

    const NetworkDrawing& m_drawing;
    Painting m_painting;
    std::string m_out;
};

} // namespace

std::string svgOf(const NetworkDrawing& drawing, Painting painting)
{
    return NetworkPainter(drawing, painting).svg();
}

} // namespace netsmith::report

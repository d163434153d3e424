#include "engine/report/curve_plot.h"

#include "engine/report/markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace netsmith::report {
namespace {

constexpr double labelSize = 12.0;
constexpr std::size_t pointsAtMost = 1200; // of a line
constexpr std::size_t dottedAtMost = 40; // points of a line that each have a dot
constexpr std::string_view plotPaints = "fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";

bool isFinite(Place point)
{
    return std::isfinite(point.x) && std::isfinite(point.y);
}

std::string inkOnPage(Ink ink)
{
    return paintOf(ink, Painting::colorsOfPage);
}

/// A tick's number with as many decimals as tell it from its neighbours.
std::string tickText(double value, double step, bool percent)
{
    if (percent) {
        value *= 100.0;
        step *= 100.0;
    }
    const double magnitude = std::max(std::abs(value), step);
    std::string text;
    if (magnitude >= 1e6 || (step > 0.0 && step < 1e-4))
        text = fmt::format("{:.3g}", std::abs(value) < step / 1e6 ? 0.0 : value);
    else
        text = fmt::format("{:.{}f}", value, std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 6));
    if (text.find_first_not_of("-0.") == std::string::npos && text.starts_with('-'))
        text.erase(0, 1);
    return percent ? text + " %" : text;
}

/// Widens a range that is a single value or nothing.
void widen(double& least, double& most)
{
    if (!(least <= most))
        least = 0.0, most = 1.0;
    if (most - least < 1e-12 * std::max(1.0, std::max(std::abs(least), std::abs(most)))) {
        const double half = least == 0.0 ? 0.5 : std::abs(least) * 0.1;
        least -= half;
        most += half;
    }
}

struct Extent {
    double least = INFINITY;
    double most = -INFINITY;
    void take(double value)
    {
        least = std::min(least, value);
        most = std::max(most, value);
    }
};

Extent heightsOf(const Plot& plot)
{
    Extent extent;
    for (const PlotLine& line : plot.lines) {
        std::vector<double> heights;
        for (const Place& point : line.points)
            if (isFinite(point))
                heights.push_back(point.y);
        if (heights.empty())
            continue;
        std::ranges::sort(heights);
        // The first steps' losses would flatten the rest.
        const std::size_t left = line.style == PlotLine::Style::faint ? heights.size() / 50 : 0;
        extent.take(heights[left]);
        extent.take(heights[heights.size() - 1 - left]);
    }
    return extent;
}

std::string pathThrough(const std::vector<Place>& points, const PlotArea& area)
{
    std::string path;
    bool isDown = false;
    for (const Place& point : points) {
        if (!isFinite(point)) {
            isDown = false;
            continue;
        }
        const Place at = area.at(point);
        path += fmt::format("{}{} {}", isDown ? 'L' : 'M', coordinate(at.x), coordinate(at.y));
        isDown = true;
    }
    return path;
}

std::string dots(const std::vector<Place>& points, const PlotArea& area, double radius, Ink ink, std::string_view more)
{
    std::string text;
    for (const Place& point : points)
        if (isFinite(point)) {
            const Place at = area.at(point);
            text += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"{}/>\n", coordinate(at.x), coordinate(at.y),
                                coordinate(radius), inkOnPage(ink), more);
        }
    return text;
}

std::string linePart(const PlotLine& line, const PlotArea& area)
{
    using Style = PlotLine::Style;
    const std::vector<Place> points = thinned(line.points, pointsAtMost);
    if (line.style == Style::cloud)
        return dots(points, area, 2.0, line.ink, " fill-opacity=\"0.45\"");
    std::string text;
    if (const std::string path = pathThrough(points, area); !path.empty())
        text = fmt::format("<path d=\"{}\" {} stroke=\"{}\" stroke-width=\"{}\"{}/>\n", path, plotPaints, inkOnPage(line.ink),
                           line.style == Style::faint ? "1" : "2",
                           line.style == Style::faint        ? " stroke-opacity=\"0.45\""
                               : line.style == Style::dashed ? " stroke-dasharray=\"6 4\""
                                                             : "");
    if (line.style != Style::faint && points.size() <= dottedAtMost)
        text += dots(points, area, 2.8, line.ink, "");
    return text;
}

std::string textPart(double x, double y, std::string_view anchor, Ink ink, std::string_view text, std::string_view more = {})
{
    return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" fill=\"{}\"{}>{}</text>\n", coordinate(x), coordinate(y), anchor,
                       inkOnPage(ink), more, escaped(text));
}

std::string legendOf(const Plot& plot, double left)
{
    using Style = PlotLine::Style;
    std::string text;
    double x = left;
    for (const PlotLine& line : plot.lines) {
        if (line.name.empty())
            continue;
        constexpr double y = 42.0, sample = 18.0;
        if (line.style == Style::cloud)
            text += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"3\" fill=\"{}\"/>", coordinate(x + sample / 2.0),
                                coordinate(y - 4.0), inkOnPage(line.ink));
        else
            text += fmt::format("<path d=\"M{0} {1}H{2}\" fill=\"none\" stroke=\"{3}\" stroke-width=\"2\"{4}/>", coordinate(x),
                                coordinate(y - 4.0), coordinate(x + sample), inkOnPage(line.ink),
                                line.style == Style::dashed      ? " stroke-dasharray=\"6 4\""
                                    : line.style == Style::faint ? " stroke-opacity=\"0.45\""
                                                                 : "");
        text += textPart(x + sample + 6.0, y, "start", Ink::textSecondary, line.name);
        x += sample + 6.0 + textWidth(line.name, labelSize) + 14.0;
    }
    return text;
}

std::string gridOf(const Plot& plot, const PlotArea& area)
{
    std::string text;
    const Box& box = area.box;
    const std::vector<double> heights = ticksWithin(area.yLeast, area.yMost, 5);
    for (const double y : heights) {
        const std::string at = coordinate(area.at({area.xLeast, y}).y);
        text += fmt::format("<path d=\"M{} {}H{}\" stroke=\"{}\"/>\n", coordinate(box.x), at, coordinate(box.right()),
                            inkOnPage(Ink::line));
        const double step = heights.size() > 1 ? heights[1] - heights[0] : std::max(std::abs(y), 1e-3);
        text += textPart(box.x - 8.0, area.at({area.xLeast, y}).y + 4.0, "end", Ink::textMuted, tickText(y, step, plot.percent));
    }
    const std::vector<double> places = ticksWithin(area.xLeast, area.xMost, 7, plot.wholeNumbers);
    for (const double x : places) {
        const double at = area.at({x, area.yLeast}).x;
        text += fmt::format("<path d=\"M{0} {1}V{2}\" stroke=\"{3}\"/>\n", coordinate(at), coordinate(box.bottom()),
                            coordinate(box.bottom() + 4.0), inkOnPage(Ink::wire));
        const double step = places.size() > 1 ? places[1] - places[0] : std::max(std::abs(x), 1.0);
        text += textPart(at, box.bottom() + 17.0, "middle", Ink::textMuted, tickText(x, step, false));
    }
    text += fmt::format("<path d=\"M{} {}H{}\" stroke=\"{}\"/>\n", coordinate(box.x), coordinate(box.bottom()),
                        coordinate(box.right()), inkOnPage(Ink::wire));
    return text + textPart(box.right(), box.bottom() + 33.0, "end", Ink::textMuted, plot.axis);
}

/// Whether a curve is in the upper half where the plot is marked.
bool isHighAt(const Plot& plot, const PlotArea& area)
{
    for (const PlotLine& line : plot.lines)
        for (const Place& point : line.points)
            if (line.style != PlotLine::Style::faint && point.x == *plot.marked && isFinite(point))
                return area.at(point).y < area.box.y + area.box.height / 2.0;
    return false;
}

std::string marksOf(const Plot& plot, const PlotArea& area)
{
    std::string text;
    if (plot.marked && *plot.marked >= area.xLeast && *plot.marked <= area.xMost) {
        const double x = area.at({*plot.marked, area.yLeast}).x;
        text += fmt::format("<path class=\"best\" d=\"M{} {}V{}\" fill=\"none\" stroke=\"{}\" stroke-dasharray=\"2 3\"/>\n",
                            coordinate(x), coordinate(area.box.y), coordinate(area.box.bottom()), inkOnPage(Ink::good));
        const double width = textWidth(plot.markedWords, labelSize);
        const bool fitsLeft = x - 5.0 - width > area.box.x;
        text += textPart(fitsLeft ? x - 5.0 : x + 5.0, isHighAt(plot, area) ? area.box.bottom() - 7.0 : area.box.y + 12.0,
                         fitsLeft ? "end" : "start", Ink::good, plot.markedWords);
    }
    if (plot.ring && isFinite(*plot.ring)) {
        const Place at = area.at(*plot.ring);
        text += fmt::format("<circle class=\"best\" cx=\"{}\" cy=\"{}\" r=\"5.5\" fill=\"none\" stroke=\"{}\" "
                            "stroke-width=\"2\"/>\n",
                            coordinate(at.x), coordinate(at.y), inkOnPage(Ink::good));
    }
    return text;
}

} // namespace

Place PlotArea::at(Place point) const
{
    return {box.x + (point.x - xLeast) / (xMost - xLeast) * box.width,
            box.bottom() - (point.y - yLeast) / (yMost - yLeast) * box.height};
}

PlotArea areaOf(const Plot& plot)
{
    PlotArea area;
    Extent widths;
    for (const PlotLine& line : plot.lines)
        for (const Place& point : line.points)
            if (isFinite(point))
                widths.take(point.x);
    Extent heights = heightsOf(plot);
    if (plot.ring && isFinite(*plot.ring))
        heights.take(plot.ring->y);
    area.xLeast = plot.wholeNumbers ? std::min(0.0, widths.least) : widths.least;
    area.xMost = widths.most;
    widen(area.xLeast, area.xMost);
    area.yLeast = heights.least;
    area.yMost = heights.most;
    widen(area.yLeast, area.yMost);
    const double padding = 0.06 * (area.yMost - area.yLeast);
    const bool positive = area.yLeast >= 0.0;
    area.yLeast -= padding;
    area.yMost += padding;
    if (positive)
        area.yLeast = std::max(area.yLeast, 0.0);
    if (plot.percent && heights.most <= 1.0)
        area.yMost = std::min(area.yMost, 1.0 + 0.02 * (1.0 - area.yLeast));

    double labels = 0.0;
    const std::vector<double> ticks = ticksWithin(area.yLeast, area.yMost, 5);
    for (const double y : ticks)
        labels = std::max(
            labels,
            textWidth(tickText(y, ticks.size() > 1 ? ticks[1] - ticks[0] : std::max(std::abs(y), 1e-3), plot.percent), labelSize));
    const double left = std::ceil(labels) + 12.0;
    constexpr double right = 14.0, top = 58.0, bottom = 40.0;
    area.box = {left, top, plotWidth - left - right, plotHeight - top - bottom};
    return area;
}

std::string svgOf(const Plot& plot)
{
    const PlotArea area = areaOf(plot);
    const Box clip = area.box.grown(4.0);
    std::string text = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" viewBox=\"0 0 {} {}\" role=\"img\" "
                                   "font-size=\"{}\">\n<title>{}</title>\n",
                                   coordinate(plotWidth), coordinate(plotHeight), coordinate(labelSize), escaped(plot.title));
    text += textPart(2.0, 17.0, "start", Ink::text, elided(plot.title, 14.0, plotWidth - 10.0),
                     " font-size=\"14\" font-weight=\"600\"");
    text += legendOf(plot, 2.0);
    text += gridOf(plot, area);
    const std::string frame =
        fmt::format("{} {} {} {}", coordinate(clip.x), coordinate(clip.y), coordinate(clip.width), coordinate(clip.height));
    text += fmt::format("<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"{}\">\n", coordinate(clip.x),
                        coordinate(clip.y), coordinate(clip.width), coordinate(clip.height), frame); // which clips its content
    for (const PlotLine& line : plot.lines)
        text += linePart(line, area);
    return text + "</svg>\n" + marksOf(plot, area) + "</svg>\n";
}

std::vector<Place> thinned(const std::vector<Place>& points, std::size_t atMost)
{
    if (points.size() <= atMost || atMost < 4)
        return points;
    const std::size_t parts = (atMost - 2) / 2;
    std::vector<Place> out{points.front()};
    for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t begin = 1 + part * (points.size() - 2) / parts;
        const std::size_t end = 1 + (part + 1) * (points.size() - 2) / parts;
        std::size_t least = end, most = end;
        for (std::size_t i = begin; i < end; ++i) {
            if (!isFinite(points[i]))
                continue;
            least = least == end || points[i].y < points[least].y ? i : least;
            most = most == end || points[i].y > points[most].y ? i : most;
        }
        if (least == end) { // nothing but gaps
            if (begin < end)
                out.push_back(points[begin]);
            continue;
        }
        out.push_back(points[std::min(least, most)]);
        if (least != most)
            out.push_back(points[std::max(least, most)]);
    }
    out.push_back(points.back());
    return out;
}

std::vector<double> ticksWithin(double least, double most, int about, bool wholeNumbers)
{
    if (!(most > least) || !std::isfinite(most - least))
        return {};
    const double rough = (most - least) / about;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10.0 * power;
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough) {
            step = factor * power;
            break;
        }
    if (wholeNumbers)
        step = std::max(1.0, step);
    std::vector<double> ticks;
    const double tolerance = 1e-9 * step;
    const double first = std::ceil((least - tolerance) / step);
    for (int i = 0; i <= 2 * about && (first + i) * step <= most + tolerance; ++i)
        ticks.push_back((first + i) * step);
    return ticks;
}

} // namespace netsmith::report

#include "engine/report/page_style.h"

#include "engine/report/ink.h"

#include <fmt/format.h>

namespace netsmith::report {
namespace {

constexpr std::string_view rules = R"css(
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--canvas);color:var(--text);font:14px/1.5 Inter,"Noto Sans","Segoe UI","Helvetica Neue",Arial,"Noto Sans CJK SC",sans-serif;font-variant-numeric:tabular-nums}
main{max-width:1160px;margin:0 auto;padding:32px 24px 48px}
h1{font-size:26px;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:17px;margin:0 0 12px}
h3{font-size:14px;margin:16px 0 8px;overflow-wrap:anywhere}
p{margin:0 0 12px;overflow-wrap:anywhere}
section{background:var(--panel);border:1px solid var(--line);border-radius:10px;padding:20px;margin-top:16px}
header .lead{color:var(--text-secondary);margin:0}
.state{display:inline-block;border:1px solid var(--line);border-radius:6px;padding:0 8px;background:var(--control);color:var(--text)}
.quiet{color:var(--text-muted)}
.careful,.bad{border-left:3px solid var(--careful);padding:4px 0 4px 12px}
.bad{border-color:var(--bad)}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin:20px 0 0;padding:0}
.figures div{background:var(--panel);border:1px solid var(--line);border-radius:10px;padding:12px 16px}
.figures dt{color:var(--text-secondary);font-size:12px}
.figures dd{margin:2px 0 0;font-size:20px;font-weight:600;overflow-wrap:anywhere}
.figures dd small{display:block;font-size:12px;font-weight:400;color:var(--text-muted)}
.figures .first{border-color:var(--accent)}
.figures .first dd{color:var(--accent)}
.scroll{overflow-x:auto;max-width:100%}
.network{overflow-x:auto;background:var(--canvas);border:1px solid var(--line);border-radius:8px;text-align:center}
.network svg{display:block;margin:0 auto;height:auto;max-width:100%}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,400px),1fr));gap:20px 28px}
figure{margin:0;min-width:0}
svg.plot{display:block;width:100%;max-width:620px;height:auto}
table{border-collapse:collapse;font-size:13px}
th,td{padding:5px 12px 5px 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
th{font-weight:400;color:var(--text-secondary)}
tr:first-child th[scope=col]{font-weight:600;color:var(--text);white-space:nowrap}
.facts{width:100%;max-width:760px;table-layout:fixed}
.facts th{width:38%;overflow-wrap:anywhere}
.facts td{overflow-wrap:anywhere}
.hash td{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:12px;color:var(--text-secondary)}
.numbers td,.numbers th[scope=col]{text-align:right;white-space:nowrap;padding:5px 0 5px 20px}
.numbers th:first-child{text-align:left;padding-left:0}
.two-names td:nth-child(2),.two-names th:nth-child(2){text-align:left}
.numbers .best th,.numbers .best td{color:var(--good);font-weight:600}
.confusion{font-size:12px}
.confusion th,.confusion td{border:1px solid var(--line);padding:4px 8px;text-align:right;white-space:nowrap;position:relative}
.confusion td{min-width:40px}
.confusion .corner{color:var(--text-muted);border:0;text-align:left;vertical-align:bottom}
.confusion td::before{content:"";position:absolute;inset:0;opacity:var(--p,0);background:var(--accent)}
.confusion td.miss::before{background:var(--bad)}
.confusion td.none{color:var(--text-muted)}
.confusion th[scope=row]{color:var(--text)}
.upright th[scope=col] span{writing-mode:vertical-rl;transform:rotate(180deg)}
.cards{columns:2 400px;column-gap:32px}
.cards>div{break-inside:avoid;padding-bottom:12px}
.cards h3{margin-top:0}
details{margin-top:12px}
summary{cursor:pointer;font-weight:600}
details[open] summary{margin-bottom:8px}
footer{margin-top:20px;color:var(--text-muted);font-size:12px}
@media(max-width:600px){main{padding:20px 12px 32px}section{padding:14px}h1{font-size:22px}.figures{grid-template-columns:1fr 1fr;gap:8px}.figures div{padding:10px 12px}.figures dd{font-size:17px}.network svg{max-width:none}.facts th{width:46%}}
@media print{body{background:#fff}main{max-width:none;padding:0}section,.figures div{break-inside:avoid}}
)css";

} // namespace

std::string pageStyle()
{
    return fmt::format(":root{{color-scheme:light dark;{}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{}}}}}{}",
                       colorProperties(false), colorProperties(true), rules);
}

} // namespace netsmith::report

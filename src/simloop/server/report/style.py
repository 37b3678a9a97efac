"""How the page looks: light and dark, wide and narrow; colours that all can tell apart."""

STYLE = """
:root{--ink:#1c2126;--soft:#5b6670;--paper:#fbfbfa;--card:#fff;--rule:#e3e6e8;--grid:#e6e9eb;
--good:#1b7837;--bad:#b2182b;--mute:#8a6d1d;--badge:#fff;
--c0:#2166ac;--c1:#d9760a;--c2:#1b7837;--c3:#b2182b;--c4:#762a83;--c5:#0e8c8c;--c6:#7a5230;
--c7:#5b6670}
@media (prefers-color-scheme:dark){:root{
--ink:#e8eaec;--soft:#a0a9b1;--paper:#14181b;--card:#1c2125;
--rule:#2e353a;--grid:#2b3237;--good:#6cc08b;--bad:#f0868c;--mute:#dcb95a;--badge:#14181b;
--c0:#74aee8;--c1:#f2a54a;--c2:#6cc08b;--c3:#f0868c;--c4:#c39be0;--c5:#55c4c4;--c6:#c79a74;
--c7:#a0a9b1}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:1240px;margin:0 auto;padding:28px 20px 48px}
header{display:flex;flex-wrap:wrap;gap:6px 14px;align-items:center}
h1{font-size:26px;line-height:1.2;margin:0;overflow-wrap:anywhere}
h2{font-size:17px;margin:34px 0 10px}
p{margin:6px 0}
.badge{border-radius:999px;padding:2px 12px;font-weight:650;color:var(--badge);
background:var(--mute)}
.badge.success{background:var(--good)}.badge.failure{background:var(--bad)}
.about{color:var(--soft)}.about+.about{font-size:13.5px}
.verdicts{list-style:none;display:flex;flex-wrap:wrap;gap:4px 22px;margin:12px 0 0;padding:0}
.verdicts li{display:flex;gap:7px}.verdicts b{color:var(--mute)}
.verdicts .held b{color:var(--good)}.verdicts .failed b{color:var(--bad)}
.verdicts .failed{flex-basis:100%}.verdicts .open{color:var(--soft)}
.verdicts span{display:block;color:var(--bad)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(132px,1fr));gap:10px;
margin:16px 0}
.tile{background:var(--card);border:1px solid var(--rule);border-radius:10px;padding:9px 12px}
.tile b{display:block;font-size:20px;line-height:1.25;font-variant-numeric:tabular-nums;
white-space:nowrap}
.tile span{color:var(--soft);font-size:12.5px}
.charts{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:14px}
.paths{grid-template-columns:minmax(0,2fr) minmax(0,3fr)}
.pair{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 14px}
.chart{margin:0;background:var(--card);border:1px solid var(--rule);border-radius:10px;
padding:10px 12px 8px;display:flex;flex-direction:column}
.chart>svg{display:block;width:100%;height:auto;margin:auto 0}
figcaption{font-size:13.5px}figcaption>span{color:var(--soft)}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:1px 14px;margin:3px 0 2px;padding:0;
color:var(--soft);font-size:12.5px}
.legend svg{width:18px;height:6px;margin-right:6px;vertical-align:middle}
svg path,svg polyline{fill:none;stroke-width:1.4;stroke-linejoin:round;stroke-linecap:round}
svg .grid{stroke:var(--grid);stroke-width:1}svg .axis{stroke:var(--soft);stroke-width:1}
svg .mark{stroke:var(--soft);stroke-width:1;stroke-dasharray:1 4}
svg .dashed{stroke-dasharray:5 4}
svg text{font-size:12.5px;fill:var(--soft);font-family:inherit}
svg .up{text-anchor:end}svg .across{text-anchor:middle}svg .name{font-size:12px}
svg .word{font-size:10.5px;text-anchor:start;paint-order:stroke;stroke:var(--card);stroke-width:3px}
svg .goal{fill:var(--card);stroke:var(--soft);stroke-width:1.2}
svg .needle{fill:var(--soft);stroke:none}
svg .shadow{stroke:var(--soft);stroke-width:1;stroke-dasharray:2 4;opacity:.8}
svg .post{stroke-width:1;opacity:.22}
svg .begin{fill:var(--card);stroke-width:2}svg .end{stroke:none}
COLOURS
.scroll{overflow-x:auto;background:var(--card);border:1px solid var(--rule);border-radius:10px}
table{border-collapse:collapse;width:100%;font-size:13.5px}
th,td{text-align:left;padding:5px 12px;border-bottom:1px solid var(--rule);vertical-align:top}
tr:last-child td{border-bottom:0}th{color:var(--soft);font-weight:600}
td.number{text-align:right;width:1%;font-variant-numeric:tabular-nums;white-space:nowrap}
th.number{text-align:right}td.who{width:1%;white-space:nowrap}
pre{background:var(--card);border:1px solid var(--rule);border-radius:10px;padding:10px 12px;
overflow-x:auto;font-size:13px;margin:8px 0}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
details{margin:8px 0}summary{cursor:pointer;font-weight:650;padding:6px 0}
footer{margin-top:30px;color:var(--soft);font-size:12.5px;overflow-wrap:anywhere}
@media (max-width:760px){main{padding:18px 12px 32px}h1{font-size:22px}
.charts,.pair{grid-template-columns:minmax(0,1fr);gap:10px}.chart{padding:8px 8px 6px}
.tiles{grid-template-columns:repeat(2,minmax(0,1fr));gap:8px}.tile b{font-size:18px}
th,td{padding:5px 8px}svg.wide text{font-size:21px}}
@media print{.chart,.tile{break-inside:avoid}body{background:#fff}}
""".replace(
    "COLOURS",
    "".join(
        f"svg .c{n},svg .p{n}{{stroke:var(--c{n})}}svg .f{n}{{fill:var(--c{n})}}" for n in range(8)
    ),
)

// The look of a tear sheet: black on white, for A4 and for a screen.

export const SHEET_STYLE = `
@page { size: A4; margin: 12mm; }
* { box-sizing: border-box; }
body { max-width: 190mm; margin: 0 auto; padding: 16px; color: #14181f; background: #fff; font: 12px/1.45 system-ui, sans-serif; -webkit-print-color-adjust: exact; print-color-adjust: exact; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 20px; }
h2 { margin: 16px 0 6px; font-size: 13px; break-after: avoid; }
p { margin: 4px 0; }
ul { margin: 0; padding: 0; list-style: none; }
figure { margin: 0; break-inside: avoid; }
svg { display: block; width: 100%; height: auto; }
.note { color: #505866; font-size: 11px; }
.facts { display: flex; flex-wrap: wrap; gap: 0 14px; color: #505866; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(88px, 1fr)); gap: 6px 12px; margin: 10px 0 0; }
.figures dt { color: #505866; font-size: 10.5px; }
.figures dd { margin: 0; font-size: 15px; font-weight: 600; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 14px; margin: 2px 0 0 66px; font-size: 10.5px; }
.legend li { display: flex; align-items: center; gap: 5px; }
.legend svg { width: 22px; height: 8px; }
.grid { stroke: #dfe3e9; stroke-width: 0.6; }
.base { stroke: #505866; stroke-width: 0.8; stroke-dasharray: 2 3; }
.label { fill: #505866; font-size: 9.5px; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 10.5px; font-variant-numeric: tabular-nums; }
th, td { padding: 2px 5px; border-bottom: 1px solid #dfe3e9; text-align: right; vertical-align: top; }
th { font-weight: 500; color: #505866; }
tr { break-inside: avoid; }
th:first-child { text-align: left; }
.pairs td { text-align: left; }
.heat td { padding: 2px 3px; }
.columns { columns: 3 200px; column-gap: 16px; }
.columns section { break-inside: avoid; }
.columns h2 { margin-top: 0; padding-top: 8px; }
.findings li { padding: 3px 0 3px 8px; border-left: 3px solid #8a93a3; margin-bottom: 4px; break-inside: avoid; }
.findings .critical { border-color: #c92a2a; }
.findings .warning { border-color: #9a6700; }
.findings .passed { border-color: #0b7a6b; }
`;

const COLORS = `
:root {
  --page: #f6f7f9; --card: #ffffff; --ink: #16202e; --soft: #4d5a6c; --edge: #d5dbe3; --link: #0b57b0;
  --code: #f0f2f6; --mark: #ffe3de; --mark-ink: #7d1208;
  --passed: #d9f2e1; --passed-ink: #0d4a26; --passed-solid: #2c9d5b;
  --failed: #b3261e; --failed-ink: #ffffff; --failed-solid: #b3261e;
  --inconclusive: #fde9b6; --inconclusive-ink: #5a3b00; --inconclusive-solid: #e0a100;
  --not-exercised: #dfe5ee; --not-exercised-ink: #333f50; --not-exercised-solid: #97a5b9;
  --suite-error: #e9dcfb; --suite-error-ink: #46197f; --suite-error-solid: #8b54d1;
  --deselected: #f3f4f6; --deselected-ink: #5a6472; --deselected-solid: #dde1e7;
  --good: #0d6b36; --bad: #a31b13;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f141b; --card: #181f29; --ink: #e7ecf3; --soft: #a7b3c3; --edge: #303b4a; --link: #86b9ff;
    --code: #10161e; --mark: #4b1c1a; --mark-ink: #ffc9c2;
    --passed: #14392a; --passed-ink: #a8ebc4; --passed-solid: #2f9e62;
    --failed: #d0382e; --failed-ink: #ffffff; --failed-solid: #e5534b;
    --inconclusive: #473508; --inconclusive-ink: #ffdc8a; --inconclusive-solid: #d49c1a;
    --not-exercised: #2b3646; --not-exercised-ink: #d3dcea; --not-exercised-solid: #64748b;
    --suite-error: #38225c; --suite-error-ink: #dfc9ff; --suite-error-solid: #9a6be0;
    --deselected: #1d2530; --deselected-ink: #a2aebd; --deselected-solid: #3a4554;
    --good: #7fdba6; --bad: #ff9c94;
  }
}
`;

const VERDICT_RULES = ['passed', 'failed', 'inconclusive', 'not-exercised', 'suite-error', 'deselected']
  .map(
    (verdict) => `
.v-${verdict} { background: var(--${verdict}); color: var(--${verdict}-ink); }
rect.v-${verdict} { fill: var(--${verdict}-solid); }
.dot.v-${verdict} { background: var(--${verdict}-solid); }`,
  )
  .join('');

const LAYOUT = `
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1200px; margin: 0 auto; padding: 1.5rem; }
main > section { margin-top: 2.5rem; }
h1, h2, h3, p, dl, dd, ul, fieldset { margin: 0; padding: 0; }
h2 { font-size: 1.3rem; margin-bottom: .75rem; }
h3 { font-size: 1rem; line-height: 1.45; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, pre, .line, .headers { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  font-size: .85em; }
code, .line, .headers, dd, p, li, h3, .statement { overflow-wrap: anywhere; }
pre { margin: .25rem 0; padding: .6rem .8rem; background: var(--code); border: 1px solid var(--edge);
  border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; }
mark { background: var(--mark); color: var(--mark-ink); }
pre mark { display: block; border-left: 3px solid var(--bad); margin: 0 -.8rem; padding: 0 .8rem 0 calc(.8rem - 3px); }
.note { color: var(--soft); font-size: .9em; }
.label { color: var(--soft); font-size: .78em; letter-spacing: .03em; text-transform: uppercase; }
.hidden, .skip:not(:focus) { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; }
.skip:focus { position: fixed; z-index: 2; top: .5rem; left: .5rem; padding: .5rem 1rem; background: var(--card); }
.js-only { display: none; }
.js .js-only { display: revert; }
[hidden] { display: none !important; }
.scroll { position: relative; overflow-x: auto; background: var(--card); border: 1px solid var(--edge); border-radius: 10px; }
.scroll + .scroll { margin-top: 1rem; }
.tag, .level { display: inline-block; padding: 0 .45em; border-radius: 999px; font-size: .82em; font-weight: 600;
  white-space: nowrap; }
.level { border: 1px solid currentcolor; border-radius: 4px; font-weight: 500; color: var(--soft); }
.level.l-must { color: var(--ink); font-weight: 700; }
`;

const HEADER = `
.run { background: var(--card); border: 1px solid var(--edge); border-left: 10px solid var(--inconclusive-solid);
  border-radius: 10px; padding: 1.25rem 1.5rem; }
.run.r-conformant { border-left-color: var(--passed-solid); }
.run.r-non-conformant { border-left-color: var(--failed-solid); }
.run .tool { color: var(--soft); }
.run h1 { font-size: 2.1rem; line-height: 1.2; }
.run .lead { font-size: 1.1rem; }
.run .stopped { margin-top: .5rem; padding: .4rem .7rem; border-radius: 6px;
  background: var(--inconclusive); color: var(--inconclusive-ink); }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(230px, 1fr)); gap: .6rem 1.5rem;
  margin-top: 1.1rem; }
.facts dt { color: var(--soft); font-size: .8rem; }
`;

const TABLES = `
table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: .88rem; }
th, td { padding: .35rem .6rem; text-align: left; font-weight: 400; }
thead th { color: var(--soft); vertical-align: bottom; white-space: nowrap; }
.sums .wide { min-width: 180px; width: 40%; }
.sums .number { font-variant-numeric: tabular-nums; font-weight: 600; }
.sums .zero { color: var(--soft); font-weight: 400; }
.sums tbody th { font-weight: 600; }
.bar { display: block; width: 100%; height: 16px; border-radius: 4px; overflow: hidden; }
.dot { display: inline-block; width: .75em; height: .75em; border-radius: 3px; }
.grid { border-spacing: 3px; }
.grid th[scope=row], .grid thead th:first-child { position: sticky; left: 0; background: var(--card); }
.grid thead th + th { text-align: center; padding-inline: .2rem; }
.grid th a { text-decoration: none; }
.grid th a:hover { text-decoration: underline; }
.grid td { padding: 0; border-radius: 5px; text-align: center; min-width: 54px; }
.grid td a { display: block; padding: .3rem .35rem; color: inherit; text-decoration: none; font-weight: 600;
  white-space: nowrap; font-variant-numeric: tabular-nums; border-radius: 5px; }
.grid td a:hover { text-decoration: underline; }
.matrix { border-spacing: 3px; }
.matrix thead th { white-space: normal; min-width: 9rem; }
.matrix td { border-radius: 5px; white-space: nowrap; }
.matrix tbody th { min-width: 16rem; }
.plain { list-style: none; }
ul.plain li, .finding, .operation { background: var(--card); border: 1px solid var(--edge); border-radius: 10px;
  padding: .7rem 1rem; margin-top: .6rem; }
table.plain { margin-top: .5rem; overflow-wrap: anywhere; }
table.plain thead th { white-space: normal; }
table.plain th, table.plain td { border-top: 1px solid var(--edge); vertical-align: top; }
`;

const PARTS = `
.finding { border-left: 5px solid var(--inconclusive-solid); }
.finding.f-must { border-left-color: var(--failed-solid); }
.finding > details { margin-top: .35rem; }
.statements { padding-left: 1.2rem; margin: .5rem 0; }
.evidence { margin: .6rem 0; }
.evidence > p { margin-top: .5rem; }
.versus { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: .6rem; }
.versus div { border: 1px solid var(--edge); border-radius: 6px; padding: .4rem .7rem; }
.versus dt { color: var(--soft); font-size: .8rem; }
.versus dd { font-weight: 600; }
.versus .good { color: var(--good); }
.versus .bad { color: var(--bad); }
.violations { list-style: none; margin: .5rem 0; }
.exchange { margin-top: .6rem; }
.exchange .line { font-weight: 600; margin-top: .4rem; }
.exchange .arrow { color: var(--soft); }
.headers { list-style: none; color: var(--soft); padding-left: 1.6em; }
.before { margin: .5rem 0; }
.before section { border-left: 3px solid var(--edge); padding-left: .8rem; margin-top: .6rem; }
.command { display: flex; flex-wrap: wrap; gap: .25rem .6rem; align-items: baseline; margin-top: .4rem;
  padding: .4rem .7rem; background: var(--code); border: 1px solid var(--edge); border-radius: 6px; }
.command code { flex: 1 1 16rem; }
button, input, select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--soft);
  border-radius: 6px; padding: .2rem .7rem; }
button { cursor: pointer; }
.counts .tag + .tag { margin-left: .3em; }
.operation > summary h3 { display: inline; }
.operation > .note { margin: .4rem 0; }
.kept { border-top: 1px solid var(--edge); padding: .4rem 0 0 .2rem; }
.kept > .requirement:first-of-type { margin-top: .4rem; }
.requirement { border-top: 1px solid var(--edge); padding: .4rem 0 .4rem .2rem; }
.requirement .id { color: var(--soft); }
.requirement .inside { padding: .3rem 0 .5rem 1rem; }
#filters { background: var(--card); border: 1px solid var(--edge); border-radius: 10px; padding: .8rem 1rem; }
.js #filters { display: grid; gap: .7rem; }
#filters fieldset { border: 0; display: flex; flex-wrap: wrap; gap: .2rem .9rem; align-items: center; }
#filters legend { float: left; width: 5.5rem; color: var(--soft); }
#filters .fields { display: flex; flex-wrap: wrap; gap: .7rem 1rem; align-items: end; }
#filters .field span { display: block; color: var(--soft); font-size: .8rem; }
.choice { white-space: nowrap; }
`;

const PLACES = `
@media (max-width: 640px) {
  main { padding: .75rem; }
  .run { padding: 1rem; border-left-width: 6px; }
  .run h1 { font-size: 1.6rem; }
  .facts { grid-template-columns: 1fr 1fr; gap: .5rem 1rem; }
  #filters legend { float: none; }
  .requirement .id { display: block; }
  .grid td { min-width: 48px; }
  .sums .wide { min-width: 90px; }
}
@media print {
  :root { --page: #fff; --card: #fff; }
  body { font-size: 10pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  main { max-width: none; padding: 0; }
  #filters, .skip, .command button { display: none !important; }
  .finding, .versus, tr, pre { break-inside: avoid; }
  .scroll { overflow: visible; border: 0; }
  .grid { font-size: 7pt; }
  .grid td { min-width: 0; }
  .finding > details::details-content { content-visibility: visible; height: auto; }
  a { color: inherit; text-decoration: none; }
}
`;

/** The style of every page. */
export const STYLE = COLORS + LAYOUT + VERDICT_RULES + HEADER + TABLES + PARTS + PLACES;

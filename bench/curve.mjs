/** Faults found over requests of a run, as a drawing: own runs as a line, peers as points. A pure function of results. */

const width = 640;
const height = 320;
const margin = { left: 48, right: 24, top: 16, bottom: 40 };
const ticks = [10, 100, 1000, 10_000];

export function curve(rows) {
  const [least, most] = [ticks[0], ticks.at(-1)].map(Math.log10);
  const x = (requests) => margin.left + ((Math.log10(requests) - least) / (most - least)) * inner.width;
  const y = (share) => margin.top + (1 - share) * inner.height;
  const points = rows.map(({ name, found, tried, requests }) => ({
    name: name.replace('netemu-conformance ', ''),
    own: name.startsWith('netemu-conformance'),
    at: [x(requests), y(found / tried)].map(Math.round),
  }));
  const isBelow = ({ name }) => names.indexOf(name) % 2 === 1;
  const names = points.filter(({ own }) => !own).map(({ name }) => name);
  const own = points.filter((point) => point.own).sort((a, b) => a.at[0] - b.at[0]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    '<title>Faults found, over requests of a run</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...ticks.map(
      (tick) =>
        `<path d="M${Math.round(x(tick))} ${margin.top}V${y(0)}" stroke="#ddd"/><text x="${Math.round(x(tick))}" y="${y(0) + 16}" text-anchor="middle" fill="#444">${tick.toLocaleString('en')}</text>`,
    ),
    ...[0, 0.5, 1].map(
      (share) =>
        `<path d="M${margin.left} ${y(share)}H${width - margin.right}" stroke="#ddd"/><text x="${margin.left - 6}" y="${y(share) + 4}" text-anchor="end" fill="#444">${100 * share} %</text>`,
    ),
    `<text x="${margin.left + inner.width / 2}" y="${height - 6}" text-anchor="middle" fill="#444">requests of a run</text>`,
    `<path d="M${own.map(({ at }) => at.join(' ')).join('L')}" fill="none" stroke="#0b6bcb" stroke-width="2"/>`,
    ...points.map(
      ({ name, own, at: [left, top] }) =>
        `<circle cx="${left}" cy="${top}" r="4" fill="${own ? '#0b6bcb' : '#b3261e'}"/><text x="${left - 8}" y="${top + (isBelow({ name }) ? 16 : -8)}" text-anchor="${left < 160 ? 'start' : 'end'}" fill="#222">${name}</text>`,
    ),
    '</svg>',
    '',
  ].join('\n');
}

const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };

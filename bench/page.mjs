/** The results as a page: a pure function of them. */

/** Of what the peers measure gives, beside the page. */
export const picture = 'found-by-requests.svg';

const digits = (value, places) =>
  value.toLocaleString('en', { maximumFractionDigits: places, useGrouping: false });
const grouped = (value) => Math.round(value).toLocaleString('en');

const told = ({ median, min, max }, places = 2) =>
  `${digits(median, places)} (${digits(min, places)}–${digits(max, places)})`;

/** Lines of the table of targets: with a most or a least for the median, or beside the one before. */
const most = (what, spread, target) => [what, told(spread), `≤ ${target}`, answer(spread.median <= target)];
const least = (what, spread, target) => [what, told(spread), `≥ ${target}`, answer(spread.median >= target)];
const beside = (what, value) => [`— ${what}`, typeof value === 'string' ? value : told(value), '', ''];
const answer = (isReached) => (isReached ? 'yes' : 'no');

/** Each measure's lines in the table of targets: what, median and spread, target, reached. */
const targets = {
  overhead: ({ whole, requestsOnly, cpu, runs, requests, sameStatus }) => [
    most(
      `overhead: a run of ${grouped(requests)} requests (\`--runs ${runs}\`), from start to exit, over a bare undici client that sends the same requests`,
      whole,
      1.5,
    ),
    beside('from the first request to the last answer only', requestsOnly),
    beside('processor time of the process, start-up included', cpu),
    beside(
      'requests of the replay that were answered with the same code',
      `${digits(100 * sameStatus, 2)} %`,
    ),
  ],
  start: ({ firstRequest, firstWrite, firstRequestMs, firstWriteMs, emptyTestMs }) => [
    most(
      `start: until the first request (${grouped(firstRequestMs.median)} ms), over Vitest with one empty test (${grouped(emptyTestMs.median)} ms)`,
      firstRequest,
      1.3,
    ),
    beside(`until the first fixture is made (${grouped(firstWriteMs.median)} ms)`, firstWrite),
  ],
  watch: ({ operation, verdictMs, bareMs, overBare }) => [
    [
      `watch: a second round on \`${operation}\`, from the server's return to the first verdict (${told(verdictMs, 0)} ms), over one bare request (${told(bareMs, 1)} ms)`,
      told(overBare, 0),
      '≤ 300 ms',
      answer(verdictMs.median <= 300),
    ],
  ],
  latency: ({ latencyMs, concurrency, requests, whole, requestsOnly }) => [
    most(
      `latency: a target that answers after ${latencyMs} ms, default options, over ${grouped(requests)} requests × ${latencyMs} ms / ${concurrency}`,
      whole,
      1.25,
    ),
    beside('from the first request to the last answer only', requestsOnly),
  ],
  growth: ({ memory, timePerRequest: time }) => [
    ['growth: peak memory at 10000 runs over that at 100', digits(memory, 2), '≤ 1.3', answer(memory <= 1.3)],
    ['— time a request at 10000 runs over that at 100', digits(time, 2), 'linear', answer(time <= 1.1)],
  ],
  reference: ({ overFrameworkByCpu, overRouterByCpu, overRouter }) => [
    least(
      'reference implementation: reading, requests per second of processor time, over the empty route of its framework (Hono on @hono/node-server)',
      overFrameworkByCpu.reading,
      0.8,
    ),
    least('— writing, likewise', overFrameworkByCpu.writing, 0.8),
    beside("reading, over an empty route of Hono's router alone on node:http", overRouterByCpu.reading),
    beside('writing, likewise', overRouterByCpu.writing),
    beside('the last two by the clock instead of processor time: reading', overRouter.reading),
    beside('writing', overRouter.writing),
  ],
};

const sections = {
  profile({ runs, seconds, shares }) {
    return [
      '## Where the time goes',
      '',
      `A profile of the process of a whole run at \`--runs ${runs}\`, ${digits(seconds, 1)} s of all its threads (\`--cpu-prof\`).`,
      'What the bare client of the overhead has to do as well is undici, the sockets (*writev*, *writeLatin1String*,',
      '*Node*) and starting up. The rest is judging: reading each answer as JSON, comparing it with what was sent and',
      'with what was there before, and the memory (*garbage collector*) that takes.',
      '',
      '| part | share |',
      '| --- | ---: |',
      ...shares.map(({ where, percent }) => `| ${where} | ${digits(percent, 1)} % |`),
    ];
  },
  growth({ rows }) {
    const lines = rows.map(
      ({ runs, rounds, requests, seconds, peakMb, liveMb, microsecondsPerRequest }) =>
        `| ${runs} | ${rounds} | ${grouped(requests)} | ${told(seconds, 1)} | ${told(peakMb, 0)} | ${told(liveMb, 0)} | ${told(microsecondsPerRequest, 0)} |`,
    );
    return [
      '## Growth',
      '',
      'Peak memory is the largest resident set: the program itself, what is in use, and garbage, of which V8 lets the',
      'more lie the longer a process runs. In use is the most that any full collection left (`--trace-gc`).',
      '',
      '| `--runs` | rounds | requests | seconds | peak memory, MB | in use, MB | µs a request |',
      '| ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
      ...lines,
    ];
  },
  judging(result) {
    const about = {
      validation: 'Ajv on one answer (an IOU instance)',
      verdict: 'code, media type, JSON and shape of one answer',
      dealing: 'one generated case, dealt',
    };
    return [
      '## Judging',
      '',
      '| what | median, µs | deviation |',
      '| --- | ---: | ---: |',
      ...Object.entries(about).map(
        ([name, text]) =>
          `| ${text} | ${digits(result[name].microseconds, 2)} | ${digits(result[name].deviation, 2)} |`,
      ),
    ];
  },
  peers({ faults, minutes, rows }) {
    const lines = rows.map((row) =>
      row.missing
        ? `| ${row.name} | not run: ${row.missing} | | | | |`
        : `| ${row.name} | ${row.found} of ${row.tried} | ${row.falseAlarms} of ${grouped(row.tests)} | ${grouped(row.requests)} | ${told(row.seconds, 1)} | ${digits(row.millisecondsPerRequest, 2)} |`,
    );
    const missed = rows.filter((row) => row.missed?.length > 0 && row.found > 0.8 * row.tried);
    return [
      '## Peers',
      '',
      `On a sample of ${faults.length} faults of the catalogue, spread over its families, each alone in the reference`,
      `implementation. A fault counts as found when the tests that fail differ from those that fail on the conforming`,
      `server; the latter are the false alarms. Each peer gets the OpenAPI description of this project with the ids of`,
      `fixtures made for it beforehand, and ${minutes} minutes; where they were over first, fewer faults were tried.`,
      'The requests that make these fixtures are not counted; those with which netemu-conformance makes its own are.',
      '',
      '| | faults found | false alarms among tests | requests a run | seconds a run | ms a request |',
      '| --- | ---: | ---: | ---: | ---: | ---: |',
      ...lines,
      '',
      `![Faults found, over requests of a run](${picture})`,
      '',
      ...rows.filter(({ missing }) => !missing).map(({ name, how }) => `- ${name}: ${how}.`),
      ...missed.map(({ name, missed: names }) => `- Not found by ${name}: ${names.join(', ')}.`),
    ];
  },
};

export function page(results) {
  const measured = Object.entries(results);
  const rows = measured.flatMap(([name, result]) => targets[name]?.(result) ?? []);
  return `${[
    '<!-- Generated from bench/results.json by `npm run bench`; changes here are lost. -->',
    '# Performance',
    '',
    'Ratios within one run of a measure, in rounds in which the candidates take turns: median (lowest–highest).',
    'A measure by itself: `npm run bench -- overhead`.',
    '',
    '| measure | ratio | target | reached |',
    '| --- | ---: | ---: | ---: |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    ...measured.flatMap(([name, result]) => (sections[name] ? [...sections[name](result), ''] : [])),
    '## When and where',
    '',
    'A load above the number of cores means that other work ran at the same time: times then vary, ratios less,',
    'processor time hardly.',
    '',
    '| measure | date | rounds | machine | load before | run with |',
    '| --- | --- | ---: | --- | ---: | --- |',
    ...measured.map(
      ([name, { measuredOn, rounds = '', machine, load, basis }]) =>
        `| ${name} | ${measuredOn} | ${rounds} | ${machine} | ${digits(load, 1)} | ${basis} |`,
    ),
  ].join('\n')}\n`;
}

import type { Evidence, Exchange, Headers } from '../../schemas/generated/report.js';
import { oneLine } from '../text/escape.js';
import { answerLine, deciding, FLAKY, isCommand, requestLine } from '../text/exchange.js';
import { BodyView } from './body.js';
import { Command, Fact } from './parts.js';

const MOST_HEADERS = 30;

const HeaderList = ({ headers, wrong }: { headers: Headers; wrong: ReadonlySet<string> }) => (
  <ul class="headers">
    {headers.slice(0, MOST_HEADERS).map(([name, value], index) => {
      const text = oneLine(`${name}: ${value}`);
      return <li key={index}>{wrong.has(name.toLowerCase()) ? <mark>{text}</mark> : text}</li>;
    })}
    {headers.length > MOST_HEADERS ? <li>and {headers.length - MOST_HEADERS} more</li> : null}
  </ul>
);

const ExchangeView = ({
  exchange,
  baseUrl,
  violations = [],
  fields = [],
}: {
  exchange: Exchange;
  baseUrl: string;
  violations?: Evidence['violations'];
  fields?: readonly string[];
}) => {
  const { request, answer } = exchange;
  const wrong = new Set(
    violations.flatMap(({ in: where, pointer }) =>
      where === 'header' && pointer ? [pointer.toLowerCase()] : [],
    ),
  );
  return (
    <div class="exchange">
      <p class="line">
        <span class="arrow">→</span> {oneLine(requestLine(exchange, baseUrl))}
      </p>
      <HeaderList headers={request.headers} wrong={new Set()} />
      <BodyView body={request.body} fields={fields} />
      <p class="line">
        <span class="arrow">←</span> {oneLine(answerLine(exchange))}
      </p>
      <HeaderList headers={answer?.headers ?? []} wrong={wrong} />
      <BodyView body={answer?.body} violations={violations} />
      {isCommand(exchange.curl) ? <Command name="curl">{exchange.curl}</Command> : null}
    </div>
  );
};

const Before = ({ exchanges, baseUrl }: { exchanges: readonly Exchange[]; baseUrl: string }) =>
  exchanges.length === 0 ? null : (
    <details class="before">
      <summary>What was sent before: {exchanges.length}</summary>
      {exchanges.map((exchange, index) => (
        <section key={index}>
          <p class="note">{oneLine(exchange.purpose)}</p>
          <ExchangeView exchange={exchange} baseUrl={baseUrl} />
        </section>
      ))}
    </details>
  );

const Violations = ({ violations }: { violations: Evidence['violations'] }) => {
  const placed = violations
    .filter(({ in: where }) => where !== 'status' && where !== 'transport')
    .slice(0, 20);
  return placed.length === 0 ? null : (
    <ul class="violations">
      {placed.map(({ in: where, pointer, message }, index) => (
        <li key={index}>
          <span class="label">{where}</span> <code>{oneLine(pointer || '(whole)')}</code> {oneLine(message)}
        </li>
      ))}
    </ul>
  );
};

/** One symptom: acceptable and seen, the violations, the exchange that shows it and what led to it. */
export const EvidenceView = ({
  evidence,
  baseUrl,
  fields = [],
}: {
  evidence: Evidence;
  baseUrl: string;
  /** Of the body of the request: those that matter. */
  fields?: readonly string[];
}) => {
  const exchange = deciding(evidence);
  const before = exchange ? evidence.exchanges.slice(0, evidence.exchanges.indexOf(exchange)) : [];
  return (
    <div class="evidence">
      <dl class="versus">
        <div>
          <dt>Expected</dt>
          <dd class="good">{oneLine(evidence.expected)}</dd>
        </div>
        <div>
          <dt>Got</dt>
          <dd class="bad">{oneLine(evidence.seen)}</dd>
        </div>
      </dl>
      <Fact name="the server says" text={evidence.message} isCode />
      <Violations violations={evidence.violations} />
      <Fact name="smallest input" text={evidence.counterexample} isCode>
        {evidence.seed === undefined ? null : <span class="note"> seed {evidence.seed}</span>}
      </Fact>
      {evidence.reproducibility === 'flaky' ? <p class="note">{FLAKY}</p> : null}
      <Before exchanges={before} baseUrl={baseUrl} />
      {exchange ? (
        <ExchangeView
          exchange={exchange}
          baseUrl={baseUrl}
          violations={evidence.violations}
          fields={fields}
        />
      ) : null}
    </div>
  );
};

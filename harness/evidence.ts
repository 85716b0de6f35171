/** From the harness's exchanges to the report's evidence: cut, redacted, replayable. */
import type { Body, Evidence, Exchange as ReportedExchange } from '../schemas/generated/report.js';
import { curl } from './curl.js';
import type { Exchange, Headers } from './exchange.js';
import type { Failure } from './outcome.js';
import { placeholder, type Redactor } from './redact.js';

/** Bytes of a body that a report keeps. */
const maxBody = 16 * 1024;
/** Bytes of all bodies of a run: a report stays readable and small whatever a server sends. */
const maxTotal = 8 * 1024 * 1024;
/** What is kept of a body when the total is used up. */
const scantBody = 256;
const maxHeaders = 60;
const maxHeaderValue = 2048;

export class EvidenceWriter {
  readonly #baseUrl: string;
  readonly #given: Headers;
  readonly #redactor: Redactor;
  #left = maxTotal;
  /** Told in the report when something was cut for want of room. */
  cut = false;

  constructor(baseUrl: string, given: Headers, redactor: Redactor) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#given = given.map(([name]) => [name, placeholder(name)] as const);
    this.#redactor = redactor;
  }

  evidence(failure: Failure): Evidence {
    const { exchanges, symptom, violations, counterexample, reproducibility, ...rest } = failure;
    const clean = (text: string) => this.#redactor.text(text);
    return {
      ...rest,
      expected: clean(rest.expected),
      seen: clean(rest.seen),
      symptom: { operation: symptom.operation, input: clean(symptom.input), outcome: clean(symptom.outcome) },
      violations: violations.slice(0, 20).map((each) => ({ ...each, message: clean(each.message) })),
      exchanges: exchanges.map((exchange) => this.exchange(exchange)),
      ...(counterexample !== undefined && { counterexample: clean(counterexample) }),
      ...(reproducibility && { reproducibility }),
    };
  }

  exchange({ request, purpose, answer, failure, startedAt, durationMs }: Exchange): ReportedExchange {
    const url = this.#redactor.text(this.#baseUrl + request.path);
    const headers = [...this.#given, ...request.headers];
    const sent = request.body === undefined ? undefined : Buffer.from(request.body);
    return {
      purpose,
      request: {
        method: request.method,
        url,
        headers: this.#headers(headers),
        ...(sent && { body: this.#body(sent) }),
      },
      ...(answer && {
        answer: {
          status: answer.status,
          reason: this.#redactor.text(answer.reason).slice(0, 200),
          headers: this.#headers(answer.headers),
          ...(answer.body.length > 0 && { body: this.#body(answer.body) }),
        },
      }),
      ...(failure && { failure: { ...failure } }),
      startedAt: new Date(startedAt).toISOString(),
      durationMs: Math.round(durationMs * 100) / 100,
      curl: this.#redactor.text(curl(request.method, url, headers, sent?.subarray(0, maxBody))),
    };
  }

  #headers(headers: Headers): [string, string][] {
    return this.#redactor
      .headers(headers.slice(0, maxHeaders))
      .map(([name, value]) => [name.slice(0, 200), value.slice(0, maxHeaderValue)]);
  }

  #body(bytes: Buffer): Body {
    const room = this.#left > 0 ? maxBody : scantBody;
    if (this.#left <= 0) this.cut = true;
    const kept = bytes.subarray(0, room);
    this.#left -= kept.length;
    const size = { bytes: bytes.length, truncated: bytes.length > kept.length };
    const text = asText(kept);
    return text === undefined
      ? { base64: kept.toString('base64'), ...size }
      : { text: this.#redactor.text(text), ...size };
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function asText(bytes: Buffer): string | undefined {
  // A cut can split the last character; up to three bytes of it may be dropped.
  for (let drop = 0; drop < 4 && drop <= bytes.length; drop++) {
    try {
      return utf8.decode(bytes.subarray(0, bytes.length - drop));
    } catch {}
  }
  return undefined;
}

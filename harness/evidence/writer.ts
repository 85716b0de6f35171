/** From the harness's exchanges to the report's evidence: cut, redacted, replayable. */
import { gzipSync } from 'node:zlib';
import type { Body, Evidence, Exchange as ReportedExchange } from '../../schemas/generated/report.js';
import { textOfInstant } from '../../schemas/instant.js';
import type { Exchange, Headers } from '../http/exchange.js';
import { shownOfBody } from '../http/limits.js';
import type { Failure } from '../outcome.js';
import { curl } from './curl.js';
import { checkOf, replacements } from './recording.js';
import { placeholder, type Redactor } from './redact.js';
import { asText, messageOf, wellCut, wellFormed, withBothEnds } from './text.js';

/** Bytes that the evidence of a run may take: a report stays readable and small whatever a server sends. */
const maxTotal = 8 * 1024 * 1024;
/** Of what is left each failure may take this part at most, so that early ones leave something for late ones. */
const part = 1 / 16;
/** What every failure may take, also when nothing is left, and what is shown of a body and of a command then. */
const least = 2048;
const leastBody = 256;
const leastCurl = 600;
const maxHeaders = 60;
const maxHeaderValue = 2048;

/** What one failure may take. */
interface Bounds {
  readonly bytes: number;
  readonly exchanges: number;
  readonly violations: number;
}
/** A requirement shows the end of what was sent, a finding all of it; little is left when others took the room. */
const bounds = {
  requirement: { bytes: 32 * 1024, exchanges: 8, violations: 20 },
  finding: { bytes: 128 * 1024, exchanges: 160, violations: 20 },
  little: { bytes: 4 * 1024, exchanges: 4, violations: 3 },
} satisfies Record<string, Bounds>;
/** Bytes of a body that is packed, and of what is told then. */
const maxPacked = { from: 4 * 1024 * 1024, to: 8 * 1024 };
const maxWords = 1000;
const maxPointer = 200;
const maxCurl = 2 * shownOfBody;

/** Bytes that one failure may still take, and whether others have left it less than it may have. */
interface Share {
  left: number;
  readonly isScarce: boolean;
  /** Whether it is to be played again. */
  readonly isWhole: boolean;
}

export class EvidenceWriter {
  readonly #baseUrl: string;
  readonly #given: Headers;
  readonly #redactor: Redactor;
  #left = maxTotal;
  /** Told in the report when something was cut because all failures together need too much room. */
  cut = false;

  constructor(baseUrl: string, given: Headers, redactor: Redactor) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#given = given.map(([name]) => [name, placeholder(name)] as const);
    this.#redactor = redactor;
  }

  /** Words that may quote what a server said, without secrets and not too long. */
  readonly words = (text: string, length = maxWords): string => {
    const enough = 4 * maxWords;
    const start = this.#redactor.text(text.slice(0, enough));
    // At the end there may be the beginning of a secret.
    const clean = wellFormed(
      text.length > enough ? start.slice(0, -this.#redactor.longest || undefined) : start,
    );
    return clean.length <= length ? clean : `${wellCut(clean, length)}…`;
  };

  evidence(failure: Failure, wanted: Bounds = bounds.requirement): Evidence {
    const { exchanges, deciding, symptom, violations, counterexample, reproducibility, seed } = failure;
    const { words } = this;
    const share = this.#share(wanted);
    const message = messageOf(exchanges[deciding]?.answer);
    const most = share.isScarce ? bounds.little : wanted;
    if (share.isScarce && exchanges.length > most.exchanges) this.cut = true;
    // Long sequences are shown from the exchange that decides backwards.
    const first = Math.max(0, deciding + 1 - most.exchanges);
    return {
      expected: words(failure.expected),
      seen: words(failure.seen),
      symptom: {
        operation: symptom.operation,
        input: words(symptom.input),
        outcome: words(symptom.outcome),
      },
      violations: violations.slice(0, most.violations).map((each) => ({
        ...each,
        ...(each.pointer !== undefined && { pointer: words(each.pointer, maxPointer) }),
        message: words(each.message, maxPointer),
      })),
      exchanges: this.#exchanges(exchanges.slice(first, first + most.exchanges), deciding - first, share),
      deciding: deciding - first,
      ...(message !== undefined && { message: words(withBothEnds(message, maxPointer)) }),
      ...(counterexample !== undefined && {
        counterexample: wellFormed(this.#redactor.text(counterexample)),
      }),
      ...(reproducibility && { reproducibility }),
      ...(seed !== undefined && { seed }),
    };
  }

  /** Evidence that can be played again, as long as it is whole. */
  replayable(failure: Failure): Evidence {
    const evidence = this.evidence(failure, bounds.finding);
    const check = checkOf(failure);
    if (!check || evidence.exchanges.length < failure.exchanges.length) return evidence;
    return { ...evidence, check, replacements: replacements(failure.exchanges, check, failure.deciding) };
  }

  exchange(exchange: Exchange): ReportedExchange {
    return this.#exchanges([exchange], 0, this.#share(bounds.requirement))[0] as ReportedExchange;
  }

  #share(wanted: Bounds): Share {
    const room = Math.floor(this.#left * part);
    const isScarce = room < wanted.bytes;
    const left = Math.max(least, Math.min(wanted.bytes, room));
    return { left, isScarce, isWhole: wanted === bounds.finding && !isScarce };
  }

  /** The deciding exchange takes what it needs first, then those next to it. */
  #exchanges(exchanges: readonly Exchange[], deciding: number, share: Share): ReportedExchange[] {
    const shown: ReportedExchange[] = [];
    const near = [...exchanges.keys()].sort((a, b) => Math.abs(a - deciding) - Math.abs(b - deciding));
    for (const index of near) {
      const before = share.left;
      shown[index] = this.#exchange(exchanges[index] as Exchange, share);
      this.#left = Math.max(0, this.#left - (before - share.left));
    }
    return shown;
  }

  #exchange({ request, purpose, answer, failure, ...when }: Exchange, share: Share): ReportedExchange {
    const url = this.#redactor.text(this.#baseUrl + request.path);
    const headers = [...this.#given, ...request.headers];
    const sent = request.body === undefined ? undefined : Buffer.from(request.body);
    return {
      purpose,
      request: {
        method: request.method,
        url,
        headers: this.#headers(headers, share),
        ...(sent && { body: this.#body(sent, sent.length, share) }),
      },
      ...(answer && {
        answer: {
          status: answer.status,
          reason: this.#redactor.text(answer.reason).slice(0, 200),
          headers: this.#headers(answer.headers, share),
          ...(answer.body.length > 0 && {
            body: this.#body(answer.body, answer.wholeLength ?? answer.body.length, share),
          }),
        },
      }),
      ...(failure && { failure: { kind: failure.kind, message: this.words(failure.message) } }),
      startedAt: textOfInstant(when.startedAt),
      durationMs: Math.round(when.durationMs * 100) / 100,
      curl: this.#curl(request.method, url, headers, sent, share),
    };
  }

  /** Half a command would do something else than the request did, so it is whole or left out. */
  #curl(method: string, url: string, headers: Headers, sent: Buffer | undefined, share: Share): string {
    const command =
      sent && sent.length > shownOfBody
        ? undefined
        : this.#redactor.text(curl(method, url, this.#redactor.headers(headers), sent));
    if (command === undefined || command.length > Math.min(maxCurl, Math.max(leastCurl, share.left))) {
      this.cut ||= share.isScarce;
      return '# left out: too long for this report';
    }
    share.left -= command.length;
    return command;
  }

  #headers(headers: Headers, share: Share): [string, string][] {
    const shown: [string, string][] = [];
    for (const [name, value] of this.#redactor.headers(headers.slice(0, maxHeaders))) {
      const kept: [string, string] = [wellCut(name, 200), wellCut(value, maxHeaderValue)];
      const length = kept[0].length + kept[1].length + 8;
      if (length > share.left) {
        this.cut ||= share.isScarce;
        break;
      }
      share.left -= length;
      shown.push(kept);
    }
    return shown;
  }

  /** A long body that is short when it is packed, so that it is there when it is played again. */
  #packed(bytes: Buffer, whole: number): Pick<Body, 'packed'> {
    if (bytes.length <= shownOfBody || bytes.length > maxPacked.from || bytes.length < whole) return {};
    const text = bytes.toString('latin1');
    const packed = gzipSync(bytes).toString('base64');
    return packed.length <= maxPacked.to && this.#redactor.text(text) === text ? { packed } : {};
  }

  #body(bytes: Buffer, whole: number, share: Share): Body {
    const room = Math.min(shownOfBody, Math.max(share.left, leastBody));
    if (room < Math.min(shownOfBody, whole)) this.cut ||= share.isScarce;
    // Redacted before it is cut, since a part of a secret would not be known for one.
    const { longest } = this.#redactor;
    const some = bytes.subarray(0, room + longest);
    const isCut = some.length < whole;
    const text = asText(some, isCut);
    const clean = this.#redactor.text(text ?? some.toString('latin1'));
    const kept = wellCut(isCut ? clean.slice(0, Math.max(0, clean.length - longest)) : clean, room);
    share.left -= kept.length;
    const truncated = isCut || kept.length < clean.length;
    const size = { bytes: whole, truncated, ...(share.isWhole && this.#packed(bytes, whole)) };
    return text === undefined
      ? { base64: Buffer.from(kept, 'latin1').toString('base64'), ...size }
      : { text: kept, ...size };
  }
}

/** Answers that end before they are whole, or hold nothing (section 1, RFC 9112). */
import { type Answer, empty } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { breaking, breakingEach, type Families } from './fault.js';
import { isSuccess, onSuccess, showing } from './recipes.js';
import { lookingUp, withBody } from './shapes.js';

interface Ending {
  readonly name: string;
  readonly does: string;
  /** How many bytes of the body are sent, of how many that are declared; undefined declares chunks. */
  readonly of: (length: number) => readonly [sent: number, declared: number | undefined];
}

const ways: readonly Ending[] = [
  { name: 'a-byte-early', does: 'leaves the last byte out', of: (length) => [length - 1, length] },
  {
    name: 'with-a-byte-owed',
    does: 'declares one byte more than it has',
    of: (length) => [length, length + 1],
  },
  { name: 'without-a-last-chunk', does: 'leaves the last chunk out', of: (length) => [length, undefined] },
];

function cutShort({ outgoing }: Exchange, { status, headers, body }: Answer, { of }: Ending): void {
  const bytes = Buffer.from(JSON.stringify(body));
  const [sent, declared] = of(bytes.length);
  outgoing.writeHead(status, { ...headers, ...(declared !== undefined && { 'content-length': declared }) });
  outgoing.write(bytes.subarray(0, sent), () => outgoing.socket?.end());
}

const ending = (is: (answer: Answer) => boolean, how: Ending): Hooks => ({
  wire: (exchange, answer, next) =>
    is(answer) && answer.body !== undefined ? cutShort(exchange, answer, how) : next(exchange, answer),
});

/** As many bytes as the body has characters: one that is not ASCII is cut. */
const countingCharacters: Hooks = {
  wire({ outgoing }, { status, headers, body }) {
    const text = JSON.stringify(body) ?? '';
    outgoing.writeHead(status, { ...headers, 'content-length': text.length });
    outgoing.end(Buffer.from(text).subarray(0, text.length));
  },
};

const inTurn = (turn: number) => ways[turn % ways.length] as Ending;

export const endings: Families = {
  'answers that end early': [
    ...withBody.map(({ id }, turn) => {
      const how = inTurn(turn);
      return breaking(id, 'succeeds')(`ends-${how.name}`, showing(id, ending(isSuccess, how)));
    }),
    ...lookingUp.map(({ id }, turn) => {
      const how = inTurn(turn);
      return breaking(id, 'unknown-project')(
        `ends-not-found-${how.name}`,
        ending(({ status }) => status === 404, how),
      );
    }),
  ],
  'lengths in characters': [
    breaking('compute.projects.get', 'answer.always')('counts-characters', countingCharacters),
  ],
  'names written by hand': [
    breaking('compute.projects.get', 'answer.always')(
      'writes-names-by-hand',
      onSuccess((answer) => ({ ...answer, raw: JSON.stringify(answer.body).replaceAll('\\"', '"') })),
    ),
  ],
  '201 without a body': breakingEach(['drawings.create', 'nodes.start'], 'answer.json', [
    'created-without-body',
    onSuccess(() => empty(201)),
  ]),
};

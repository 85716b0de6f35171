/** Servers that send the client elsewhere, away, or ask it to wait. */
import { type Behaviour, jsonType, message } from '../behaviour.js';

const always = (
  name: string,
  does: string,
  status: number,
  headers: Readonly<Record<string, string>>,
): Behaviour => ({
  name,
  does,
  answer: (socket) => socket.write(message(status, { ...jsonType, ...headers }, '{"message":"no"}')),
});

export const refusals: readonly Behaviour[] = [
  always('redirect-loop', 'redirects to where the request came from', 302, { location: '/v2/version' }),
  {
    name: 'redirect-away',
    does: 'redirects to another server',
    answer: (socket, { path }) => socket.write(message(307, { location: `http://127.0.0.1:1${path}` })),
  },
  always('unauthorized', 'asks for credentials', 401, { 'www-authenticate': 'Basic realm="\\"x"' }),
  always('forbidden', 'forbids everything', 403, {}),
  always('unavailable', 'answers 503 for ever', 503, {}),
  always('unavailable-later', 'answers 503 with Retry-After: 1 for ever', 503, { 'retry-after': '1' }),
  always('unavailable-at-once', 'answers 429 with Retry-After: 0 for ever', 429, { 'retry-after': '0' }),
  always('unavailable-long', 'answers 503 with a Retry-After of a century', 503, {
    'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT',
  }),
  always('empty-objects', 'answers 200 and an empty object to everything', 200, {}),
];

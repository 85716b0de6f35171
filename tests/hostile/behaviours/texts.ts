/** Servers whose words are meant for the terminal, the page or the machine of the reader. */
import { type Behaviour, jsonType, message, told } from '../behaviour.js';

/** What must not be live anywhere: a terminal title, a link, colours, markup, scripts, a reversed text. */
const live = {
  escape: '\x1b]0;owned\x07\x1b[31mred\x1b[2J\x1b]8;;http://evil.example\x07',
  markup: '<script>alert("hostile")</script><img src=x onerror=alert(1)>]]>--></pre></style>',
  bidi: '\u202egnp.exe\u2066\u200f',
  command: '\n::error::hostile\n##vso[task.complete]\n',
} as const;
const everything = Object.values(live).join(' ');

const worded = (name: string, does: string, text: string | Buffer, headers = {}): Behaviour => ({
  name,
  does,
  answer: (socket) => socket.write(message(500, { ...jsonType, ...headers }, text)),
});

export const texts: readonly Behaviour[] = [
  worded('live-body', 'puts escape sequences and markup into its bodies', everything),
  worded(
    'live-message',
    'puts them into the message of its errors',
    JSON.stringify({ message: everything, status: 500 }),
  ),
  worded(
    'live-keys',
    'puts them into the keys of its JSON',
    JSON.stringify({ [everything]: { [live.markup]: 1 } }),
  ),
  worded('live-headers', 'puts them into its headers', '{}', {
    server: `${live.escape.replaceAll('\x07', '\x9c').replaceAll('\x1b', '\x9b')} ${live.markup}`,
    'content-type': `text/html; ${live.markup}`,
  }),
  {
    name: 'live-reason',
    does: 'puts them into its reason phrase',
    answer: (socket) =>
      socket.write(message(`500 ${live.markup} \x9b31m \x9b2J ${live.markup}`, jsonType, '{}')),
  },
  {
    name: 'live-version',
    does: 'puts them into the version that it tells, and is right otherwise',
    harmless: true,
    answer: async (socket, { path }, proper) => {
      const version = JSON.stringify({ version: everything });
      if (path.endsWith('/v2/version')) socket.write(message(200, jsonType, version));
      else socket.write(told(await proper(), { server: live.markup }));
    },
  },
  {
    name: 'live-values',
    does: 'answers as it should, with live names in place of its own',
    answer: async (socket, _request, proper) => {
      const answer = await proper();
      const text = answer.body
        .toString()
        .replace(/"name":"[^"]*"/g, () => `"name":${JSON.stringify(everything)}`);
      socket.write(told({ ...answer, body: Buffer.from(text) }));
    },
  },
  worded('invalid-utf8', 'sends bytes that are not UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0xff, 0xfe, 0x22])),
  worded('lone-surrogates', 'sends lone surrogates and NUL', '{"message":"\\ud800\\udfff\\ud83d\\u0000"}'),
  worded('not-a-number', 'sends NaN and Infinity', '{"x":NaN,"y":Infinity}'),
  {
    name: 'prototype-keys',
    does: 'adds the keys __proto__, constructor and toString to each right answer',
    harmless: true,
    answer: async (socket, _request, proper) => {
      const answer = await proper();
      const odd =
        '{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}},"toString":7,"hasOwnProperty":1,"then":"x",';
      const body = Buffer.from(answer.body.toString().replace(/\{(?=")/g, odd));
      socket.write(told({ ...answer, body }));
    },
  },
  {
    name: 'prototype-ids',
    does: 'uses __proto__ for every identifier',
    answer: async (socket, _request, proper) => {
      const answer = await proper();
      const text = answer.body.toString().replace(/"(\w+_id)":"[^"]*"/g, '"$1":"__proto__"');
      socket.write(told({ ...answer, body: Buffer.from(text) }));
    },
  },
];

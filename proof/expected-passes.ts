const optional = 'The field is optional, and an answer without it is allowed.';

/** Why a requirement passes on a server that knows nothing of the interface. What no row explains passes by accident. */
const reasons: readonly (readonly [server: RegExp, requirement: RegExp, reason: string])[] = [
  [
    /404|400|500/,
    /\.errors\.(media-type|json|always)$/,
    'Its errors are JSON and declared so, which is all that is asked.',
  ],
  [
    /20|echo/,
    /\.(succeeds|codes\.always)$|\.get\.(with-content|finds-each)$/,
    'The code is the one that is listed.',
  ],
  [
    /204/,
    /\.(delete|start)\.(succeeds|answer\.empty|with-content|emptied|after-update|started|again|at-once|answers-(fields|large-fields|body)|accepts\.[\w-]+)$/,
    'The code is the one that is listed, and there is no body.',
  ],
  [
    /204/,
    /^nodes\.start\.(answer[.-]|answers-own-ids$|answers-each-type$|keeps-fields$)/,
    'A 204 without a Node is listed as well.',
  ],
  [/20|echo/, /\.keeps-nodes$/, 'A node is there as long as starting it is not answered with 404.'],
  [/204/, /\.content-(type|length)$/, 'It sends no such header, and need not.'],
  [/20|400|echo/, /\.answers-body$/, 'Whatever is sent is answered, without a 404 or a 5xx.'],
  [/200-object|200-array|echo/, /\.answer\.(media-type|json)$/, 'The body is JSON and declared so.'],
  [/200-object|echo/, /\.answer\.body$/, 'The body is a JSON object.'],
  [/200-array/, /^drawings\.list\.(answer\.(body|always)|without-drawings)$/, 'The body is a JSON array.'],
  [/200-object|echo/, /\.answer\.\w+$/, optional],
  [/200-array/, /^projects\.get\.answer\.always$/, 'Its body is not shown: any JSON will do.'],
  [
    /200|echo/,
    /\.accepts\.|\.answers-(edges\.|notations$|unknown-fields$|taken-(name|console)$|nameless$)|\.generated\.(plain|wide|odd-text)$/,
    'Everything is taken, with a listed code and an object as answer.',
  ],
  [
    /400/,
    /\.answers-(edges\.|project-of-body$)|\.unknown-and-wrong$|\.generated\.|\.no-uuid$|\.odd-segments$/,
    '400 is listed.',
  ],
  [/404|files/, /\.(no-uuid|odd-segments)$/, 'Whatever the id, the answer is 404.'],
  [/./, /^drawings\.\w+\.odd-segments$|\.answers-no-body$/, 'Only a 5xx is wrong there.'],
  [/echo/, /\.echoes\.|\.generated\.read-back$|\.answer-ids\.always$/, 'The answer is what was sent.'],
  [/200|echo/, /\.reading-is-safe$|\.aftermath\./, 'It answers as it did before, whatever was sent.'],
  [
    /20|echo/,
    /\.deletes-nothing-elsewhere$|\.delete\.spares-(siblings|instances|older-of-name|same-name(-beside)?)$/,
    'It deletes nothing at all.',
  ],
];

/** What a server without state or rules cannot be caught at, though some pass: why faults have to show it. */
export const beyondTrivialServers: readonly { readonly requirement: RegExp; readonly reason: string }[] = [
  {
    requirement: /\.errors\.(media-type|json)$/,
    reason: 'Errors are judged only where the operation is served at all, which it is not there.',
  },
  {
    requirement: /^nodes\.start\.(again|answers-(large-)?fields)$/,
    reason: 'A server that keeps nothing answers the second time, and any body, as it answers the first.',
  },
  {
    requirement: /\.aftermath\.readable$/,
    reason: 'A server that keeps nothing answers after a write as it did before.',
  },
  {
    requirement: /\.generated\.(wide|broken)$/,
    reason: 'What it gets wrong at all, it gets wrong in a single field, which is then left out here.',
  },
];

export function reasonFor(server: string, requirement: string): string | undefined {
  return reasons.find(([of, about]) => of.test(server) && about.test(requirement))?.[2];
}

/** Variants that are not judged here: how much they take at a time depends on the machine. */
export const paced = /^(limits-bursts.*|overloaded|closes-a-third)$/;

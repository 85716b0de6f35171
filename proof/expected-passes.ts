/** Why a requirement passes on a server that knows nothing of the interface. What no row explains passes by accident. */
interface Reason {
  readonly server: RegExp;
  readonly requirement: RegExp;
  readonly reason: string;
}

const row = (server: RegExp, requirement: RegExp, reason: string): Reason => ({
  server,
  requirement,
  reason,
});

const optional = 'The field is optional, and an answer without it is allowed.';

export const reasons: readonly Reason[] = [
  row(
    /404|400|500/,
    /\.errors\.(media-type|json|always)$/,
    'Its errors are JSON and declared so, which is all that is asked.',
  ),
  row(/20|echo/, /\.(succeeds|codes\.always)$/, 'The code is the one that is listed.'),
  row(
    /204/,
    /\.(delete|start)\.(succeeds|answer\.empty|with-content|emptied|after-update|started|again|at-once|answers-(fields|large-fields|body)|accepts\.\w+)$/,
    'The code is the one that is listed, and there is no body.',
  ),
  row(
    /204/,
    /^nodes\.start\.(answer[.-]|answers-own-ids$|answers-each-type$|keeps-fields$)/,
    'A 204 without a Node is listed as well.',
  ),
  row(/20|echo/, /\.keeps-nodes$/, 'A node is there as long as starting it is not answered with 404.'),
  row(/204/, /\.content-(type|length)$/, 'It sends no such header, and need not.'),
  row(/20|400|echo/, /\.answers-body$/, 'Whatever is sent is answered, without a 404 or a 5xx.'),
  row(/200-object|200-array|echo/, /\.answer\.(media-type|json)$/, 'The body is JSON and declared so.'),
  row(/200-object|echo/, /\.answer\.body$/, 'The body is a JSON object.'),
  row(/200-array/, /^drawings\.list\.(answer\.(body|always)|without-drawings)$/, 'The body is a JSON array.'),
  row(/200-object|echo/, /\.answer\.\w+$/, optional),
  row(/200-array/, /^projects\.get\.answer\.always$/, 'Its body is not shown: any JSON will do.'),
  row(
    /200|echo/,
    /\.accepts\.|\.answers-(edges\.|notations$|unknown-fields$|taken-name$|nameless$)|\.generated\.(plain|wide|odd-text)$/,
    'Everything is taken, with a listed code and an object as answer.',
  ),
  row(
    /400/,
    /\.answers-(edges\.|project-of-body$)|\.unknown-and-wrong$|\.generated\.|\.no-uuid$|\.odd-segments$/,
    '400 is listed.',
  ),
  row(/404|files/, /\.(no-uuid|odd-segments)$/, 'Whatever the id, the answer is 404.'),
  row(/./, /^drawings\.\w+\.odd-segments$|\.answers-no-body$/, 'Only a 5xx is wrong there.'),
  row(/echo/, /\.echoes\.|\.generated\.read-back$|\.answer-ids\.always$/, 'The answer is what was sent.'),
  row(/200|echo/, /\.reading-is-safe$|\.aftermath\./, 'It answers as it did before, whatever was sent.'),
  row(
    /20|echo/,
    /\.deletes-nothing-elsewhere$|\.delete\.spares-(siblings|instances|same-name(-beside)?)$/,
    'It deletes nothing at all.',
  ),
];

/** What a server without state or rules cannot be caught at, though some pass: why faults have to show it. */
export const beyondTrivialServers: readonly Omit<Reason, 'server'>[] = [
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
  return reasons.find((each) => each.server.test(server) && each.requirement.test(requirement))?.reason;
}

/** Variants that are not judged here: how much they take at a time depends on the machine. */
export const paced: readonly { readonly name: string; readonly reason: string }[] = [
  { name: 'limits-bursts', reason: 'More than 30 requests in 100 ms.' },
  { name: 'limits-bursts-for-a-moment', reason: 'More than 30 requests in 100 ms.' },
  { name: 'limits-bursts-for-a-second', reason: 'More than 30 requests in 100 ms.' },
  { name: 'overloaded', reason: 'More than six requests at a time.' },
  { name: 'closes-a-third', reason: 'More than two connections at a time.' },
];

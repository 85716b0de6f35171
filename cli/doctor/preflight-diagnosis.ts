/** Finds out from the first answers what keeps the suite from reaching a target. Pure: exchanges in, words out. */
import { seen } from '../../harness/expect.js';
import { type Exchange, type FailureKind, header, mediaType, status } from '../../harness/http/exchange.js';

export interface Obstacle {
  readonly cause: 'unreachable' | 'preflight';
  readonly message: string;
  readonly remedy: string;
}

type Rule = (exchange: Exchange, baseUrl: URL) => Omit<Obstacle, 'cause'> | undefined;

/** The obstacle that all answers show, if any. A server that answers wrongly is no obstacle: it is judged. */
export function diagnose(exchanges: readonly Exchange[], baseUrl: string): Obstacle | undefined {
  const url = new URL(baseUrl);
  const isSilent = exchanges.every(({ answer, failure }) => !answer && failure?.kind !== 'too-large');
  const [failure] = exchanges.flatMap((each) => each.failure ?? []);
  if (isSilent && failure) {
    const message = `The target ${url.href} does not answer: ${failure.message}.`;
    return { cause: 'unreachable', message, remedy: unreachableHints[failure.kind](url) };
  }
  for (const rule of rules) {
    const [first, ...others] = exchanges.map((exchange) => rule(exchange, url));
    if (first && others.every((other) => other)) return { cause: 'preflight', ...first };
  }
  return undefined;
}

const unreachableHints: Record<FailureKind, (url: URL) => string> = {
  refused: ({ host }) => `Check the port, and whether the server runs: nothing listens on ${host}.`,
  dns: ({ hostname }) => `Check the spelling of ${hostname}, and whether this machine can resolve names.`,
  timeout: ({ host }) => `Check whether a firewall blocks ${host}, or give it more time with --timeout MS.`,
  dropped: ({ protocol }) =>
    `Check whether the port speaks ${other(protocol)} rather than ${plain(protocol)}.`,
  protocol: ({ protocol }) =>
    `Check whether the port speaks ${other(protocol)} rather than ${plain(protocol)}, or no HTTP at all.`,
  tls: ({ protocol, host }) =>
    protocol === 'https:'
      ? `Give the certificate authority with --ca FILE, or --insecure to check nothing; a server without TLS is http://${host}.`
      : 'Check the scheme of the URL.',
  'too-large': () => '',
};

const plain = (protocol: string) => protocol.slice(0, -1);
const other = (protocol: string) => (protocol === 'https:' ? 'http' : 'https');

const rules: readonly Rule[] = [
  (exchange) =>
    status(exchange) === 407
      ? {
          message: 'A proxy in between answers 407 Proxy Authentication Required.',
          remedy:
            'Put user and password into HTTP_PROXY (http://user:password@host:port), or the host into NO_PROXY.',
        }
      : undefined,
  (exchange) => {
    const challenge = exchange.answer && header(exchange.answer, 'www-authenticate');
    if (status(exchange) !== 401 && !(status(exchange) === 403 && challenge !== undefined)) return undefined;
    const scheme = challenge?.split(' ')[0];
    return {
      message: `The target asks for authentication: it answers ${seen(exchange)}${scheme ? ` (${scheme})` : ''}.`,
      remedy:
        scheme?.toLowerCase() === 'basic'
          ? 'Give --user USER:PASSWORD.'
          : "Give --user USER:PASSWORD, or --header 'Authorization: …'.",
    };
  },
  (exchange) => {
    const location = exchange.answer && header(exchange.answer, 'location');
    const code = status(exchange) ?? 0;
    if (code < 300 || code >= 400 || location === undefined) return undefined;
    const to = originOf(location, exchange);
    return {
      message: `The target redirects every request (${seen(exchange)}, ${location.slice(0, 200)}).`,
      remedy: `Redirects are never followed. Judge the server itself${to ? `: npx netemu-conformance ${to}` : ''}.`,
    };
  },
  (exchange) => {
    const code = status(exchange);
    const own = exchange.answer && mediaType(exchange.answer) === 'application/json';
    if ((code !== 502 && code !== 504) || own) return undefined;
    return {
      message: `A proxy in between answers ${seen(exchange)}: it cannot reach the target.`,
      remedy: 'Check whether the server behind it runs, or put the host into NO_PROXY to go round the proxy.',
    };
  },
  (exchange, url) => {
    const code = status(exchange) ?? 0;
    if (!isPage(exchange) || code >= 300) return undefined;
    return {
      message: `The target answers ${seen(exchange)} with a web page where the interface has JSON.`,
      remedy: `Check port and path: the base URL is what comes before /v2${url.pathname === '/' ? '' : `, here ${url.href}`}.`,
    };
  },
];

/** Whether everything is 404: no path of the interface may be there. */
export const isNowhere = (exchanges: readonly Exchange[]) =>
  exchanges.every((exchange) => status(exchange) === 404);

/** Warnings about a target that can be judged. */
export function warnings(exchanges: readonly Exchange[], baseUrl: string): string[] {
  const { pathname } = new URL(baseUrl);
  const via = exchanges.map(({ answer }) => answer && header(answer, 'via')).find((each) => each);
  const pages = exchanges.some(isPage);
  const version = pathname.match(/\/v\d+(?=\/|$)/)?.[0];
  return [
    ...(via ? [`A proxy is in between (Via: ${via.slice(0, 100)}): what it changes is judged as well.`] : []),
    ...(version
      ? [`The base URL has ${version} in its path, but every path of the interface begins with /v2 itself.`]
      : []),
    ...(isNowhere(exchanges) && pages
      ? ['Unknown paths are answered with a web page: is it the right port, and the right base path?']
      : []),
  ];
}

function isPage({ answer }: Exchange): boolean {
  if (!answer) return false;
  return (
    mediaType(answer) === 'text/html' || /^\s*<(!doctype|html)/i.test(answer.body.toString('latin1', 0, 64))
  );
}

function originOf(location: string, { request }: Exchange): string | undefined {
  if (!URL.canParse(location)) return undefined;
  const { href } = new URL(location);
  return href.endsWith(request.path) ? href.slice(0, -request.path.length) : undefined;
}

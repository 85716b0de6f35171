import type { Content, Entry, Har, Header, Page, PostData } from 'har-format';
import { bounded } from '../report/truncate.js';
import type { Body, Exchange, Headers, Report } from '../schemas/generated/report.js';
import { inertJson } from './text/escape.js';
import { cutNote, header } from './text/exchange.js';

const pairs = (headers: Headers): Header[] => headers.map(([name, value]) => ({ name, value }));

const query = (url: string): Header[] =>
  URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : [];

const note = (body: Body): { comment?: string } => (body.truncated ? { comment: cutNote(body) } : {});

const content = (headers: Headers, body: Body | undefined): Content => ({
  size: body?.bytes ?? 0,
  mimeType: header(headers, 'content-type') ?? '',
  ...(body?.text !== undefined && { text: body.text }),
  ...(body?.base64 !== undefined && { text: body.base64, encoding: 'base64' }),
  ...(body && note(body)),
});

const postData = (headers: Headers, body: Body): PostData => ({
  mimeType: header(headers, 'content-type') ?? '',
  text: body.text ?? body.base64 ?? '',
  // The format knows no encoding of a request's body.
  ...(body.base64 === undefined ? note(body) : { comment: 'in base64' }),
});

const answer = ({ answer: got, failure }: Exchange): Entry['response'] => ({
  status: got?.status ?? 0,
  statusText: got?.reason ?? '',
  httpVersion: got ? 'HTTP/1.1' : '',
  cookies: [],
  headers: pairs(got?.headers ?? []),
  content: content(got?.headers ?? [], got?.body),
  redirectURL: header(got?.headers ?? [], 'location') ?? '',
  headersSize: -1,
  bodySize: got?.body?.bytes ?? (got ? 0 : -1),
  ...(failure && { comment: `${failure.kind}: ${failure.message}`, _error: failure.message }),
});

/** An exchange as an entry of an archive. */
export const entry = (exchange: Exchange, pageref = ''): Entry => {
  const { request } = exchange;
  return {
    pageref,
    startedDateTime: exchange.startedAt,
    time: exchange.durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: query(request.url),
      ...(request.body && { postData: postData(request.headers, request.body) }),
      headersSize: -1,
      bodySize: request.body?.bytes ?? 0,
    },
    response: answer(exchange),
    cache: {},
    timings: { send: 0, wait: exchange.durationMs, receive: 0 },
    comment: exchange.purpose,
  };
};

/** The evidence as an HTTP archive, version 1.2: a page a symptom, an entry an exchange. */
export const har = (report: Report): string => {
  const { tool, notices, requirements } = bounded(report);
  const pages: Page[] = [];
  const entries: Entry[] = [];
  for (const { id, statement, evidence = [] } of requirements) {
    for (const [index, { exchanges, seen }] of evidence.entries()) {
      const page = evidence.length > 1 ? `${id}#${index + 1}` : id;
      const startedDateTime = exchanges[0]?.startedAt ?? report.run.startedAt;
      pages.push({ id: page, title: `${id}: ${seen}`, startedDateTime, pageTimings: {}, comment: statement });
      entries.push(...exchanges.map((exchange) => entry(exchange, page)));
    }
  }
  const archive: Har = {
    log: {
      version: '1.2',
      creator: { name: tool.name, version: tool.version },
      pages,
      entries,
      ...(notices.length && { comment: notices.join(' ') }),
    },
  };
  return `${inertJson(archive, 2)}\n`;
};

import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { oneLine } from '../text/escape.js';

interface Parts {
  readonly title: string;
  readonly style: string;
  readonly script: string;
  readonly children: ComponentChildren;
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// Nothing is loaded and nothing but our own style and script runs, whatever an answer holds.
const policy = (style: string, script: string): string =>
  `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`;

const Document = ({ title, style, script, children }: Parts) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content={policy(style, script)} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="referrer" content="no-referrer" />
      <title>{oneLine(title)}</title>
      <style dangerouslySetInnerHTML={{ __html: style }} />
    </head>
    <body>
      {children}
      <script dangerouslySetInnerHTML={{ __html: script }} />
    </body>
  </html>
);

/** One self-contained HTML page. */
export const htmlDocument = (parts: Parts): string =>
  `<!doctype html>\n${renderToString(<Document {...parts} />)}\n`;

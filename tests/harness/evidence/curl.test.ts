import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curl } from '../../../harness/evidence/curl.js';

/** What a POSIX shell makes of the words of a command, with `curl` and the pipe looked into. */
function inShell(command: string): string {
  const script = `curl() { for word; do case $word in @-|-) cat;; *) printf '%s\\n' "$word";; esac; done; }\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'latin1' });
}

test.each([
  ['plain', '{"a":1}'],
  ['quotes', `{"a":"it's"}`],
  ['dollars and backslashes', '{"a":"$HOME \\\\ `id` !!"}'],
])('a body with %s arrives as it was', (_what, body) => {
  expect(inShell(curl('PUT', 'http://h/', [], Buffer.from(body)))).toContain(`--data-raw\n${body}\n`);
});

test.each([
  ['not UTF-8', Buffer.from([0x7b, 0xff, 0x00, 0x25, 0x5c, 0x27, 0x7d])],
  ['control characters', Buffer.from('{"a":"\u001b[31m"}')],
  ['an @ in front', Buffer.from('@/etc/passwd')],
  ['text from right to left', Buffer.from('\u202egnp.exe')],
])('a body with %s arrives byte by byte', (_what, body) => {
  const command = curl('PUT', 'http://h/', [], body);
  expect(command).toMatch(/^[ -~]+$/);
  expect(Buffer.from(inShell(command), 'latin1').includes(body)).toBe(true);
});

test('a body in chunks comes in two pieces, also within a letter', () => {
  const body = Buffer.from('{"a":"\u00e9"}');
  const command = curl('PUT', 'http://h/', [['transfer-encoding', 'chunked']], body);
  expect(command).toMatch(/^\{ printf '\{"a":"\\303'; sleep 0.04; printf '\\251"\}'; \} \| curl /);
  expect(Buffer.from(inShell(command), 'latin1').includes(body)).toBe(true);
});

test('a body in pieces behind its length comes in two', () => {
  const body = Buffer.from('{"a":1}');
  const command = curl('PUT', 'http://h/', [['content-length', '7']], body);
  expect(command).toMatch(
    /^\{ printf '\{"a"'; sleep 0.04; printf ':1}'; \} \| curl .* -H 'Content-Length: 7' /,
  );
  expect(Buffer.from(inShell(command), 'latin1').includes(body)).toBe(true);
});

test('headers and the path are words of their own', () => {
  const words = inShell(curl('GET', `http://h/it's`, [['x', '$(id)']]));
  expect(words).toBe(`-sS\n-i\n--path-as-is\n-X\nGET\nhttp://h/it's\n-H\nx: $(id)\n`);
});

test('what curl writes itself is left to it', () => {
  const command = curl('GET', 'http://h/', [
    ['Host', 'h'],
    ['content-length', '2'],
    ['accept-encoding', 'br'],
    ['x', 'y'],
  ]);
  expect(command).toBe("curl -sS -i --path-as-is -X GET 'http://h/' -H 'x: y' --compressed");
});

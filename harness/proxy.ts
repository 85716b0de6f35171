/** HTTP proxies as the usual environment variables name them. */
type Environment = Readonly<Record<string, string | undefined>>;

const pick = (env: Environment, name: string) => env[name.toLowerCase()] || env[name] || undefined;

/**
 * The proxy for a target, or undefined when it is reached directly. `NO_PROXY` lists hosts, each with its
 * subdomains and an optional port, or `*`.
 */
export function proxyFor(target: URL, env: Environment): string | undefined {
  const http = pick(env, 'HTTP_PROXY');
  const proxy = target.protocol === 'https:' ? (pick(env, 'HTTPS_PROXY') ?? http) : http;
  if (proxy === undefined || isExempt(target, pick(env, 'NO_PROXY') ?? '')) return undefined;
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const actualPort = port || (protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[,\s]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      const host = name.replace(/^\*?\./, '');
      return (
        (only === undefined || only === actualPort) && (hostname === host || hostname.endsWith(`.${host}`))
      );
    });
}

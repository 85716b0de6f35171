/** Judges recorded exchanges and assembles a report, like that of a run. */
import { judgeRecording, type RecordedExchange, serversIn } from '../../harness/traffic/index.js';
import type { Report } from '../../schemas/generated/report.js';
import { CliError } from '../cli-error.js';
import { optionTable } from '../options/table.js';
import { targetUrl } from '../options/target-url.js';
import { quoted } from '../replay/replay-command.js';
import { assemble } from '../run/assemble.js';
import { select } from '../run/selection.js';
import { statements } from '../statements.js';

export interface TrafficOptions {
  /** Base URL of the server to judge; required when there are requests to several servers. */
  readonly base?: string | undefined;
  /** Whether the recording has everything that was sent to the server. Then a single contradiction is a failure. */
  readonly complete?: boolean;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly profile?: 'controller' | 'compute' | 'full';
  readonly requirementSet?: string | undefined;
}

interface Source {
  readonly name: string;
  readonly notices: readonly string[];
}

/** @throws CliError when nothing is selected, or when it is not clear which server to judge. */
export function reportOn(
  recorded: readonly RecordedExchange[],
  options: TrafficOptions,
  { name, notices }: Source,
): Report {
  const startedAt = new Date();
  const {
    only = [],
    skip = [],
    profile = optionTable.profile.fallback,
    requirementSet,
    complete = false,
  } = options;
  const selection = select(statements, { only, skip, profile, requirementSet });
  const selected = new Set(selection.ids);
  const baseUrl = serverOf(recorded, options.base);
  const { judged, findings, clientFindings, requests, ...rest } = judgeRecording(recorded, {
    baseUrl,
    statements: statements.filter(({ id }) => selected.has(id)),
    isComplete: complete,
  });
  const words = [name, '--base', baseUrl, ...(complete ? ['--complete'] : [])];
  const again = ['npx netemu-conformance judge', ...words.map(quoted)].join(' ');
  return assemble({
    target: { baseUrl, embedded: false },
    run: {
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      seed: 0,
      runs: 0,
      concurrency: 0,
      timeoutMs: 0,
      selection: { only, skip, profile },
      recording: name,
    },
    requirementSet,
    selection,
    judged,
    finished: { requests, findings, leftovers: [], notices: [...notices, ...rest.notices] },
    clientFindings,
    replay: {
      finding: () => again,
      requirement: (id) => `${again} --only ${quoted(id)}`,
    },
  });
}

function serverOf(recorded: readonly RecordedExchange[], base: string | undefined): string {
  const servers = serversIn(recorded);
  const [first, ...others] = servers;
  if (base !== undefined) {
    const { baseUrl } = targetUrl(base);
    if (servers.includes(baseUrl)) return baseUrl;
    throw new CliError(
      'nothing-recorded',
      ` to ${baseUrl}${first === undefined ? '' : `, only to ${servers.join(', ')}`}`,
    );
  }
  if (first === undefined) throw new CliError('nothing-recorded');
  if (others.length > 0) throw new CliError('several-servers', servers.slice(0, 10).join(', '));
  return first;
}

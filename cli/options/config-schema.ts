/** What a configuration may hold, and the schema of it that is published for editors: the options, and a few others. */
import type { RestBodies } from '../../harness/worlds/bodies.js';
import { fixtureKinds, one } from '../../schemas/kinds.js';
import { type OptionName, type OptionValues, optionNames, rowOf } from './table.js';

/** Options that a configuration does not have under their names: some are about one run, or secret. */
type Missing = 'header' | 'user' | 'lastFailed' | 'watch' | 'replay' | 'updateBaseline';

/** The fields of netemu-conformance.config.json. */
export type Config = {
  readonly [name in Exclude<OptionName, Missing>]?: NonNullable<OptionValues[name]>;
} & {
  readonly $schema?: string;
  /** Base URL of the server to judge, or the word reference. */
  readonly url?: string;
  /** Value by name; `${NAME}` stands for an environment variable. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What a target needs in the bodies of its creation endpoints, merged over the usual bodies. */
  readonly rest?: RestBodies;
};

/** What the words of the help leave to the flag, or to its name. */
const words: { readonly [name in OptionName]?: string } = {
  skip: 'requirements or operations to leave out',
  bail: 'stop after this many failed requirements',
  budget: 'send at most this many requests, most telling first',
  timeout: 'time-out of one request in milliseconds',
  maxTime: 'time for the whole run in seconds',
  header:
    'headers to send with every request, value by name; $NAME in braces stands for an environment variable',
  userFile: 'file that holds user:password for basic authentication',
  explain: 'whether requests are sent again to confirm findings',
};

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const properties = optionNames
  .filter((name) => !rowOf(name).flagOnly && name !== 'user')
  .map((name) => {
    const { about, parse } = rowOf(name);
    const description = sentence(words[name] ?? about);
    return [name === 'header' ? 'headers' : name, { description, ...parse.schema }] as const;
  });

const bodies = fixtureKinds.map((kind) => {
  const description = `Body of the request that creates ${one(kind)}.`;
  return [kind, { description, type: 'object' }] as const;
});

export const configSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:netemu-conformance:config',
  title: 'Config',
  description:
    'netemu-conformance.config.json. Flags and environment variables go before it; paths are relative to its folder.',
  type: 'object',
  properties: {
    $schema: { description: 'Where an editor finds this schema.', type: 'string' },
    url: {
      description:
        'Base URL of the server to judge, or the word reference for the built-in reference implementation, which is also judged where there is none.',
      type: 'string',
      minLength: 1,
    },
    ...Object.fromEntries(properties),
    rest: {
      description:
        'What a target needs in the bodies of its creation endpoints, by kind of fixture; merged over the usual bodies.',
      type: 'object',
      properties: Object.fromEntries(bodies),
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

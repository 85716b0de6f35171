import { writeFileSync } from 'node:fs';
import { operations } from '../dist/schemas/index.js';
import { instances } from '../dist/schemas/kinds.js';

// Writes the operations as an OpenAPI description, beside the built shapes that it refers to.

const openTags = {
  Drawings: 'SVG on the scene of a project.',
  'Node start': 'Bringing a node up.',
  Projects: 'Projects as the controller sees them.',
  'Projects on a compute host': 'The part of a project that one compute host keeps.',
};
const instanceTags = operations.flatMap(({ tag, fixture }) =>
  fixture in instances ? [[tag, instances[fixture].about]] : [],
);
const tags = Object.entries({ ...openTags, ...Object.fromEntries(instanceTags) });

const reference = (shape) => ({ $ref: `shapes/${shape}.schema.json` });

function schemaOf({ shape, list, empty }) {
  if (empty) return { type: 'string', maxLength: 0 };
  if (!shape) return {};
  return list ? { type: 'array', items: reference(shape) } : reference(shape);
}

const response = ({ contentType, about, ...answer }) => ({
  description: about,
  ...(contentType && { content: { [contentType]: { schema: schemaOf(answer) } } }),
});

const described = ({ id, summary, tag, section, fixture, takesBody, body, answers }) => ({
  operationId: id,
  summary,
  tags: [tag],
  'x-section': section,
  'x-fixture': fixture,
  ...(takesBody && {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: body ? reference(body) : { type: 'object' } } },
    },
  }),
  responses: Object.fromEntries(Object.entries(answers).map(([code, answer]) => [code, response(answer)])),
});

const paths = {};
for (const operation of operations) {
  const { path, ids, method } = operation;
  paths[path] ??= { parameters: ids.map((name) => ({ $ref: `#/components/parameters/${name}` })) };
  paths[path][method.toLowerCase()] = described(operation);
}

const parameter = (name, description) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string', format: 'uuid' },
});

const openapi = {
  openapi: '3.1.0',
  info: {
    title: 'Network Emulation Project and Node Service',
    version: '2.0.0',
    summary: `The ${operations.length} operations that netemu-conformance judges.`,
    description:
      'Operations, listed status codes, content types and shapes as the interface document gives them. What the document leaves open is left open here: an empty schema stands for any JSON. `x-section` names the section of the document; `x-fixture` names the kind of resource on which an operation works.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [
    {
      url: '{base_url}',
      description: 'Any server of the interface.',
      variables: {
        base_url: {
          default: 'http://127.0.0.1:3080',
          description: 'Where the service listens, without the version prefix.',
        },
      },
    },
  ],
  security: [],
  tags: tags.map(([name, description]) => ({ name, description })),
  paths,
  components: {
    parameters: {
      project_id: parameter('project_id', 'Which project is meant.'),
      node_id: parameter('node_id', 'Which node is meant.'),
    },
  },
};

writeFileSync(
  new URL('../dist/schemas/openapi.json', import.meta.url),
  `${JSON.stringify(openapi, undefined, 2)}\n`,
);

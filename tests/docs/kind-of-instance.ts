/** A kind of instance that the interface does not have, added as CONTRIBUTING says. */
import type { Edits } from './scratch.js';

const shape = `  'docker-instance': \`
    adapters integer
    console integer
    environment string|null
    image string
    name string
    node_id uuid
    project_id uuid
    status started,stopped,suspended\`,
`;
const docker = '/v2/compute/projects/{project_id}/docker/nodes/{node_id}';

export function addDocker(instance: Edits): void {
  instance.write(
    'schemas/shapes/docker-instance.schema.json',
    `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "netemu-conformance:/schemas/shapes/docker-instance.schema.json",
  "title": "Docker instance",
  "description": "A container on a compute host.",
  "x-section": "2.7",
  "type": "object",
  "properties": {
    "adapters": { "type": "integer", "description": "How many the container has.", "x-hazard": "allocates" },
    "console": { "type": "integer", "description": "TCP port.", "x-owner": "server" },
    "environment": { "type": ["string", "null"], "description": "Variables, one a line." },
    "image": { "type": "string", "description": "What the container is made from." },
    "name": { "type": "string", "description": "What people call the node." },
    "node_id": { "type": "string", "format": "uuid", "description": "Names it.", "x-owner": "server" },
    "project_id": { "type": "string", "format": "uuid", "description": "Holds it.", "x-owner": "server" },
    "status": {
      "type": "string",
      "enum": ["started", "stopped", "suspended"],
      "description": "What it does.",
      "x-owner": "server"
    }
  }
}
`,
  );
  instance.before(
    'schemas/kinds.ts',
    '  iou: {',
    `  docker: {
    section: '4.8',
    noun: 'Docker instance',
    about: 'Containers on a compute host.',
    update: 'docker-instance',
    shown: 'docker-instance',
    creation: { image: 'alpine' },
    remedy: 'name an image of this target in the config: {"rest": {"docker": {"image": "…"}}}',
    defaults: { adapters: 1, environment: null },
  },
`,
  );
  instance.before('tests/schemas/document.ts', "  'iou-instance': `", shape);
  instance.before(
    'tests/schemas/document.ts',
    "  'iou.get': [",
    `  'docker.get': ['4.8', 'GET', '${docker}', 'none', '200 docker-instance, 400, 404'],
  'docker.update': ['4.8', 'PUT', '${docker}', 'docker-instance', '200 docker-instance, 400, 404, 409'],
  'docker.delete': ['4.8', 'DELETE', '${docker}', 'none', '204 empty, 400, 404'],
`,
  );
}

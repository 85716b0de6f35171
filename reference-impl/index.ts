export { type Fault, faults } from './faults/index.js';
export { provenBy } from './faults/proven.js';
export { empty, json, refuse } from './pipeline/answer.js';
export type { Hooks, Modification } from './pipeline/modification.js';
export { routes } from './routes/table.js';
export { type ReferenceOptions, type ReferenceServer, serveReference } from './server.js';
export { type Variant, variants } from './variants/index.js';

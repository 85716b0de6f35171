export { type Fault, faults } from './faults/index.js';
export { type Answer, empty, json, refuse } from './pipeline/answer.js';
export type { Exchange, Route } from './pipeline/exchange.js';
export type { Hooks, Modification } from './pipeline/modification.js';
export { routes } from './routes/table.js';
export { type ReferenceOptions, type ReferenceServer, serveReference } from './server.js';
export type { Existing } from './store.js';
export { variants } from './variants/index.js';

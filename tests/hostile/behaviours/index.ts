import type { Behaviour } from '../behaviour.js';
import { bodies } from './bodies.js';
import { endings } from './endings.js';
import { heads } from './heads.js';
import { refusals } from './refusals.js';
import { silence } from './silence.js';
import { texts } from './texts.js';

/** Every way to misbehave. */
export const behaviours: readonly Behaviour[] = [
  ...silence,
  ...endings,
  ...heads,
  ...bodies,
  ...texts,
  ...refusals,
];

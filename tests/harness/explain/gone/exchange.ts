/** An exchange that begins `at` this time and takes a millisecond; its path is that of a project, if not given. */
import { answerOf, exchangeOf } from '../../by-hand.js';

const project = '/v2/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';

export const exchange = (at: number, status: number, method = 'GET', path = project) =>
  exchangeOf({ method, path }, answerOf(status), { startedAt: at });

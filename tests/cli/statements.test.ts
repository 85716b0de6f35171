import { expect, test } from 'vitest';
import { statements } from '../../cli/statements.js';
import { requirements } from '../../suites/index.js';

test('what is told of the suite is what the suite states: npm run build', () => {
  expect(statements).toEqual(requirements.map(({ check: _, ...statement }) => statement));
});

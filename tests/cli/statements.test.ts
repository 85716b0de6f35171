import { expect, test } from 'vitest';
import { statements } from '../../cli/statements.js';
import { requirements } from '../../suites/index.js';

test('the statements in the build are those of the suite: npm run build', () => {
  expect(statements).toEqual(requirements.map(({ check: _, ...statement }) => statement));
});

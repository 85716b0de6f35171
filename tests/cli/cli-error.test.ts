import { expect, test } from 'vitest';
import { cliErrors } from '../../cli/cli-error.js';

test('each failure has a cause that ends a sentence and a remedy', () => {
  for (const [code, { cause, remedy, exit }] of Object.entries(cliErrors)) {
    expect(remedy, code).toMatch(/./);
    expect(cause, code).toMatch(/[.}]$/);
    expect([2, 3, 4], code).toContain(exit);
  }
});

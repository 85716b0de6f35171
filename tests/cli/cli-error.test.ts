import { expect, test } from 'vitest';
import { cliErrors } from '../../cli/cli-error.js';
import { reporterNames } from '../../cli/options/table.js';

test('each failure has a cause that ends a sentence and a remedy', () => {
  for (const [code, { cause, remedy, exit }] of Object.entries(cliErrors)) {
    expect(remedy, code).toMatch(/./);
    expect(cause, code).toMatch(/[.}]$/);
    expect([2, 3, 4], code).toContain(exit);
  }
});

test('whoever mistypes a reporter is told all of them', () => {
  for (const name of reporterNames) expect(cliErrors['unknown-reporter'].remedy).toContain(name);
});

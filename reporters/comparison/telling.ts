import { count, VERDICT_WORDS } from '../../report/labels.js';
import { differs, type Matrix, type MatrixRow } from '../../report/matrix.js';

/** The rows of a matrix to show: those on which the columns differ, or all; and what is to be known of the others. */
export const telling = (
  { rows }: Matrix,
  all: boolean,
): { readonly rows: readonly MatrixRow[]; readonly notes: readonly string[] } => {
  const shown = all ? rows : rows.filter(differs);
  const alike = rows.length - shown.length;
  const noun = shown.length > 0 ? 'further requirement' : 'requirement';
  return {
    rows: shown,
    notes: [
      ...(alike > 0 ? [`${count(alike, noun)} with the same verdict everywhere (--all shows them).`] : []),
      `Requirements that were ${VERDICT_WORDS['not-exercised']} are not scored.`,
    ],
  };
};

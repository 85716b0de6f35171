import { VERDICT_SIGNS, VERDICT_WORDS } from '../../report/labels.js';
import { differs, type Matrix, type MatrixColumn, type MatrixRow } from '../../report/matrix.js';
import { htmlDocument } from '../html/document.js';
import { Heads, LevelTag, Scroll } from '../html/parts.js';
import { STYLE } from '../html/style.js';
import { oneLine } from '../text/escape.js';

const Head = ({ column: { label, verdict, failed, judged } }: { column: MatrixColumn }) => (
  <>
    <strong>{oneLine(label)}</strong>
    <br />
    {verdict}
    <br />
    must {failed.must} of {judged.must} failed
    <br />
    should {failed.should} of {judged.should} failed
  </>
);

const Row = ({ row, columns }: { row: MatrixRow; columns: readonly MatrixColumn[] }) => (
  <tr>
    <th scope="row">
      <LevelTag level={row.level} /> <code>{oneLine(row.id)}</code>
      <br />
      <span class="note">{oneLine(row.statement)}</span>
    </th>
    {columns.map(({ label }, index) => {
      const verdict = row.verdicts[index];
      return verdict ? (
        <td key={label} class={`v-${verdict}`}>
          <span aria-hidden="true">{VERDICT_SIGNS[verdict]}</span> {VERDICT_WORDS[verdict]}
        </td>
      ) : (
        <td key={label} class="note">
          no such requirement
        </td>
      );
    })}
  </tr>
);

const Table = ({ name, matrix, rows }: { name: string; matrix: Matrix; rows: readonly MatrixRow[] }) => (
  <Scroll name={name}>
    <table class="matrix">
      <Heads
        of={['Requirement', ...matrix.columns.map((column) => <Head key={column.label} column={column} />)]}
      />
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} columns={matrix.columns} />
        ))}
      </tbody>
    </table>
  </Scroll>
);

/** Requirements by implementations on one page: first those on which they differ, the others folded. */
export const matrixHtml = (matrix: Matrix): string => {
  const telling = matrix.rows.filter(differs);
  const alike = matrix.rows.filter((row) => !differs(row));
  return htmlDocument({
    title: 'Conformance by implementation',
    style: STYLE,
    script: '',
    children: (
      <main>
        <h1>Conformance by implementation</h1>
        <p class="note">
          What was not exercised is shown as such and not scored: numbers are out of what was judged.
        </p>
        <section aria-labelledby="telling">
          <h2 id="telling">Requirements that differ: {telling.length}</h2>
          <Table name="Requirements that differ" matrix={matrix} rows={telling} />
        </section>
        <section aria-labelledby="alike">
          <h2 id="alike">All others: {alike.length}</h2>
          <details>
            <summary>Requirements with one verdict everywhere, or left out by some of the runs</summary>
            <Table name="All other requirements" matrix={matrix} rows={alike} />
          </details>
        </section>
      </main>
    ),
  });
};

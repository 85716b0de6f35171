import type { ComponentChildren } from 'preact';
import { count } from '../../report/labels.js';
import { someIds, unjudged } from '../../report/unjudged.js';
import type { Report } from '../../schemas/generated/report.js';
import { CLIENT_HEADING, CLIENT_NOTE, clientLines } from '../text/client.js';
import { oneLine } from '../text/escape.js';
import { Heads, VerdictTag } from './parts.js';

const Part = ({ id, title, children }: { id: string; title: string; children: ComponentChildren }) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

const Lines = ({ of }: { of: readonly string[] }) => (
  <ul>
    {of.map((line, index) => (
      <li key={index}>{oneLine(line)}</li>
    ))}
  </ul>
);

/** What could not be judged, by reason, and what to do about it. */
export const Unjudged = ({ report }: { report: Report }) => {
  const groups = unjudged(report);
  return groups.length === 0 ? null : (
    <Part id="unjudged" title="Not judged">
      <ul class="plain">
        {groups.map(({ verdict, reason, remedy, rows }, index) => (
          <li key={index}>
            <VerdictTag verdict={verdict} /> {rows.length} × {oneLine(reason)}
            {remedy ? (
              <>
                <br />→ {oneLine(remedy)}
              </>
            ) : null}
            <br />
            <span class="note">{oneLine(someIds(rows, 4))}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
};

/** What a recorded client sent that the document does not allow. */
export const RecordedClient = ({ report }: { report: Report }) => {
  const lines = clientLines(report);
  return lines.length === 0 ? null : (
    <Part id="client" title={CLIENT_HEADING}>
      <p class="note">{CLIENT_NOTE}</p>
      <Lines of={lines} />
    </Part>
  );
};

/** What the document leaves open. */
export const OutOfScope = ({ report: { outOfScope } }: { report: Report }) => (
  <Part id="scope" title="Out of scope">
    <details>
      <summary>{count(outOfScope.length, 'thing')} that the document leaves open</summary>
      <table class="plain">
        <Heads of={['Section', 'What is left open', 'Why nothing is judged']} />
        <tbody>
          {outOfScope.map(({ section, subject, reason }, index) => (
            <tr key={index}>
              <td>{oneLine(section)}</td>
              <td>{oneLine(subject)}</td>
              <td>{oneLine(reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  </Part>
);

/** What the run left behind and what it has to tell of itself. */
export const Notices = ({ report: { leftovers, notices, inventory } }: { report: Report }) => {
  const told = [
    ...leftovers.map(({ kind, path, reason }) => `Left on the target: ${kind} ${path}: ${reason}`),
    ...(inventory?.differences ?? []),
    ...notices,
  ];
  return told.length === 0 ? null : (
    <Part id="notices" title="About the run">
      <Lines of={told} />
    </Part>
  );
};

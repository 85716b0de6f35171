import type { ComponentChildren } from 'preact';
import { VERDICT_SIGNS, VERDICT_WORDS } from '../../report/labels.js';
import type { Level, Verdict } from '../../schemas/generated/report.js';
import { oneLine } from '../text/escape.js';

/** A verdict as sign and word. */
export const VerdictTag = ({ verdict }: { verdict: Verdict }) => (
  <span class={`tag v-${verdict}`}>
    <span aria-hidden="true">{VERDICT_SIGNS[verdict]}</span> {VERDICT_WORDS[verdict]}
  </span>
);

/** A level as a word with a frame. */
export const LevelTag = ({ level }: { level: Level }) => <span class={`level l-${level}`}>{level}</span>;

/** A command line with a button that copies it, where scripts run. */
export const Command = ({ name, children }: { name: string; children: string }) => (
  <div class="command">
    <span class="label">{name}</span>
    <code>{oneLine(children)}</code>
    <button type="button" class="js-only" data-copy aria-label={`Copy the ${name} command`}>
      Copy
    </button>
  </div>
);

/** A text behind its label; nothing where there is none. */
export const Fact = (props: {
  name: string;
  text: string | undefined;
  isCode?: boolean;
  children?: ComponentChildren;
}) => {
  if (!props.text) return null;
  const text = oneLine(props.text);
  return (
    <p>
      <span class="label">{props.name}</span> {props.isCode ? <code>{text}</code> : text}
      {props.children}
    </p>
  );
};

/** The heads of the columns of a table. */
export const Heads = ({ of }: { of: readonly ComponentChildren[] }) => (
  <thead>
    <tr>
      {of.map((head, index) => (
        <th scope="col" key={index}>
          {head}
        </th>
      ))}
    </tr>
  </thead>
);

/** The element id of a requirement. */
export const requirementAnchor = (id: string): string => `r-${id}`;

/** A wide part that scrolls sideways, with the keyboard too. */
export const Scroll = ({ name, children }: { name: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
  <section class="scroll" aria-label={name} tabIndex={0}>
    {children}
  </section>
);

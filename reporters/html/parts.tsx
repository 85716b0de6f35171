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

/** The element id of a requirement. */
export const requirementAnchor = (id: string): string => `r-${id}`;

/** A wide part that scrolls sideways, with the keyboard too. */
export const Scroll = ({ name, children }: { name: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
  <section class="scroll" aria-label={name} tabIndex={0}>
    {children}
  </section>
);

import { count } from '../../report/labels.js';
import type { Report } from '../../schemas/generated/report.js';

const MOST_TOLD = 20;

/** What a recorded client sent that the document does not allow, a line each; none where a server was run against. */
export const clientLines = ({ clientFindings = [] }: Report): string[] => [
  ...clientFindings
    .slice(0, MOST_TOLD)
    .map(({ level, section, title, times }) => `${level} §${section} ${title} (${count(times, 'request')})`),
  ...(clientFindings.length > MOST_TOLD
    ? [`and ${count(clientFindings.length - MOST_TOLD, 'more kind')}: see report.json`]
    : []),
];

/** What stands above them. */
export const CLIENT_HEADING = 'The client';
/** Said with them. */
export const CLIENT_NOTE =
  'What the recorded client sent that the document does not allow, or does not have. It never counts against the server.';

import { bounded } from '../report/truncate.js';
import type { Report } from '../schemas/generated/report.js';
import { inertJson } from './text/escape.js';

/** The report itself: `report.json`, below 20 MB. */
export const json = (report: Report): string => `${inertJson(bounded(report), 2)}\n`;

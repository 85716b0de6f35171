import type { Report } from '../schemas/generated/report.js';
import { bounded } from './bound.js';
import { inertJson } from './hostile.js';

/** The report itself: `report.json`, below 20 MB. */
export const json = (report: Report): string => `${inertJson(bounded(report), 2)}\n`;

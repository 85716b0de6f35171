import { bounded } from '../report/truncate.js';
import type { Report } from '../schemas/generated/report.js';
import { CLIENT } from './html/client.js';
import { Notices, OutOfScope, RecordedClient, Unjudged } from './html/closing.js';
import { htmlDocument } from './html/document.js';
import { Filters } from './html/filters.js';
import { Findings } from './html/findings.js';
import { Header } from './html/header.js';
import { Grid, Levels } from './html/overview.js';
import { Requirements } from './html/requirements.js';
import { STYLE } from './html/style.js';

// Markup and escapes make the page several times as long as the JSON of its evidence.
const MOST_CHARACTERS = 2_000_000;

/** The report as one page that needs nothing else: `report.html`. */
export const html = (whole: Report): string => {
  const report = bounded(whole, MOST_CHARACTERS);
  return htmlDocument({
    title: `${report.verdict}: ${report.target.baseUrl}, ${report.tool.name}`,
    style: STYLE,
    script: CLIENT,
    children: (
      <>
        <a class="skip" href="#findings">
          Skip to the findings
        </a>
        <main>
          <Header report={report} />
          <section aria-labelledby="overview">
            <h2 id="overview">Overview</h2>
            <Levels report={report} />
            <Grid report={report} />
          </section>
          <Findings report={report} />
          <RecordedClient report={report} />
          <Unjudged report={report} />
          <section aria-labelledby="requirements">
            <h2 id="requirements">Requirements</h2>
            <Filters report={report} />
            <Requirements report={report} />
          </section>
          <OutOfScope report={report} />
          <Notices report={report} />
        </main>
      </>
    ),
  });
};

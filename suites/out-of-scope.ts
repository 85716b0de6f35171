/** What the document leaves open, each with the reason why nothing is judged: an exclusion is a row. */
export interface OutOfScope {
  readonly section: string;
  readonly subject: string;
  readonly reason: string;
}

const row = (section: string, subject: string, reason: string): OutOfScope => ({ section, subject, reason });

export const outOfScope: readonly OutOfScope[] = [
  row(
    '1',
    'Behaviour beyond shapes and status codes',
    'The document shows none, except what its words imply; that is judged as should.',
  ),
  row(
    '2.2',
    'What auto_close, auto_open and auto_start do',
    'They act when a feed is cut off or the service starts, and neither is described.',
  ),
  row('2.2', 'The effect of a project path', 'It depends on a local mode that cannot be seen from outside.'),
  row('2.3', 'Which addresses a console host stands for', 'The rule is for clients, not for servers.'),
  row(
    '2.3',
    'The text of port_name_format',
    'How a server fills it in cannot be seen through the operations shown.',
  ),
  row(
    '2.3.1',
    'Mandatory fields of a label',
    'The table says what a label looks like, not what it must have.',
  ),
  row('2.3.2', 'Mandatory fields of a port', 'The table says what a port looks like, not what it must have.'),
  row('2.6', 'Items of ports_mapping, and of interfaces in answers', 'Their fields are not shown.'),
  row(
    '2',
    'Default values, bounds and formats of fields',
    'Not shown beyond the types: a value may be refused with 400 as out of bounds.',
  ),
  row('3.1', 'Transitions of the project status', 'Not shown.'),
  row(
    '3.2',
    'Transitions of the node and instance status',
    'Not shown; the sample answer of a start still says stopped.',
  ),
  row(
    '4',
    'Creating projects, nodes and instances',
    'No operation is shown; fixtures are created by other means and not judged.',
  ),
  row(
    '4.1',
    'Drawings of a project that does not exist',
    'No error is listed for listing, and no 404 for creating; reported as observations.',
  ),
  row('4.2', 'Fields of the body of node start', 'Not shown.'),
  row(
    '4.3',
    'The body of getting a project',
    'Not shown: any JSON will do, but a field of a project has its type (should).',
  ),
  row('5', 'Authentication', 'Not shown; headers that a target needs are sent as configured.'),
  row('6', 'Events and the notifications feed', 'Not shown.'),
  row('7', 'The shape of an error body', 'Not shown; only that it is JSON is judged.'),
  row('7', 'Conditions that produce 409', 'Not shown: a listed 409 is neither demanded nor blamed.'),
  row('8', 'Rate limits, size limits, value ranges and time-outs', 'Not shown.'),
  row(
    '9',
    'Version negotiation, deprecation and compatibility',
    'Not shown beyond the prefix /v2, which every request carries.',
  ),
];

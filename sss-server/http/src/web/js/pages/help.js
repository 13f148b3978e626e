// What is where on this page, and which command shows the same.

import {html} from '../../lib/lit-html/lit-html.js';
import {link} from '../router.js';
import {copyable, panel, table} from '../ui.js';

const ANSWERS = [
  ['Is the cluster well?', ['Cluster', []], 'cluster status'],
  ['What runs, and how long yet?', ['Workflows that are not over', ['workflows'], {state: 'unfinished'}], 'jobs'],
  ['What failed, and on which key?', ['Workflows that failed', ['workflows'], {state: 'failed'}], 'job WORKFLOW'],
  [
    'Run a failed job again for one key',
    ['Workflows that failed', ['workflows'], {state: 'failed'}],
    'replay WORKFLOW/JOB KEY',
  ],
  ['What is slow: which phase, task, node?', ['A workflow: its time line', ['workflows']], 'job WORKFLOW --tasks'],
  ['Which keys and subgroups are heavy?', ['A workflow: output by subgroup', ['workflows']], 'job WORKFLOW'],
  ['Stop a workflow', ['A workflow: Cancel', ['workflows']], 'cancel WORKFLOW'],
  ['Where is my data, how large is it?', ['Groups', ['groups'], {sort: 'bytes'}], 'group ls'],
  ['What is in a group?', ['A group: its tuples', ['groups']], 'group scan GROUP --prefix P --limit 50'],
  ['What is the value of a key?', ['A group: exactly this key', ['groups']], 'group get GROUP KEY'],
  ['How is a group distributed?', ['A group: subgroups by node', ['groups']], 'group stat GROUP'],
  ['Take a group out of the cluster', ['A group: CSV, JSON lines', ['groups']], 'group export GROUP FILE.csv'],
];

export class HelpPage {
  title = 'Help';
  section = 'Help';

  constructor(app) {
    this.app = app;
  }

  everyMillis() {
    return 0;
  }

  command() {
    return 'sss help';
  }

  async load() {
    // Shows nothing of the cluster.
  }

  concerns() {
    return false;
  }

  view() {
    const {session} = this.app;
    return html`
      <div class="title"><h1>Help</h1></div>
      ${panel(
        'Where to look',
        table(
          'Where to look',
          ['Question', 'On this page', 'On the command line'],
          ANSWERS.map(
            ([question, [name, path, params], words]) => html`<tr>
        <td>${question}</td><td><a href=${link(path, params)}>${name}</a></td>
        <td>${copyable(this.app.command(words))}</td></tr>`,
          ),
        ),
      )}
      ${panel(
        'This session',
        html`<div class="inside"><p>It acts as <strong>${session.principal}</strong> with the role
          <strong>${session.role}</strong>${
          session.groups?.length > 0
            ? html`, for groups whose names start with ${session.groups.map(prefix => html`<code>${prefix}</code> `)}`
            : ''
        }.
        What the role does not permit is not offered. It ends with its token, at the latest after 12 hours; then
          <code>sss ui</code> opens another one.</p></div>`,
      )}
      ${panel(
        'Keys and values',
        html`<div class="inside"><p>Keys are written as the commands print them: control characters as escapes such as
          <code>\\x00</code>,
        records as <code>{a=1, b="x"}</code>, what is not text as bytes in hexadecimal. Times are in the zone of this
          browser, sizes in KiB, MiB, GiB of 1024.</p></div>`,
      )}
      ${panel(
        'Programs',
        html`<div class="inside"><p>All that is shown here comes from the API of the cluster, which programs may use as
          well:
        <a href="api/v1/openapi.json">its description</a>.</p></div>`,
      )}`;
  }
}

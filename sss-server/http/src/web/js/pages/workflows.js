// What runs, what ran, how long yet, and what failed?

import {html, nothing} from '../../lib/lit-html/lit-html.js';
import {repeat} from '../../lib/lit-html/directives/repeat.js';
import * as api from '../api.js';
import {count, duration, percent} from '../format.js';
import {link} from '../router.js';
import {debounced, empty, pager, panel, progress, state, table, visible, when} from '../ui.js';

const STATES = ['unfinished', 'waiting', 'running', 'succeeded', 'failed', 'cancelled'];
const PAGE = 50;

export class WorkflowsPage {
  title = 'Workflows';
  section = 'Workflows';

  constructor(app, route) {
    this.app = app;
    this.filter = {search: route.params.search ?? '', state: route.params.state ?? ''};
    this.starts = [undefined];
    this.filterSoon = debounced(() => this.changed());
  }

  everyMillis() {
    return this.list?.workflows.some(workflow => isRunning(workflow)) ? 5000 : 60_000;
  }

  stays(route) {
    return (route.params.search ?? '') === this.filter.search && (route.params.state ?? '') === this.filter.state;
  }

  command() {
    return this.app.command('jobs');
  }

  async load() {
    this.list = await api.get(['workflows'], {...this.filter, from: this.starts.at(-1), limit: PAGE});
  }

  concerns(kind) {
    return kind === 'workflow';
  }

  changed() {
    this.starts = [undefined];
    history.replaceState(null, '', link(['workflows'], this.filter));
    this.app.load();
  }

  go(starts) {
    this.starts = starts;
    this.app.load();
    scrollTo(0, 0);
  }

  view() {
    return html`
      <div class="title"><h1>Workflows</h1></div>
      <form class="filters panel inside" role="search" @submit=${event => event.preventDefault()}>
        <label>Name, id or submitter <input type="search" .value=${this.filter.search} spellcheck="false"
          @input=${event => {
            this.filter.search = event.target.value;
            this.filterSoon();
          }}></label>
        <label>State <select @change=${event => {
          this.filter.state = event.target.value;
          this.changed();
        }}>
          <option value="">all</option>
          ${STATES.map(name => html`<option value=${name}
            ?selected=${this.filter.state === name}>${name}</option>`)}</select></label>
      </form>
      ${this.list ? this.found() : html`<p class="dim" role="status">Loading…</p>`}`;
  }

  found() {
    const {workflows, total, next} = this.list;
    if (workflows.length === 0 && this.starts.length === 1) {
      return html`<div class="panel">${
        this.filter.search !== '' || this.filter.state !== ''
          ? empty('No workflow matches.', 'Change the filter, or clear it.')
          : empty(
              'No workflow has run yet.',
              'Run a job; it is shown here at once:',
              this.app.command('run my-job.jar'),
            )
      }</div>`;
    }
    const first = (this.starts.length - 1) * PAGE;
    return panel(
      `${count(first + 1)}–${count(first + workflows.length)} of ${count(total)}`,
      html`
      ${workflowTable(workflows, this.app)}
      ${
        total > PAGE
          ? pager(
              'workflows',
              this.starts.length > 1 ? () => this.go(this.starts.slice(0, -1)) : null,
              next ? () => this.go([...this.starts, next]) : null,
            )
          : nothing
      }`,
    );
  }
}

function isRunning(workflow) {
  return workflow.state === 'running' || workflow.state === 'waiting';
}

export function workflowTable(workflows, app) {
  if (workflows.length === 0) {
    return empty('No workflow has run yet.', 'Run a job; it is shown here at once:', app.command('run my-job.jar'));
  }
  const head = [
    'Workflow',
    'State',
    'Progress',
    {name: 'Duration', kind: 'number wide'},
    {name: 'Submitted', kind: 'wide'},
    {name: 'By', kind: 'wide'},
  ];
  return table(
    'Workflows',
    head,
    repeat(workflows, workflow => workflow.id, row),
  );
}

function row(workflow) {
  const {jobs} = workflow;
  return html`<tr>
    <td class="name"><a class="clamp" href=${link(['workflows', workflow.id])}
      title=${visible(workflow.name)}><strong>${visible(workflow.name)}</strong></a>
      <span class="dim mono nowrap">${workflow.id}</span></td>
    <td>${state(workflow.state)}
      ${workflow.waiting ? html`<div class="breaking">${workflow.waiting}</div>` : nothing}
      ${workflow.error ? html`<div class="breaking clamp dim">${visible(workflow.error.message)}</div>` : nothing}</td>
    <td><span class="nowrap">${percent(workflow.progress, 1)}
      <span class="dim wide">${count(jobs.done)}/${count(jobs.total)} jobs</span></span>
      ${progress(Math.round(workflow.progress * 100), 100, `Progress of ${workflow.id}`,
        workflow.state === 'running')}</td>
    <td class="number wide">${duration(workflow.millis)}</td>
    <td class="wide nowrap">${when(workflow.submittedMillis)}</td>
    <td class="wide nowrap">${workflow.submittedBy ?? '–'}</td>
  </tr>`;
}

// One workflow: what is slow, what failed and on which key?

import {html, nothing} from '../../lib/lit-html/lit-html.js';
import * as api from '../api.js';
import {bytes, count, counted, duration, percent, quoted} from '../format.js';
import {Graph} from '../parts/graph.js';
import {JobDetails} from '../parts/job.js';
import {link} from '../router.js';
import {copyable, figure, notice, panel, progress, state, table, visible, visibleLines, when} from '../ui.js';

const RUNNING_MILLIS = 5000;
const SHOWN_JOBS = 50;

export class WorkflowPage {
  section = 'Workflows';

  constructor(app, route) {
    this.app = app;
    this.id = route.path[1];
    this.title = this.id;
    this.chosen = route.params.job;
    this.graph = new Graph(() => app.update());
    this.details = new JobDetails(this.id, () => app.update());
    this.shownJobs = SHOWN_JOBS;
  }

  stays(route) {
    if (route.path[1] !== this.id) {
      return false;
    }
    this.chosen = route.params.job;
    return true;
  }

  everyMillis() {
    return this.isOver() ? 0 : RUNNING_MILLIS;
  }

  command() {
    return this.app.command(`job ${quoted(this.id)}`);
  }

  isOver() {
    return this.workflow !== undefined && !['running', 'waiting'].includes(this.workflow.summary.state);
  }

  async load() {
    this.workflow = await api.get(['workflows', this.id]);
    this.title = `${this.workflow.summary.name} · ${this.id}`;
    this.app.update();
    await this.details.load(this.job(), this.workflow.jobs);
  }

  concerns(kind, event) {
    if (kind === 'job' && event.workflow === this.id && this.workflow) {
      return this.moved(event.job);
    }
    return kind === 'workflow' && event.id === this.id;
  }

  /** Moves the bars at once; only a change of state needs more than the event has. */
  moved(changed) {
    const job = this.workflow.jobs.find(one => one.name === changed.name);
    if (job === undefined || job.state !== changed.state) {
      return true;
    }
    Object.assign(job, changed);
    this.app.update();
    return false;
  }

  /** The job whose details are shown: the chosen one, or the one that a reader wants to see first. */
  job() {
    const {jobs} = this.workflow;
    return (
      jobs.find(job => job.name === this.chosen) ??
      jobs.find(job => job.state === 'failed') ??
      jobs.find(job => job.state === 'running') ??
      jobs.findLast(job => job.state === 'succeeded') ??
      jobs[0]
    );
  }

  view() {
    if (this.workflow === undefined) {
      return html`<div class="title"><h1>${this.id}</h1></div><p class="dim" role="status">Loading…</p>`;
    }
    const {summary, failures, jobs} = this.workflow;
    return html`
      <div class="title"><h1>${visible(summary.name)}</h1> <span class="dim mono">${summary.id}</span>
        ${state(summary.state)}
        ${
          this.isOver() || !this.app.may('run')
            ? nothing
            : html`<div class="buttons"><button type="button" class="danger"
          @click=${() => this.cancel()}>Cancel…</button></div>`
        }</div>
      ${summary.waiting ? notice('warn', html`<p>${summary.waiting}</p>`) : nothing}
      ${failures.map(failure => this.failure(failure))}
      ${this.figures()}
      ${
        jobs.length > 0
          ? html`
        ${panel('Graph', this.graph.view(this.workflow,
          {job: job => this.link(job), group: group => link(['groups', group.name])}))}
        ${panel(counted(jobs.length + this.workflow.jobsLeftOut, 'job'), this.jobs())}
        ${this.details.view(this.job())}`
          : html`<div class="panel"><p class="inside dim">This workflow has no jobs.</p></div>`
      }`;
  }

  link(job) {
    return link(['workflows', this.id], {job: job.name});
  }

  figures() {
    const {summary} = this.workflow;
    return html`<div class="panel"><dl class="figures">
      ${figure('Progress', percent(summary.progress, 1),
        `${count(summary.jobs.done)} of ${counted(summary.jobs.total, 'job')}`)}
      ${figure('Duration', duration(summary.millis), this.left())}
      ${figure('Submitted', when(summary.submittedMillis))}
      ${summary.endedMillis ? figure('Ended', when(summary.endedMillis)) : nothing}
      ${summary.submittedBy ? figure('By', summary.submittedBy) : nothing}
    </dl></div>`;
  }

  /** An estimate from the share of the tasks that are done; nobody knows it of a loop. */
  left() {
    const {loops} = this.workflow;
    if (loops.length > 0) {
      return loops
        .map(loop => `iteration ${count(loop.iterations)} of at most ${count(loop.maxIterations)}`)
        .join(', ');
    }
    const {progress: share, state: now, millis} = this.workflow.summary;
    return now === 'running' && share > 0.05 && share < 1 ? `about ${duration(millis / share - millis)} left` : nothing;
  }

  failure(failure) {
    return html`<section class="notice bad failure" aria-label="Why it failed">
      <h2>Failed${failure.job ? html` in job <a href=${this.link({name: failure.job})}>${visible(failure.job)}</a>` :
        nothing}</h2>
      <dl class="facts">
        ${failure.key === null ? nothing
          : html`<dt>Key</dt><dd><code class="breaking">${visible(failure.key)}</code></dd>`}
        ${failure.input ? html`<dt>Input</dt><dd>${visible(failure.input)}</dd>` : nothing}
        ${failure.task === null ? nothing : html`<dt>Task</dt><dd>${failure.task}</dd>`}
        ${failure.node === null ? nothing : html`<dt>Node</dt><dd>${failure.node}</dd>`}
        <dt>Cause</dt><dd class="message">${visibleLines(failure.cause)}</dd>
        <dt>Code</dt><dd>${failure.code}</dd>
        <dt>What to do</dt><dd class="message">${failure.remedy}</dd>
        ${failure.replayCommand ? html`<dt>Try again for this key</dt><dd>${copyable(this.replay(failure))}</dd>` :
          nothing}
        ${this.inputsWithKey(failure)}
      </dl>
      <details><summary>Whole message${failure.stack ? ' and stack' : ''}</summary>
        <pre tabindex="0">${visibleLines(failure.message)}</pre>
        ${failure.stack ? html`<pre tabindex="0">${visibleLines(failure.stack)}</pre>` : nothing}</details>
    </section>`;
  }

  replay(failure) {
    return failure.replayCommand.replace(/^sss replay/, () => this.app.command('replay'));
  }

  /** Links to the failing key in the groups that the job has read, if they are still there. */
  inputsWithKey(failure) {
    const inputs = this.workflow.jobs.find(job => job.name === failure.job)?.inputs ?? [];
    const there = this.workflow.groups.filter(group => inputs.includes(group.name) && group.exists);
    return failure.key === null || there.length === 0
      ? nothing
      : html`<dt>Look it up</dt><dd>${there.map(
          group => html`<a
      href=${link(['groups', group.name], {key: failure.key})}>in ${visible(group.name)}</a> `,
        )}</dd>`;
  }

  jobs() {
    const {jobs, jobsLeftOut} = this.workflow;
    const head = [
      'Job',
      'State',
      'Tasks',
      {name: 'Duration', kind: 'number wide'},
      {name: 'Read', kind: 'number wide'},
      {name: 'Emitted', kind: 'number wide'},
      {name: 'Rate', kind: 'number wide'},
      {name: 'Writes', kind: 'wide'},
    ];
    const hidden = jobs.length - this.shownJobs;
    return html`${table(
      'Jobs',
      head,
      jobs.slice(0, this.shownJobs).map(job => this.row(job)),
    )}
      ${
        hidden > 0
          ? html`<div class="pager"><button type="button" @click=${() => {
              this.shownJobs += 200;
              this.app.update();
            }}>
        Show more of ${count(hidden)}</button></div>`
          : nothing
      }
      ${jobsLeftOut > 0 ? html`<p class="inside dim">${count(jobsLeftOut)} more are not sent.</p>` : nothing}`;
  }

  row(job) {
    return html`<tr class=${job === this.job() ? 'chosen' : nothing}>
      <td class="name"><a href=${this.link(job)}
        aria-current=${job === this.job() ? 'true' : nothing}><strong>${visible(job.name)}</strong></a>
        <span class="dim">${job.kind}${job.iterations > 0 ? ` × ${job.iterations}` : ''}</span>
        ${job.stalledAt ? html`<div class="warn-text breaking">No sign of life from ${job.stalledAt}</div>` :
          nothing}</td>
      <td>${state(job.state)}</td>
      <td><span class="nowrap">${count(job.tasksDone)} <span class="dim">of ${count(job.tasks)}</span></span>
        ${progress(job.tasksDone, Math.max(1, job.tasks), `Tasks of ${visible(job.name)}`,
          job.state === 'running')}</td>
      <td class="number wide">${job.state === 'waiting' ? '–' : duration(job.millis)}</td>
      <td class="number wide">${counted(job.tuplesIn, 'tuple')}<div class="dim">${bytes(job.bytesIn)}</div></td>
      <td class="number wide">${counted(job.tuplesOut, 'tuple')}<div class="dim">${bytes(job.bytesOut)}</div></td>
      <td class="number wide">${job.millis > 0 ? `${bytes((job.bytesIn * 1000) / job.millis)}/s` : '–'}</td>
      <td class="wide breaking">${job.outputs.map(group => html`<div>${visible(group)}</div>`)}</td></tr>`;
  }

  cancel() {
    const {summary} = this.workflow;
    this.app.dialogs.ask({
      title: `Cancel ${summary.id}?`,
      text: `'${visible(summary.name)}' stops, and groups that it has not finished are dropped.`,
      action: 'Cancel the workflow',
      back: 'Let it run',
      danger: true,
      run: async () => {
        await api.send('POST', ['workflows', this.id, 'cancel']);
        this.app.loadSoon();
      },
    });
  }
}

// The details of one job: time line, phases, skew, heaviest keys, counters, shuffle, remarks.

import {html, nothing} from '../../lib/lit-html/lit-html.js';
import * as api from '../api.js';
import {bytes, count, counted, duration, times} from '../format.js';
import {bar, figure, notice, panel, state, table, visible, visibleLines} from '../ui.js';
import {heavyKeys, subgroupColumns} from './skew.js';
import {phasesByNode, timeline} from './timeline.js';

/** From here on a distribution is worth a look. */
const SKEWED = 2;

export class JobDetails {
  constructor(workflow, update) {
    this.workflow = workflow;
    this.update = update;
    this.tasks = new Map();
    this.asOf = '';
    this.pointed = null;
  }

  /** Reads the time lines of the jobs that have ended, if there are new ones and one is shown. */
  async load(job, jobs) {
    const asOf = JSON.stringify(
      jobs.filter(one => one.statistics !== null).map(one => [one.name, one.state, one.iterations]),
    );
    if (job?.statistics && asOf !== this.asOf) {
      const answer = await api.get(['workflows', this.workflow, 'tasks']);
      this.tasks = new Map(answer.jobs.map(one => [one.job, one]));
      this.asOf = asOf;
    }
  }

  view(job) {
    return html`
      ${panel(html`Job <span class="breaking">${visible(job.name)}</span>`, figures(job), state(job.state))}
      ${job.warnings.map(text => notice('warn', html`<p class="message">${visibleLines(text)}</p>`))}
      ${
        job.statistics
          ? panel(
              'Time line of the threads',
              html`${timeline(this.tasks.get(job.name), this.pointed, task => this.point(task))}
        ${phasesByNode(job.statistics.phases)}`,
            )
          : nothing
      }
      <div class="columns">
        <div>${job.load ? output(job.load) : nothing}${heaviest(job)}</div>
        <div>${counters(job)}${job.statistics?.shuffle ? shuffle(job.statistics.shuffle) :
          nothing}${job.printed.map(printed)}</div>
      </div>`;
  }

  point(task) {
    if (task !== this.pointed) {
      this.pointed = task;
      this.update();
    }
  }
}

function figures(job) {
  const s = job.statistics;
  return html`<dl class="figures">
    ${figure('Read', counted(job.tuplesIn, 'tuple'), bytes(job.bytesIn))}
    ${figure('Emitted', counted(job.tuplesOut, 'tuple'), bytes(job.bytesOut))}
    ${job.tuplesCombined > 0 ? figure('Combined', counted(job.tuplesCombined, 'tuple')) : nothing}
    ${
      s
        ? html`${figure('Tasks', duration(s.medianMillis), 'median')}
      ${figure('Slowest task', duration(s.slowestMillis), `task ${s.slowestTask}`)}
      ${figure('Largest task', counted(s.largestTuples, 'tuple'), `task ${s.largestTask}`)}
      ${s.repeatedTasks > 0 ? figure('Repeated tasks', count(s.repeatedTasks)) : nothing}`
        : nothing
    }
  </dl>`;
}

function skew(ratio) {
  return html`<span class=${ratio >= SKEWED ? 'warn-text' : 'dim'}>${ratio >= SKEWED ? 'skewed: ' : ''}largest
    ${times(ratio)} the mean</span>`;
}

/** How the output is distributed over subgroups, nodes and keys. */
function output(load) {
  const total = load.subgroupBytes.reduce((all, value) => all + value, 0);
  return panel(
    'Output by subgroup',
    html`<div class="inside">${subgroupColumns(load.subgroupBytes)}</div>
    ${table(
      'Output by node',
      ['Node', {name: 'Bytes', kind: 'number'}, 'Share'],
      load.nodeBytes.map(
        (value, node) => html`<tr>
      <td>${node}</td><td class="number">${bytes(value)}</td>
      <td class="bar-cell">${bar(value, Math.max(...load.nodeBytes))}</td></tr>`,
      ),
    )}
    ${
      load.heaviestKeys.length > 0
        ? html`<h3 class="inside">Keys with the most bytes, estimated</h3>
      ${heavyKeys('Keys with the most bytes', load.heaviestKeys, total, 'bytes', bytes)}`
        : nothing
    }`,
    skew(load.subgroupSkew),
  );
}

function heaviest(job) {
  return job.heaviestKeys.length === 0
    ? nothing
    : panel(
        'Keys with the most values',
        heavyKeys('Keys with the most values', job.heaviestKeys, job.tuplesIn, 'values', count),
      );
}

function counters(job) {
  return job.counters.length === 0
    ? nothing
    : panel(
        'Counters',
        html`${table(
          'Counters',
          ['Counter', {name: 'Value', kind: 'number'}],
          job.counters.map(
            counter => html`<tr>
      <td class="breaking">${visible(counter.name)}</td><td class="number">${count(counter.value)}</td></tr>`,
          ),
        )}
      ${job.countersLeftOut > 0 ? html`<p class="inside dim">${count(job.countersLeftOut)} more are not sent.</p>` :
        nothing}`,
      );
}

function shuffle(of) {
  const head = [
    'Node',
    {name: 'Sent', kind: 'number'},
    {name: 'Waited for receivers', kind: 'number'},
    {name: 'Moved', kind: 'number wide'},
    {name: 'Spilled', kind: 'number wide'},
  ];
  return panel(
    'Shuffle',
    html`<dl class="figures">
      ${figure('Method', of.method, of.chosen ? `chosen: ${of.chosen}` : nothing)}
      ${figure('Map', duration(of.mapMillis))}
      ${of.moveMillis > 0 ? figure('Move', duration(of.moveMillis)) : nothing}
      ${figure('Commit', duration(of.commitMillis))}</dl>
    ${table(
      'Shuffle by node',
      head,
      of.nodes.map(
        node => html`<tr><td>${node.node}</td>
      <td class="number">${bytes(node.bytes)}<div class="dim">${counted(node.blocks, 'block')}</div></td>
      <td class="number">${duration(node.creditMillis)}</td><td class="number wide">${duration(node.moveMillis)}</td>
      <td class="number wide">${bytes(node.spilledBytes)}</td></tr>`,
      ),
    )}`,
  );
}

function printed(of) {
  return panel(
    `Standard error of task ${of.task}`,
    html`<div class="inside"><pre tabindex="0">${visibleLines(of.text)}</pre></div>`,
  );
}

// Is the cluster well, and how busy is it?

import {html, nothing} from '../../lib/lit-html/lit-html.js';
import * as api from '../api.js';
import * as clock from '../clock.js';
import {bytes, count, counted, duration} from '../format.js';
import {Chart} from '../parts/chart.js';
import {link} from '../router.js';
import {bar, figure, panel, state, table} from '../ui.js';
import {workflowTable} from './workflows.js';

const SHOWN_WORKFLOWS = 5;

export class ClusterPage {
  title = 'Cluster';
  section = 'Cluster';

  constructor(app) {
    this.app = app;
    this.cluster = app.cluster;
    this.chart = new Chart(['read by jobs', 'emitted by jobs']);
  }

  stays() {
    return true;
  }

  everyMillis() {
    return 15_000;
  }

  command() {
    return this.app.command('cluster status');
  }

  async load() {
    const [cluster, workflows] = await Promise.all([
      api.get(['cluster']),
      api
        .get(['workflows'], {limit: SHOWN_WORKFLOWS})
        .catch(error => (error.status === 403 ? null : Promise.reject(error))),
    ]);
    this.cluster = cluster;
    this.workflows = workflows;
  }

  concerns(kind, event) {
    if (kind === 'node') {
      this.cluster.nodes = this.cluster.nodes.map(node => (node.id === event.id ? event : node));
      this.app.update();
      return false;
    }
    if (kind === 'groups') {
      this.cluster.totals = event.totals;
      this.app.update();
      return false;
    }
    return kind === 'workflow';
  }

  view() {
    const {nodes, totals, warnings, repair, orphanedGroups} = this.cluster;
    const up = nodes.filter(node => node.state === 'up').length;
    const known = nodes.some(node => node.state !== 'unknown');
    return html`
      <div class="title"><h1>Cluster</h1>${known ? health(up, nodes.length) : nothing}</div>
      ${warnings.length > 0 ? html`<div class="notice warn" role="status"><ul class="plainlist">
        ${warnings.map(text => html`<li>${text}</li>`)}</ul></div>` : nothing}
      ${repair ? this.repair(repair) : nothing}
      <div class="panel"><dl class="figures">
        ${figure('Nodes', known ? `${up} of ${nodes.length} up` : count(nodes.length))}
        ${figure('Tasks running', known ? count(sum(nodes, 'tasksRunning')) : '–')}
        ${figure(
          'Groups',
          html`<a href=${link(['groups'])}>${count(totals.groups)}</a>`,
          totals.incomplete > 0 ? `${count(totals.incomplete)} incomplete` : nothing,
        )}
        ${figure('Tuples', count(totals.tuples))}
        ${figure('Stored', bytes(totals.storedBytes), `of ${bytes(totals.dataBytes)} data`)}
        ${figure('Least free disk', leastFreeDisk(nodes))}
        ${figure('Subgroups', count(this.cluster.subgroups))}
        ${orphanedGroups > 0 ? figure('Orphaned groups', count(orphanedGroups),
          html`see <code>sss group orphans</code>`) : nothing}
      </dl></div>
      ${panel('Nodes', this.nodes())}
      ${panel(
        'Bytes a second',
        html`<div class="inside">
        <div class="chart" role="img" aria-label=${this.chartText()}></div>
        <p class="dim chart-note">The last 15 minutes, as long as this page has been open. ${
          this.app.rates.isEmpty()
            ? 'No job has run since.'
            : 'What jobs have read from groups and sources, and what they have emitted.'
        }</p></div>`,
      )}
      ${
        this.workflows
          ? panel(
              'Newest workflows',
              workflowTable(this.workflows.workflows, this.app),
              html`<a href=${link(['workflows'])}>All ${count(this.workflows.total)}</a>`,
            )
          : nothing
      }`;
  }

  chartText() {
    const [, read, emitted] = this.app.rates.series();
    const now = `jobs now read ${bytes(read.at(-1))} a second and emit ${bytes(emitted.at(-1))} a second`;
    return `Chart: ${now}; at most ${bytes(Math.max(...read))} and ${bytes(Math.max(...emitted))} in 15 minutes.`;
  }

  repair(repair) {
    if (repair.groupsWithFewerCopies === 0 && repair.groupsBeingRepaired === 0) {
      return nothing;
    }
    return html`<div class="notice ${repair.groupsWithoutCopy > 0 ? 'bad' : 'warn'}" role="status">
      <p><strong>Copies are missing:</strong> ${counted(repair.groupsWithFewerCopies, 'group')} with fewer than
        ${repair.wantedCopies} copies,
        ${count(repair.groupsBeingRepaired)} being
          repaired${repair.leftBytes > 0 ? html`, ${bytes(repair.leftBytes)} to copy at
            ${bytes(repair.bytesPerSecond)}/s` : nothing}.</p>
      ${bar(repair.copiedBytes, repair.copiedBytes + repair.leftBytes)}
      ${repair.awaited.map(node => html`<p>Node ${node.node} may be back; in ${duration(node.seconds * 1000)} others get
        its copies.</p>`)}
      ${repair.groupsWithoutCopy > 0 ? html`<p>${counted(repair.groupsWithoutCopy, 'group')} without a whole copy:
        ${repair.namesWithoutCopy.join(', ')}</p>` : nothing}
    </div>`;
  }

  nodes() {
    const head = [
      'Node',
      'State',
      {name: 'Tasks', kind: 'number wide'},
      'Heap',
      {name: 'Free disk', kind: 'number wide'},
      {name: 'Load', kind: 'number wide'},
      {name: 'To other nodes', kind: 'number wide'},
      {name: 'Subgroups', kind: 'number wide'},
      {name: 'Up for', kind: 'number wide'},
    ];
    return table(
      'Nodes',
      head,
      this.cluster.nodes.map(node => row(node)),
    );
  }

  drawn() {
    const element = document.querySelector('.chart');
    this.chart.draw(element, this.app.rates.series());
  }

  close() {
    this.chart.close();
  }
}

function health(up, all) {
  return up === all
    ? html`<span class="state up"><span aria-hidden="true">✓</span> all nodes up</span>`
    : html`<span class="state failed"><span aria-hidden="true">✗</span> ${counted(all - up, 'node')} not up</span>`;
}

function sum(nodes, name) {
  return nodes.reduce((total, node) => total + (node.status?.[name] ?? 0), 0);
}

function leastFreeDisk(nodes) {
  const free = nodes.filter(node => node.status !== null).map(node => node.status.freeDiskBytes);
  return free.length > 0 ? bytes(Math.min(...free)) : '–';
}

function sentBytes(connections) {
  return connections.reduce((total, connection) => total + connection.sentBytes, 0);
}

function row(node) {
  const s = node.status;
  return html`<tr>
    <td class="nowrap"><strong>${node.id}</strong> <span class="dim mono">${node.address}</span></td>
    <td>${state(node.state)}${node.problem ? html`<div class="breaking">${node.problem}</div>` : nothing}
      ${
        node.lost
          ? html`<div class="breaking dim">Lost tuples of ${counted(node.lost.groups, 'group')}:
              ${node.lost.names.join(', ')}${
              node.lost.copied ? '; other nodes have copies' : ''
            }</div>`
          : nothing
      }
      ${node.warnings.map(text => html`<div class="breaking">${text}</div>`)}</td>
    <td class="number wide">${s ? count(s.tasksRunning) : '–'}</td>
    <td class="nowrap">${
      s
        ? html`${bytes(s.heapUsedBytes)} <span class="dim">of ${bytes(s.heapMaxBytes)}</span>${bar(
            s.heapUsedBytes,
            s.heapMaxBytes,
            s.heapUsedBytes > 0.9 * s.heapMaxBytes ? 'warn' : '',
          )}`
        : '–'
    }</td>
    <td class="number wide">${s ? bytes(s.freeDiskBytes) : '–'}</td>
    <td class="number wide">${
      s?.load
        ? html`<span title="Threads that run or wait for a processor, over a minute">${count(s.load.average)}
      <span class="dim">of ${s.load.processors}</span></span>`
        : '–'
    }</td>
    <td class="number wide">${s && s.connections.length > 0 ? bytes(sentBytes(s.connections)) : '–'}</td>
    <td class="number wide">${node.storedSubgroups === null ? '–' : count(node.storedSubgroups)}</td>
    <td class="number wide">${
      s
        ? html`<span title="Version ${s.version}, Java ${s.java}, process ${s.pid}, ${s.dataDirectory}">${duration(
            Math.max(0, Date.now() - clock.ofReader(s.startedMillis)),
          )}</span>`
        : '–'
    }</td>
  </tr>`;
}

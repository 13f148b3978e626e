// Where is my data?

import {html, nothing} from '../../lib/lit-html/lit-html.js';
import {repeat} from '../../lib/lit-html/directives/repeat.js';
import * as api from '../api.js';
import {bytes, count, quoted} from '../format.js';
import {link} from '../router.js';
import {debounced, empty, figure, maker, pager, panel, state, table, visible, when} from '../ui.js';

const ORDERS = [
  ['name', 'name'],
  ['created', 'newest'],
  ['bytes', 'most bytes'],
  ['tuples', 'most tuples'],
];
const PAGE = 50;

export class GroupsPage {
  title = 'Groups';
  section = 'Groups';

  constructor(app, route) {
    this.app = app;
    this.filter = {search: route.params.search ?? '', sort: route.params.sort ?? ''};
    this.starts = [undefined];
    this.filterSoon = debounced(() => this.changed());
  }

  stays(route) {
    return (route.params.search ?? '') === this.filter.search && (route.params.sort ?? '') === this.filter.sort;
  }

  everyMillis() {
    return 60_000;
  }

  command() {
    return this.app.command(this.filter.search === '' ? 'group ls' : `group ls ${quoted(`*${this.filter.search}*`)}`);
  }

  async load() {
    this.list = await api.get(['groups'], {...this.filter, from: this.starts.at(-1), limit: PAGE});
  }

  concerns(kind) {
    return kind === 'groups';
  }

  changed() {
    this.starts = [undefined];
    history.replaceState(null, '', link(['groups'], this.filter));
    this.app.load();
  }

  go(starts) {
    this.starts = starts;
    this.app.load();
    scrollTo(0, 0);
  }

  view() {
    return html`
      <div class="title"><h1>Groups</h1></div>
      <form class="filters panel inside" role="search" @submit=${event => event.preventDefault()}>
        <label>Part of the name <input type="search" .value=${this.filter.search} spellcheck="false"
          @input=${event => {
            this.filter.search = event.target.value;
            this.filterSoon();
          }}></label>
        <label>Order <select @change=${event => {
          this.filter.sort = event.target.value;
          this.changed();
        }}>
          ${ORDERS.map(([value, text]) => html`<option value=${value}
            ?selected=${(this.filter.sort || 'name') === value}>${text}</option>`)}</select></label>
      </form>
      ${this.list ? this.found() : html`<p class="dim" role="status">Loading…</p>`}`;
  }

  found() {
    const {groups, total, totals, next} = this.list;
    if (groups.length === 0 && this.starts.length === 1) {
      return html`<div class="panel">${
        this.filter.search !== ''
          ? empty('No group matches.', 'Change the name, or clear it.')
          : empty(
              'There are no groups yet.',
              'Import a file, or run a job that writes a group:',
              this.app.command('group import lines my-file.txt'),
            )
      }</div>`;
    }
    const first = (this.starts.length - 1) * PAGE;
    return html`
      <div class="panel"><dl class="figures">
        ${figure(
          this.filter.search === '' ? 'Groups' : 'Groups that match',
          count(totals.groups),
          totals.incomplete > 0 ? `${count(totals.incomplete)} incomplete` : nothing,
        )}
        ${figure('Tuples', count(totals.tuples))}
        ${figure('Keys and values', bytes(totals.dataBytes))}
        ${figure('Stored', bytes(totals.storedBytes))}</dl></div>
      ${panel(
        `${count(first + 1)}–${count(first + groups.length)} of ${count(total)}`,
        html`
        ${this.table(groups)}
        ${
          total > PAGE
            ? pager(
                'groups',
                this.starts.length > 1 ? () => this.go(this.starts.slice(0, -1)) : null,
                next ? () => this.go([...this.starts, next]) : null,
              )
            : nothing
        }`,
      )}`;
  }

  table(groups) {
    const head = [
      'Group',
      {name: 'Types', kind: 'wide'},
      {name: 'Tuples', kind: 'number'},
      {name: 'Stored', kind: 'number'},
      {name: 'Made by', kind: 'wide'},
      {name: 'Created', kind: 'wide'},
    ];
    return table(
      'Groups',
      head,
      repeat(groups, group => group.id, row),
    );
  }
}

function row(group) {
  return html`<tr>
    <td class="name"><a class="clamp" href=${link(['groups', group.name])}
      title=${visible(group.name)}><strong>${visible(group.name)}</strong></a>
      ${group.state === 'ready' ? nothing : state(group.state)}
      ${group.copies < group.wantedCopies ? html`<span class="warn-text">${group.copies} of ${group.wantedCopies}
        copies</span>` : nothing}
      ${group.inMemory ? html`<span class="dim">in memory</span>` : nothing}</td>
    <td class="wide types"><span class="clamp mono" title="${group.keyType} → ${group.valueType}">${group.keyType} →
      ${group.valueType}</span></td>
    <td class="number">${count(group.tuples)}</td>
    <td class="number">${bytes(group.storedBytes)}</td>
    <td class="wide">${maker(group.createdBy)}</td>
    <td class="wide nowrap">${when(group.createdMillis)}</td>
  </tr>`;
}

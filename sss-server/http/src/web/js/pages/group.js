// One group: what is in it, where it is, and where it comes from.

import {html, nothing} from '../../lib/lit-html/lit-html.js';
import * as api from '../api.js';
import {bytes, count, counted, percent, times} from '../format.js';
import {Tuples} from '../parts/tuples.js';
import {subgroupColumns} from '../parts/skew.js';
import {link} from '../router.js';
import {bar, figure, maker, notice, panel, state, table, visible, when} from '../ui.js';

const NAME_RULE = "1 to 200 letters, digits, '.', '_' and '-'; the first one is a letter or digit";
const SKEWED = 2;
const SHOWN_SUBGROUPS = 64;

export class GroupPage {
  section = 'Groups';

  constructor(app, route) {
    this.app = app;
    this.name = route.path[1];
    this.title = this.name;
    this.tuples = new Tuples(this.name, route.params, app);
    this.shownSubgroups = SHOWN_SUBGROUPS;
  }

  stays(route) {
    return route.path[1] === this.name && this.tuples.take(route.params);
  }

  everyMillis() {
    return 0;
  }

  command() {
    return this.tuples.command();
  }

  async load() {
    const [details] = await Promise.all([api.get(['groups', this.name]), this.tuples.load()]);
    this.details = details;
    this.tuples.ofType(details.group.keyType);
  }

  concerns(kind, event) {
    return kind === 'groups' && (event.more || event.written.includes(this.name) || event.dropped.includes(this.name));
  }

  close() {
    this.tuples.close();
  }

  view() {
    if (this.details === undefined) {
      return html`<div class="title"><h1>${visible(this.name)}</h1></div>
        ${this.app.problem ? nothing : html`<p class="dim" role="status">Loading…</p>`}`;
    }
    const {group, losses, layoutProblem} = this.details;
    return html`
      <div class="title"><h1>${visible(group.name)}</h1> ${state(group.state)}
        <div class="buttons">
          <a class="button" href=${api.address(['groups', this.name, 'export.csv'])} download>CSV</a>
          <a class="button" href=${api.address(['groups', this.name, 'export.jsonl'])} download>JSON lines</a>
          ${
            this.app.may('write')
              ? html`<button type="button" @click=${() => this.copy()}>Copy…</button>
            <button type="button" @click=${() => this.rename()}>Rename…</button>
            <button type="button" class="danger" @click=${() => this.drop()}>Drop…</button>`
              : nothing
          }</div></div>
      ${
        losses.length > 0
          ? notice(
              'bad',
              html`<p><strong>This group cannot be read: tuples of it are lost.</strong></p>
        ${losses.map(
          loss =>
            html`<p>Node ${loss.node} lacks ${counted(loss.tuples, 'tuple')}${
              loss.inMemory ? ', which were in its memory' : ''}${
              loss.reason ? `: ${loss.reason}` : ''
            }.</p>`,
        )}
        <p>${losses.every(loss => loss.inMemory) ? 'Drop' : 'Start the node with the disk that has them, or drop'} the
          group and run the job that wrote it again.</p>`,
            )
          : nothing
      }
      ${this.figures(group)}
      ${this.tuples.view()}
      <div class="columns">
        <div>${this.lineage()}</div>
        <div>${layoutProblem ? notice('warn', html`<p>Where its tuples are is not known: ${layoutProblem}</p>`) :
          this.layout()}</div>
      </div>`;
  }

  figures(group) {
    return html`<div class="panel"><dl class="figures">
      ${figure('Tuples', count(group.tuples))}
      ${figure('Keys and values', bytes(group.dataBytes))}
      ${figure('Stored', bytes(group.storedBytes), group.compression === 'none' ? nothing : group.compression)}
      ${figure('Created', when(group.createdMillis))}
      ${group.wantedCopies > 1 ? figure('Copies', `${group.copies} of ${group.wantedCopies}`) : nothing}
      ${group.inMemory ? figure('Kept', 'in memory') : nothing}
      ${group.hashed ? nothing : figure('Placed by', 'a partitioner')}</dl>
      <p class="inside types-line"><span class="dim">Keys</span> <code>${group.keyType}</code>
        <span class="dim">Values</span> <code>${group.valueType}</code></p></div>`;
  }

  lineage() {
    const {group, madeBy, usedBy, usedByLeftOut, lineageKnown} = this.details;
    return panel(
      'Lineage',
      html`<div class="inside lineage">
      <h3>Made from</h3>
      ${
        madeBy === null
          ? html`<p>${group.createdBy === 'import' ? 'Imported.' : `Written by: ${visible(group.createdBy)}.`}</p>`
          : html`${
              madeBy.inputs === null
                ? html`<p class="dim">The workflow is no longer known, so its inputs are not either.</p>`
                : this.names(madeBy.inputs, 'No groups: the job reads files or other sources.')
            }
          <p><span class="dim">by</span> ${maker(`${madeBy.workflow}/${madeBy.job}`)}${
            madeBy.workflowName ? html` <span class="dim breaking">of ${visible(madeBy.workflowName)}</span>` : nothing
          }</p>`
      }
      <h3>Used by</h3>
      ${
        !lineageKnown
          ? html`<p class="dim">This session may not see the workflows.</p>`
          : usedBy.length === 0
            ? html`<p class="dim">No workflow that the cluster still knows has read it.</p>`
            : html`<ul class="plainlist">${usedBy.map(
                use => html`<li>${maker(`${use.workflow}/${use.job}`)}
          <span class="dim breaking">of ${visible(use.workflowName)}</span> ${state(use.state)}${
            use.outputs.length > 0
              ? html` <span class="dim">→</span> ${use.outputs.map(name => html`${this.nameLink(name)} `)}`
              : nothing
          }</li>`,
              )}</ul>`
      }
      ${usedByLeftOut > 0 ? html`<p class="dim">and ${count(usedByLeftOut)} more</p>` : nothing}</div>`,
    );
  }

  names(names, none) {
    return names.length === 0
      ? html`<p class="dim">${none}</p>`
      : html`<ul class="plainlist">${names.map(name => html`<li>${this.nameLink(name)}</li>`)}</ul>`;
  }

  nameLink(name) {
    return html`<a class="breaking" href=${link(['groups', name])}>${visible(name)}</a>`;
  }

  layout() {
    const {subgroups, nodes, skew} = this.details;
    if (subgroups.length === 0) {
      return panel('Subgroups by node', html`<p class="inside dim">No subgroup has tuples.</p>`);
    }
    const most = Math.max(1, ...nodes.map(node => node.storedBytes));
    const columns = Array.from({length: this.app.cluster.subgroups}, () => 0);
    subgroups.forEach(one => (columns[one.subgroup] = one.storedBytes));
    return panel(
      'Subgroups by node',
      html`
      <div class="inside">${subgroupColumns(columns)}</div>
      ${table(
        'Shares of the nodes',
        ['Node', {name: 'Subgroups', kind: 'number'}, {name: 'Tuples', kind: 'number'}, 'Stored'],
        nodes.map(
          node => html`<tr>
        <td>${node.node}</td>
        <td class="number">${count(node.subgroups)}
          ${node.copies > 0 ? html`<span class="dim">+ ${count(node.copies)} as copies</span>` : nothing}</td>
        <td class="number">${count(node.tuples)}</td>
        <td class="bar-cell">${bytes(node.storedBytes)}${bar(node.storedBytes, most)}</td></tr>`,
        ),
      )}
      <details class="inside"><summary>Each of the ${count(subgroups.length)} subgroups with
        tuples</summary>${this.subgroups(subgroups)}</details>`,
      skew
        ? html`<span class=${skew.subgroupBytes >= SKEWED ? 'warn-text' : 'dim'}>${skew.subgroupBytes >= SKEWED ?
            'skewed: ' : ''}largest ${times(
            skew.subgroupBytes,
          )} the mean</span>`
        : nothing,
    );
  }

  subgroups(subgroups) {
    const all = subgroups.reduce((total, one) => total + one.tuples, 0);
    const left = subgroups.length - this.shownSubgroups;
    return html`${table(
      'Subgroups',
      [
        {name: 'Subgroup', kind: 'number'},
        {name: 'Node', kind: 'number'},
        {name: 'Tuples', kind: 'number'},
        {name: 'Share', kind: 'number'},
        {name: 'Stored', kind: 'number'},
        {name: 'Runs', kind: 'number wide'},
      ],
      subgroups.slice(0, this.shownSubgroups).map(
        one => html`<tr><td class="number">${one.subgroup}</td><td class="number">${one.node}</td>
        <td class="number">${count(one.tuples)}</td><td class="number">${percent(one.tuples, all)}</td>
        <td class="number">${bytes(one.storedBytes)}</td>
        <td class="number wide">${count(one.runs)}</td></tr>`,
      ),
    )}
      ${
        left > 0
          ? html`<button type="button" @click=${() => {
              this.shownSubgroups += 500;
              this.app.update();
            }}>Show more of ${count(left)}</button>`
          : nothing
      }`;
  }

  copy() {
    this.app.dialogs.ask({
      title: 'Copy the group',
      text: `'${visible(this.name)}' stays as it is. Copies of groups in files take no time and no room.`,
      fields: [{name: 'to', label: 'Name of the copy', value: `${this.name}-copy`.slice(0, 200), hint: NAME_RULE}],
      action: 'Copy',
      run: async ({to}) => this.goTo((await api.send('POST', ['groups', this.name, 'copy'], {to})).name),
    });
  }

  rename() {
    this.app.dialogs.ask({
      title: 'Rename the group',
      text: `Jobs that read '${visible(this.name)}' must use the new name.`,
      fields: [{name: 'to', label: 'New name', value: this.name, hint: NAME_RULE}],
      action: 'Rename',
      run: async ({to}) => this.goTo((await api.send('POST', ['groups', this.name, 'rename'], {to})).name),
    });
  }

  drop() {
    const {group} = this.details;
    this.app.dialogs.ask({
      title: `Drop '${visible(this.name)}'?`,
      text: `Its ${counted(group.tuples, 'tuple')} are deleted for good. This cannot be undone.`,
      action: 'Drop the group',
      danger: true,
      run: async () => {
        await api.send('DELETE', ['groups', this.name], undefined, {id: group.id});
        location.hash = link(['groups']);
      },
    });
  }

  goTo(name) {
    location.hash = link(['groups', name]);
  }
}

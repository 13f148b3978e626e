// The browser of tuples: look a key up, page through a prefix or from a key on.

import {html, nothing} from '../../lib/lit-html/lit-html.js';
import {live} from '../../lib/lit-html/directives/live.js';
import * as api from '../api.js';
import {bytes, count, counted, quoted} from '../format.js';
import {link} from '../router.js';
import {empty, panel, problem, table, visible} from '../ui.js';

const PAGE = 50;
const MODES = [
  ['key', 'Exactly this key'],
  ['prefix', 'Keys that start with'],
  ['after', 'From this key on'],
];
const SHOWN_CHARS = 200;

export class Tuples {
  constructor(group, params, app) {
    this.group = group;
    this.app = app;
    this.abort = new AbortController();
    this.keyType = null;
    this.read(params);
  }

  read(params) {
    this.mode = MODES.map(([name]) => name).find(name => params[name] !== undefined) ?? 'key';
    this.asked = params[this.mode] ?? null;
    this.typed = this.asked ?? '';
    this.starts = [undefined];
  }

  /** Takes the parameters of another address of the same group. */
  take(params) {
    if (
      (params[this.mode] ?? null) !== this.asked ||
      MODES.some(([name]) => name !== this.mode && params[name] !== undefined)
    ) {
      this.read(params);
    }
    return true;
  }

  ofType(keyType) {
    this.keyType = keyType;
  }

  command() {
    if (this.asked === null) {
      return this.app.command(`group scan --limit ${PAGE}`, [this.group]);
    }
    const option = this.mode === 'prefix' ? '--prefix' : '--from';
    return this.mode === 'key'
      ? this.app.command('group get', [this.group, this.asked])
      : this.app.command(`group scan ${option}=${quoted(this.asked)} --limit ${PAGE}`, [this.group]);
  }

  async load() {
    this.abort.abort();
    const abort = (this.abort = new AbortController());
    const asked = this.asked === null ? {} : {[this.mode]: this.asked};
    try {
      this.page = await api.get(
        ['groups', this.group, 'tuples'],
        {...asked, from: this.starts.at(-1), limit: PAGE},
        abort.signal,
      );
      this.problem = null;
    } catch (error) {
      if (error.name === 'AbortError') {
        return;
      }
      this.page = {tuples: [], next: null};
      this.problem = error.status === 404 && this.mode === 'key' && this.asked !== null ? null : error;
      if (error.status === 401) {
        throw error;
      }
    }
  }

  ask(event) {
    event.preventDefault();
    location.hash = link(['groups', this.group], {[this.mode]: this.typed});
  }

  async go(starts) {
    this.starts = starts;
    await this.load();
    this.app.update();
  }

  close() {
    this.abort.abort();
  }

  view() {
    return panel(
      'Tuples',
      html`
      <form class="filters inside" role="search" @submit=${event => this.ask(event)}>
        <label>Show <select @change=${event => {
          this.mode = event.target.value;
          this.app.update();
        }}>
          ${MODES.map(([value, text]) => html`<option value=${value}
            ?selected=${this.mode === value}>${text}</option>`)}</select></label>
        <label>Key <input class="mono" name="key" .value=${live(this.typed)} spellcheck="false" autocomplete="off"
          autocapitalize="off"
          placeholder=${this.keyType ? `a ${this.keyType.split('(')[0]}` : ''} @input=${event => {
            this.typed = event.target.value;
          }}></label>
        <div class="buttons"><button type="submit" class="primary">Show</button>
          ${this.asked === null ? nothing : html`<a class="button" href=${link(['groups', this.group])}>All
            tuples</a>`}</div>
      </form>
      ${this.problem ? html`<div class="inside">${problem(this.problem)}</div>` : this.page ? this.found() :
        html`<p class="inside dim" role="status">Loading…</p>`}`,
    );
  }

  found() {
    const {tuples, next} = this.page;
    if (tuples.length === 0 && this.starts.length === 1 && next === null) {
      return this.none();
    }
    return html`
      ${table(
        'Tuples',
        ['Key', 'Value', {name: 'Size', kind: 'number wide'}],
        tuples.map(tuple => this.row(tuple)),
      )}
      <div class="pager">
        <button type="button" ?disabled=${this.starts.length === 1}
          @click=${() => this.go(this.starts.slice(0, -1))}>‹ Back</button>
        <button type="button" ?disabled=${next === null}
          @click=${() => this.go([...this.starts, next])}>Next ›</button>
        <span class="dim">${counted(tuples.length, 'tuple')}${next === null ? ', to the end' : ', there are more'} · in
          the order of their keys</span></div>`;
  }

  none() {
    if (this.asked === null) {
      return empty(
        'The group has no tuples.',
        'The job that wrote it has emitted nothing; its counters and its input may say why.',
      );
    }
    return this.mode === 'key'
      ? empty(
          'There is no such key.',
          'Keys are compared exactly: case, spaces and control characters count. Try "Keys that start with".',
        )
      : empty('No key is there.', 'Change the start of the key, or show all tuples.');
  }

  row({key, value}) {
    return html`<tr><td class="key breaking">${this.text(key,
      null)}</td><td class="key breaking value">${this.text(value, key)}</td>
      <td class="number wide">${bytes(key.bytes + value.bytes)}</td></tr>`;
  }

  /** @param key of a value */
  text(of, key) {
    if (of.text === null) {
      return html`<span class="dim" title="Not text: the bytes in hexadecimal">0x</span>${shortened(of.hex)}${of.cut ?
        this.cut(of, key) : nothing}`;
    }
    if (of.text === '') {
      return html`<span class="dim">empty</span>`;
    }
    return html`${shortened(visible(of.text))}${of.cut ? this.cut(of, key) : nothing}`;
  }

  cut(of, key) {
    const more = key !== null && key.text !== null && !key.cut && !(this.mode === 'key' && this.asked !== null);
    return html` <span class="dim">… of ${bytes(of.bytes)}</span>${
      more ? html` <a href=${link(['groups', this.group], {key: key.text})}>show more</a>` : nothing
    }`;
  }
}

/** Long texts open by a click. */
function shortened(text) {
  const letters = [...text];
  if (letters.length <= SHOWN_CHARS) {
    return text;
  }
  const start = letters.slice(0, SHOWN_CHARS - 40).join('');
  const length = `${count(letters.length)} characters`;
  return html`<details><summary>${start}… <span class="dim">${length}</span></summary>${text}</details>`;
}

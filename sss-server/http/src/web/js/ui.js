// Small pieces that several pages show.

import {html, noChange, nothing} from '../lib/lit-html/lit-html.js';
import {Directive, directive} from '../lib/lit-html/directive.js';
import * as clock from './clock.js';
import * as format from './format.js';
import {link} from './router.js';

/** Sets custom properties of an element by script: the policy of the page forbids style attributes. */
class Css extends Directive {
  update(part, [values]) {
    for (const [name, value] of Object.entries(values)) {
      part.element.style.setProperty(name, value);
    }
    return noChange;
  }

  render() {
    return noChange;
  }
}

export const css = directive(Css);

const SYMBOLS = {
  running: '▶',
  waiting: '◷',
  succeeded: '✓',
  failed: '✗',
  cancelled: '⊘',
  ready: '✓',
  incomplete: '⚠',
  up: '✓',
  unknown: '?',
};
const WORDS = {lostData: 'data lost', diskFull: 'disk full'};

/** A state as a word with a symbol and a colour. */
export function state(name, title = nothing) {
  return html`<span class="state ${name}" title=${title}><span aria-hidden="true">${SYMBOLS[name] ?? '⚠'}</span>
    ${WORDS[name] ?? name}</span>`;
}

/** A time in the zone of the reader, with its age. */
export function when(millis) {
  if (!millis) {
    return html`<span class="dim">–</span>`;
  }
  const at = clock.ofReader(millis);
  return html`<time datetime=${new Date(at).toISOString()} title=${format.exactTime(at)}>${format.time(at)}
    <span class="dim">${format.age(at, Date.now())}</span></time>`;
}

/** How much of a whole; the number beside it is the text. */
export function bar(part, whole, kind = '') {
  const share = whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0;
  return html`<span class="bar ${kind}" aria-hidden="true" ${css({'--share': share})}><span></span></span>`;
}

/** Bars of a job or workflow that one may ask the value of. */
export function progress(done, all, name, running) {
  return html`<span class="bar ${running ? 'moving' : ''}" role="progressbar" aria-label=${name} aria-valuemin="0"
    aria-valuemax=${all} aria-valuenow=${done} ${css({'--share': all > 0 ? Math.min(1, done / all) :
      0})}><span></span></span>`;
}

export function problem(error, retry = null) {
  return html`<div class="notice bad" role="alert">
    <p><strong>${error.code ? `${error.code}: ` : ''}</strong><span class="message">${error.message}</span></p>
    ${error.remedy ? html`<p>${error.remedy}</p>` : nothing}
    ${retry ? html`<button type="button" @click=${retry}>Try again</button>` : nothing}
  </div>`;
}

export function notice(kind, content) {
  return html`<div class="notice ${kind}" role="status">${content}</div>`;
}

/** What to do next where there is nothing to show. */
export function empty(title, hint, command = null) {
  return html`<div class="nothing"><p><strong>${title}</strong></p><p>${hint}</p>${command ? copyable(command) :
    nothing}</div>`;
}

/** Text in the font of terminals with a button that copies it. */
export function copyable(text, label = 'Copy') {
  return html`<span class="copyable"><code>${text}</code><button type="button" class="small"
    aria-label="${label}: ${text}"
    @click=${event => copy(event.currentTarget, text)}>${label}</button></span>`;
}

async function copy(button, text) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(button.previousElementSibling);
    button.textContent = 'Press Ctrl+C';
  }
  setTimeout(() => (button.textContent = before), 1500);
}

/** The command that shows the same as this page. */
export function command(text) {
  return html`<p class="cli"><span class="dim">On the command line</span> ${copyable(text)}</p>`;
}

/** A panel with a heading. */
export function panel(title, content, aside = nothing) {
  return html`<section class="panel"><header><h2>${title}</h2>${aside}</header>${content}</section>`;
}

/** A table that scrolls sideways by itself. */
export function table(label, head, rows) {
  return html`<div class="table" role="region" aria-label=${label} tabindex="0"><table>
    <thead><tr>${head.map(column => html`<th scope="col" class=${column.kind ?? nothing}>${column.name ??
      column}</th>`)}</tr></thead>
    <tbody>${rows}</tbody></table></div>`;
}

/** A number with its name. */
export function figure(name, value, hint = nothing) {
  return html`<div class="figure"><dt>${name}</dt><dd>${value}${hint === nothing ? nothing :
    html` <small>${hint}</small>`}</dd></div>`;
}

/** Earlier and later pages of a list. */
export function pager(what, back, next) {
  return html`<nav class="pager" aria-label="Pages of ${what}">
    <button type="button" ?disabled=${!back} @click=${back}>‹ Back</button>
    <button type="button" ?disabled=${!next} @click=${next}>Next ›</button></nav>`;
}

/** Who made a group: `import`, `client`, or WORKFLOW/JOB, which is a link. */
export function maker(createdBy) {
  const [workflow, ...job] = createdBy.split('/');
  return job.length === 0
    ? html`<span>${visible(createdBy)}</span>`
    : html`<a class="breaking" href=${link(['workflows', workflow], {job: job.join('/')})}>${visible(createdBy)}</a>`;
}

/** Text with control characters shown as their pictures, such as ␀ for zero. */
export function visible(text) {
  return text
    .replace(/[\u0000-\u001f\u007f]/g, c => (c === '\u007f' ? '␡' : String.fromCharCode(0x2400 + c.charCodeAt(0))))
    .replace(
      /[\u0080-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
      c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}

/** With the ends of lines as they are, and other control characters as `visible` shows them. */
export function visibleLines(text) {
  return text
    .split(/\r?\n/)
    .map(line => visible(line.replaceAll('\t', '    ')))
    .join('\n');
}

/** Calls `action` once the calls have paused. */
export function debounced(action, millis = 250) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...args), millis);
  };
}

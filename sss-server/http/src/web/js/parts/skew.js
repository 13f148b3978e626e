// How bytes are distributed over subgroups: columns, and those that have most.

import {html, svg} from '../../lib/lit-html/lit-html.js';
import {bytes, count, percent} from '../format.js';
import {bar, table, visible} from '../ui.js';

const MAX_COLUMNS = 256;
const HEIGHT = 90;
const WIDTH = 1000;

/** Columns of the bytes of subgroups; more than there is room for are drawn as the largest of their neighbours. */
export function subgroupColumns(values) {
  const total = values.reduce((all, value) => all + value, 0);
  const largest = Math.max(1, ...values);
  const most = values.indexOf(Math.max(...values));
  const each = Math.ceil(values.length / MAX_COLUMNS);
  const columns = Array.from({length: Math.ceil(values.length / each)}, (_, i) =>
    Math.max(...values.slice(i * each, (i + 1) * each)),
  );
  const mean = total / values.length;
  const text = `Subgroup ${most} has most: ${bytes(values[most])}, ${percent(values[most], total)} of all;
    an even share is ${percent(1, values.length)}.`;
  const y = value => (HEIGHT - (value / largest) * (HEIGHT - 4)).toFixed(2);
  const column = (value, i) => svg`<rect class=${value > 2 * mean ? 'heavy' : 'even'}
    x=${((i + 0.1) * WIDTH / columns.length).toFixed(2)} y=${y(value)}
    width=${(0.8 * WIDTH / columns.length).toFixed(2)} height=${(HEIGHT - y(value)).toFixed(2)}><title>${
      `${columnTitle(i, each, values.length)}: ${bytes(value)}`}</title></rect>`;
  return html`<figure class="columns-chart"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" height=${HEIGHT}
      preserveAspectRatio="none" role="img" aria-label=${text}>
      ${columns.map(column)}
      <line class="mean" x1="0" x2=${WIDTH} y1=${y(mean)} y2=${y(mean)}/>
    </svg><figcaption class="dim">${text} The line is the mean.</figcaption></figure>`;
}

function columnTitle(i, each, all) {
  return each === 1 ? `subgroup ${i}` : `the largest of subgroups ${i * each} to ${Math.min(all, (i + 1) * each) - 1}`;
}

/** The keys with most of something, with their share of all. */
export function heavyKeys(label, keys, total, name, shown) {
  const most = Math.max(1, ...keys.map(key => key[name]));
  return table(
    label,
    ['Key', {name: name === 'bytes' ? 'Bytes' : 'Values', kind: 'number'}, 'Share'],
    keys.map(
      key => html`<tr>
    <td class="key breaking">${visible(key.key)}</td><td class="number">${shown(key[name])}</td>
    <td class="bar-cell">${percent(key[name], total)}${bar(key[name], most)}</td></tr>`,
    ),
  );
}

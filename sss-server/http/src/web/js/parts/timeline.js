// What each thread did while a job ran: a lane for each thread, in the colours of the phases of tasks.

import {html, svg, nothing} from '../../lib/lit-html/lit-html.js';
import {count, counted, duration, percent} from '../format.js';
import {css, table} from '../ui.js';

/** In the order in which they are drawn; they alternate while a task runs. */
export const PHASES = [
  {name: 'open', of: 'loading side groups, opening outputs'},
  {name: 'read', of: 'waiting for input'},
  {name: 'run', of: 'functions of the job, decoding and encoding'},
  {name: 'sort', of: 'sorting and packing output'},
  {name: 'send', of: 'waiting until receivers took more'},
  {name: 'free', of: 'releasing input'},
  {name: 'store', of: 'waiting until all is stored'},
];

const WIDTH = 1000;
const LANE = 16;
const MAX_LANES = 128;

/** The time line of a job, from the answer to `tasks`; `pointed` is a task that the reader points at. */
export function timeline(job, pointed, onPoint) {
  if (job === undefined || job.tasks.length === 0) {
    return html`<p class="inside dim">No times of tasks: they took less than 10 ms all together, or none has
      ended.</p>`;
  }
  const lanes = ofThreads(job.tasks);
  const end = Math.max(...job.tasks.map(task => task.startMicros + sum(task)));
  const shown = lanes.slice(0, MAX_LANES);
  return html`<div class="inside">
    ${legend()}
    <div class="timeline" aria-hidden="true">
      <div class="lane-names">${shown.map((lane, i) =>
        html`<span>${i === 0 || shown[i - 1].node !== lane.node ? `node ${lane.node}` : ''}</span>`)}</div>
      <svg viewBox="0 0 ${WIDTH} ${shown.length * LANE}" height=${shown.length * LANE} preserveAspectRatio="none"
          @mousemove=${event => onPoint(taskAt(event, shown, end))} @mouseleave=${() => onPoint(null)}>
        ${shown.map((lane, i) => lanePaths(lane, i * LANE, WIDTH / end))}
      </svg>
    </div>
    <div class="axis" aria-hidden="true"><span>0</span><span>${duration(end / 2000)}</span>
      <span>${duration(end / 1000)}</span></div>
    <p class="dim pointed">${
      pointed
        ? describe(pointed)
        : html`${counted(job.tasks.length, 'task')}${
            job.tasks.length < job.ended ? ` of ${count(job.ended)}, the longest ones` : ''
          } on ${counted(lanes.length, 'thread')}${
            lanes.length > MAX_LANES ? `, of which ${MAX_LANES} are drawn` : ''
          }. Point at a task to see its times.`
    }</p>
  </div>`;
}

function legend() {
  return html`<ul class="legend">${PHASES.map((phase, i) =>
    html`<li title=${phase.of}><span class="swatch p${i}"></span>${phase.name}</li>`)}</ul>`;
}

function ofThreads(tasks) {
  const lanes = [];
  for (const task of tasks) {
    const last = lanes.at(-1);
    if (last === undefined || last.node !== task.node || last.thread !== task.thread) {
      lanes.push({node: task.node, thread: task.thread, tasks: []});
    }
    lanes.at(-1).tasks.push(task);
  }
  return lanes;
}

function micros(task, phase) {
  return task[`${phase.name}Micros`];
}

function sum(task) {
  return PHASES.reduce((total, phase) => total + micros(task, phase), 0);
}

/** One path for each phase, however many tasks there are. */
function lanePaths(lane, y, scale) {
  const paths = PHASES.map(() => '');
  for (const task of lane.tasks) {
    let x = task.startMicros * scale;
    PHASES.forEach((phase, i) => {
      const width = micros(task, phase) * scale;
      if (width > 0) {
        paths[i] += `M${x.toFixed(2)} ${y + 2}h${width.toFixed(2)}v${LANE - 4}h-${width.toFixed(2)}z`;
      }
      x += width;
    });
  }
  return svg`<rect class="lane" x="0" y=${y + 1} width=${WIDTH} height=${LANE - 2}/>${paths.map((d, i) =>
    d === '' ? nothing : svg`<path class="p${i}" d=${d}/>`,
  )}`;
}

function taskAt(event, lanes, end) {
  const box = event.currentTarget.getBoundingClientRect();
  const lane = lanes[Math.floor(((event.clientY - box.top) / box.height) * lanes.length)];
  const at = ((event.clientX - box.left) / box.width) * end;
  return lane?.tasks.find(task => task.startMicros <= at && at < task.startMicros + sum(task)) ?? null;
}

function describe(task) {
  const phases = PHASES.filter(phase => micros(task, phase) > 0).map(
    phase => `${phase.name} ${duration(micros(task, phase) / 1000)}`,
  );
  return `Task ${task.task} on node ${task.node}, thread ${task.thread}: ${duration(sum(task) / 1000)} from ${duration(
    task.startMicros / 1000,
  )} on, ${counted(task.tuplesIn, 'tuple')} read; ${phases.join(', ')}.`;
}

/** Where the time of the threads of each node went. */
export function phasesByNode(phases) {
  if (phases.length === 0) {
    return nothing;
  }
  const all = Math.max(...phases.map(node => nodeSum(node)));
  const head = [
    'Node',
    'Share of the phases',
    {name: 'All', kind: 'number'},
    ...PHASES.map(phase => ({name: phase.name, kind: 'number wide'})),
    {name: 'processor', kind: 'number wide'},
    {name: 'GC', kind: 'number wide'},
  ];
  return table(
    'Time of the threads by node',
    head,
    phases.map(
      node => html`<tr>
    <td>${node.node}</td>
    <td class="stack-cell"><span class="stack" aria-hidden="true">${PHASES.map(
      (phase, i) => html`<span class="p${i}"
      ${css({'--share': all > 0 ? node[`${phase.name}Millis`] / all : 0})}></span>`,
    )}</span></td>
    <td class="number">${duration(nodeSum(node))}</td>
    ${PHASES.map(phase => html`<td class="number wide">${duration(node[`${phase.name}Millis`])}</td>`)}
    <td class="number wide">${percent(node.cpuMillis, nodeSum(node))}</td>
    <td class="number wide">${duration(node.gcMillis)}</td></tr>`,
    ),
  );
}

function nodeSum(node) {
  return PHASES.reduce((total, phase) => total + node[`${phase.name}Millis`], 0);
}

// The graph of a workflow: jobs and the groups between them, from left to right.

import {html, svg} from '../../lib/lit-html/lit-html.js';
import {count, counted} from '../format.js';
import {css, visible} from '../ui.js';
import {script} from './script.js';

const SIZES = {
  job: {width: 190, height: 62},
  group: {width: 188, height: 40},
  source: {width: 96, height: 28},
};
const MAX_VERTICES = 300;
const HEAD_CHARS = 14;
const TAIL_CHARS = 8;

/** Draws a workflow. The layout is made once for each shape of graph, the rest at each change. */
export class Graph {
  /** @param update called when a layout is ready */
  constructor(update) {
    this.update = update;
    this.shape = null;
    this.layout = null;
  }

  view(workflow, links) {
    if (workflow.jobs.length + workflow.groups.length > MAX_VERTICES || workflow.jobsLeftOut > 0) {
      return html`<p class="inside dim">The graph has more than ${MAX_VERTICES} jobs and groups, too many to draw; the
        list below has the jobs.</p>`;
    }
    this.arrange(workflow);
    if (this.layout === null) {
      return html`<p class="inside dim">Arranging the graph…</p>`;
    }
    const {width, height, vertices, edges} = this.layout;
    const jobs = new Map(workflow.jobs.map(job => [job.name, job]));
    const groups = new Map(workflow.groups.map(group => [group.name, group]));
    return html`<div class="graph" role="region" aria-label="Graph of jobs and groups" tabindex="0">
      <svg ${css({'--width': `${width}px`})} viewBox="0 0 ${width} ${height}" role="group"
        aria-label="Jobs and groups, in the order of the data">
        <defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"
          orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
        ${edges.map(edge => svg`<path class="edge ${edge.kind}" d=${path(edge.points)} marker-end="url(#arrow)"/>`)}
        ${vertices.map(vertex =>
          vertex.kind === 'job'
            ? jobBox(vertex, jobs.get(vertex.name), links.job)
            : vertex.kind === 'group'
              ? groupBox(vertex, groups.get(vertex.name), links.group)
              : sourceBox(vertex),
        )}
      </svg></div>`;
  }

  arrange(workflow) {
    const shape = JSON.stringify([
      workflow.jobs.map(job => [job.name, job.inputs, job.sideInputs, job.outputs, job.sources]),
      workflow.loops,
    ]);
    if (shape === this.shape) {
      return;
    }
    this.shape = shape;
    this.layout = null;
    script('lib/dagre/dagre.min.js').then(() => {
      if (shape === this.shape) {
        this.layout = arranged(workflow);
        this.update();
      }
    });
  }
}

function arranged(workflow) {
  const graph = new window.dagre.graphlib.Graph();
  graph.setGraph({rankdir: 'LR', nodesep: 16, ranksep: 40, marginx: 12, marginy: 12});
  const vertex = (kind, name) => {
    graph.setNode(`${kind}/${name}`, {...SIZES[kind], kind, name});
    return `${kind}/${name}`;
  };
  for (const job of workflow.jobs) {
    const it = vertex('job', job.name);
    if (job.sources > 0) {
      graph.setEdge(vertex('source', job.name), it, {kind: ''});
      graph.node(`source/${job.name}`).name = counted(job.sources, 'split');
    }
    job.inputs.forEach(group => graph.setEdge(vertex('group', group), it, {kind: ''}));
    job.sideInputs.forEach(group => graph.setEdge(vertex('group', group), it, {kind: 'side'}));
    job.outputs.forEach(group => graph.setEdge(it, vertex('group', group), {kind: ''}));
  }
  for (const carried of workflow.loops.flatMap(loop => loop.carried)) {
    graph.setEdge(vertex('group', carried.written), vertex('group', carried.read), {kind: 'carried'});
  }
  window.dagre.layout(graph);
  return {
    width: Math.max(1, Math.ceil(graph.graph().width || 0)),
    height: Math.max(1, Math.ceil(graph.graph().height || 0)),
    vertices: graph.nodes().map(id => graph.node(id)),
    edges: graph.edges().map(id => graph.edge(id)),
  };
}

function path(points) {
  return 'M' + points.map(point => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join('L');
}

function corner(vertex) {
  return `translate(${vertex.x - vertex.width / 2} ${vertex.y - vertex.height / 2})`;
}

function jobBox(vertex, job, linkOf) {
  const length = vertex.width - 24;
  return svg`<a class="job ${job.state}" href=${linkOf(job)} transform=${corner(vertex)}
      aria-label="Job ${visible(job.name)}: ${job.state}, ${job.tasksDone} of ${job.tasks} tasks">
    <title>${visible(job.name)}</title>
    <rect class="box" width=${vertex.width} height=${vertex.height} rx="6"/>
    <text class="name" x="12" y="21">${short(job.name)}</text>
    <text class="info" x="12" y="38">${job.state} ·
      ${count(job.tasksDone)}/${count(job.tasks)}${job.iterations > 0 ? ` · iteration ${job.iterations}` : ''}</text>
    <rect class="track" x="12" y="47" width=${length} height="6" rx="3"/>
    <rect class="done" x="12" y="47" width=${length * job.progress} height="6" rx="3"/>
  </a>`;
}

function groupBox(vertex, group, linkOf) {
  const content = svg`<title>${visible(vertex.name)}</title>
    <rect class="box" width=${vertex.width} height=${vertex.height} rx="18"/>
    <text class="info" x="16" y="17">${short(vertex.name)}</text>
    <text class="figures" x="16" y="32">${
      group?.tuples == null ? 'no tuples yet' : counted(group.tuples, 'tuple')}${
      group?.temporary ? ' · temporary' : ''}</text>`;
  return group?.exists
    ? svg`<a class="group" href=${linkOf(group)} transform=${corner(vertex)}
        aria-label="Group ${visible(vertex.name)}">${content}</a>`
    : svg`<g class="group gone" transform=${corner(vertex)}>${content}</g>`;
}

function sourceBox(vertex) {
  return svg`<g class="source" transform=${corner(vertex)}>
    <rect class="box" width=${vertex.width} height=${vertex.height} rx="4"/>
    <text class="info" x="12" y="18">${vertex.name}</text></g>`;
}

function short(text) {
  const letters = [...visible(text)];
  return letters.length <= HEAD_CHARS + TAIL_CHARS + 1
    ? letters.join('')
    : letters.slice(0, HEAD_CHARS).join('') + '…' + letters.slice(-TAIL_CHARS).join('');
}

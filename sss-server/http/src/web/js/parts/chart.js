// A chart of bytes a second over time, drawn by uPlot.

import {bytes, time} from '../format.js';
import {script} from './script.js';

const HEIGHT = 180;
const MINUTE = new Intl.DateTimeFormat(undefined, {timeStyle: 'short'});

export class Chart {
  /** @param names of the lines, the first of which is the axis of time */
  constructor(names) {
    this.names = names;
    this.plot = null;
  }

  /** Draws into the element; data are arrays of numbers, the first one in seconds since 1970. */
  draw(element, data) {
    if (element === null) {
      this.close();
      return;
    }
    if (
      this.plot !== null &&
      this.element === element &&
      this.width === element.clientWidth &&
      this.scheme === scheme()
    ) {
      this.plot.setData(data);
      return;
    }
    this.close();
    this.element = element;
    this.width = element.clientWidth;
    this.scheme = scheme();
    script('lib/uplot/uPlot.iife.min.js').then(() => {
      if (this.element === element && this.plot === null && element.isConnected) {
        this.plot = new window.uPlot(this.options(element), data, element);
      }
    });
  }

  options(element) {
    const style = getComputedStyle(document.documentElement);
    const color = name => style.getPropertyValue(name).trim();
    const axis = {
      stroke: color('--dim'),
      grid: {stroke: color('--line'), width: 1},
      ticks: {stroke: color('--line'), width: 1},
      font: '12px system-ui, sans-serif',
    };
    return {
      width: element.clientWidth,
      height: HEIGHT,
      cursor: {drag: {x: false, y: false}},
      legend: {live: true},
      scales: {x: {time: true}, y: {range: (plot, min, max) => [0, Math.max(1024, max * 1.1)]}},
      axes: [
        {...axis, space: 90, values: (plot, splits) => splits.map(at => MINUTE.format(new Date(at * 1000)))},
        {
          ...axis,
          size: 78,
          splits: (plot, i, min, max) => binarySplits(max),
          values: (plot, splits) => splits.map(value => bytes(value)),
        },
      ],
      series: [
        {value: (plot, value) => (value === null ? '–' : time(value * 1000))},
        ...this.names.map((label, i) => ({
          label,
          stroke: color(['--p1', '--p2', '--p3'][i]),
          width: 2,
          dash: i === 1 ? [6, 3] : undefined,
          points: {show: false},
          value: (plot, value) => (value === null ? '–' : bytes(Math.round(value))),
        })),
      ],
    };
  }

  close() {
    this.plot?.destroy();
    this.plot = null;
    this.element = null;
  }
}

/** Three or four round numbers of bytes. */
function binarySplits(max) {
  let step = 256;
  while (max / step > 4) {
    step *= 2;
  }
  return Array.from({length: Math.floor(max / step) + 1}, (_, i) => i * step);
}

function scheme() {
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

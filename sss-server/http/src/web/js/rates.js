// Bytes a second that the jobs read and emit, from their events: as long as the page is open, at most 15 minutes.

const STEP_SECONDS = 5;
const STEPS = (15 * 60) / STEP_SECONDS;
/** A job that is older when it is first seen counts from then on only. */
const NEW_JOB_MILLIS = 3000;
const MAX_JOBS = 2000;

export class Rates {
  constructor() {
    this.start = Math.floor(Date.now() / 1000 / STEP_SECONDS);
    this.seen = new Map();
    this.steps = new Map();
  }

  /** Takes the event of a job. */
  add({workflow, job}) {
    const name = JSON.stringify([workflow, job.name]);
    const known = this.seen.get(name) ?? (job.millis <= NEW_JOB_MILLIS ? {bytesIn: 0, bytesOut: 0} : job);
    const step = Math.floor(Date.now() / 1000 / STEP_SECONDS);
    const sums = this.steps.get(step) ?? {bytesIn: 0, bytesOut: 0};
    sums.bytesIn += Math.max(0, job.bytesIn - known.bytesIn);
    sums.bytesOut += Math.max(0, job.bytesOut - known.bytesOut);
    this.steps.set(step, sums);
    // As the last one, so that jobs that still run are forgotten last.
    this.seen.delete(name);
    this.seen.set(name, {bytesIn: job.bytesIn, bytesOut: job.bytesOut});
    this.forget(step);
  }

  forget(now) {
    for (const step of this.steps.keys()) {
      if (step <= now - STEPS) {
        this.steps.delete(step);
      }
    }
    if (this.seen.size > MAX_JOBS) {
      this.seen.delete(this.seen.keys().next().value);
    }
  }

  /**
   * Seconds since 1970, bytes read a second, bytes emitted a second; null before the page was opened. The last step is
   * not over, so it is left out.
   */
  series() {
    const last = Math.floor(Date.now() / 1000 / STEP_SECONDS) - 1;
    const steps = Array.from({length: STEPS}, (_, i) => last - STEPS + 1 + i);
    const of = name => steps.map(step =>
      step < this.start ? null : (this.steps.get(step)?.[name] ?? 0) / STEP_SECONDS);
    return [steps.map(step => step * STEP_SECONDS), of('bytesIn'), of('bytesOut')];
  }

  isEmpty() {
    return this.steps.size === 0;
  }

  /** Called when no events are heard for some time: what happens until then is no step of its own. */
  pause() {
    this.seen.clear();
  }
}

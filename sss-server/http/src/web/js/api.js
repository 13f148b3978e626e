// Requests to the node that has served the page.

import * as clock from './clock.js';

const API = 'api/v1/';

let csrf = '';

/** An answer that is not a success: what happened and what to do, as the command `sss` says it. */
export class Problem extends Error {
  constructor(status, problem) {
    const detail = problem.detail ?? problem.title ?? `the node answered with status ${status}`;
    const remedy = problem.remedy ?? '';
    super(detail.endsWith(`; ${remedy}`) ? detail.slice(0, -remedy.length - 2) : detail);
    this.status = status;
    this.code = problem.code ?? '';
    this.remedy = remedy;
  }
}

/** Returns the session of this browser. */
export async function session() {
  return opened(await request('session', {}));
}

/** Exchanges a one-time ticket for a session. */
export async function open(ticket) {
  return opened(await request('session', {method: 'POST', body: JSON.stringify({ticket})}));
}

function opened(answer) {
  csrf = answer.csrf;
  return answer;
}

/** Returns what the API has at `path`, an array of words. */
export function get(path, params = {}, signal = undefined) {
  return request(address(path, params), {signal});
}

/** Changes something. */
export function send(method, path, body = undefined, params = {}) {
  return request(address(path, params), {
    method,
    headers: {'X-SSS-Token': csrf},
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

export function address(path, params = {}) {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(given).toString();
  return API + path.map(encodeURIComponent).join('/') + (query === '' ? '' : `?${query}`);
}

async function request(url, options) {
  const headers = {Accept: 'application/json', ...options.headers};
  if (options.body !== undefined) {
    headers['Content-Type'] = 'application/json';
  }
  let answer;
  try {
    answer = await fetch(url, {...options, headers, credentials: 'same-origin'});
  } catch (e) {
    if (e.name === 'AbortError') {
      throw e;
    }
    throw new Problem(0, {
      detail: 'The node does not answer.',
      remedy: 'Check that it runs (sss cluster status); this page tries again by itself.',
    });
  }
  const json = (answer.headers.get('Content-Type') ?? '').includes('json');
  const body = json ? await answer.json() : null;
  if (!answer.ok) {
    throw new Problem(answer.status, body ?? {});
  }
  if (body?.nowMillis) {
    clock.heard(body.nowMillis);
  }
  return body;
}

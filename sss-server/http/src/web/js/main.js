// The frame around the pages: session, navigation, events, and when what is drawn.

import {html, render, nothing} from '../lib/lit-html/lit-html.js';
import * as api from './api.js';
import {Dialogs} from './dialog.js';
import {Stream} from './events.js';
import {quoted} from './format.js';
import {Rates} from './rates.js';
import {link, parse, takeTicket} from './router.js';
import {problem, copyable, command} from './ui.js';
import {ClusterPage} from './pages/cluster.js';
import {WorkflowsPage} from './pages/workflows.js';
import {WorkflowPage} from './pages/workflow.js';
import {GroupsPage} from './pages/groups.js';
import {GroupPage} from './pages/group.js';
import {HelpPage} from './pages/help.js';

const EVENTS = ['ready', 'reset', 'node', 'workflow', 'job', 'groups'];
const ROLES = ['monitor', 'read', 'write', 'run', 'admin'];
const DEFAULT_ADDRESS = '127.0.0.1:21200';
/** What is shown is fetched at most this often. */
const MIN_LOAD_MILLIS = 500;
const SLEEP_MILLIS = 10_000;
const AGES_MILLIS = 10_000;

const NAVIGATION = [
  ['Cluster', []],
  ['Workflows', ['workflows']],
  ['Groups', ['groups']],
  ['Help', ['help']],
];

class App {
  constructor() {
    this.session = null;
    this.failure = null;
    this.live = null;
    this.stream = null;
    this.page = null;
    this.loading = false;
    this.again = false;
    this.loadedAt = 0;
    this.cluster = null;
    this.rates = new Rates();
    this.dialogs = new Dialogs(() => this.update());
  }

  async start() {
    const ticket = takeTicket();
    addEventListener('hashchange', () => this.navigated());
    document.addEventListener('visibilitychange', () => this.looked());
    addEventListener('pagehide', () => this.sleep());
    addEventListener('pageshow', () => this.wake());
    setInterval(() => this.update(), AGES_MILLIS);
    await this.connect(ticket);
  }

  async connect(ticket) {
    try {
      const session = await (ticket === null ? api.session() : openOrResume(ticket));
      ticket = null;
      this.cluster = await api.get(['cluster']);
      this.session = session;
      this.failure = null;
    } catch (error) {
      this.failure = error;
      this.update();
      if (error.status !== 401 && error.status !== 403) {
        setTimeout(() => this.connect(ticket), 3000);
      }
      return;
    }
    this.listen();
    this.navigated();
  }

  listen() {
    this.stream = new Stream(
      api.address(['events']),
      EVENTS,
      (kind, event) => this.happened(kind, event),
      open => this.connected(open),
    );
  }

  /** Whether the session's role is at least this one. */
  may(role) {
    return ROLES.indexOf(this.session.role) >= ROLES.indexOf(role);
  }

  /** A command of `sss` for this cluster; its last arguments are whatever texts. */
  command(words, args = []) {
    const cluster = this.cluster.address === DEFAULT_ADDRESS ? '' : ` --cluster ${this.cluster.address}`;
    const end = args.some(arg => arg.startsWith('-')) ? ' --' : '';
    return `sss ${words}${cluster}${end}${args.map(arg => ` ${quoted(arg)}`).join('')}`;
  }

  navigated() {
    if (location.hash.length > 1 && !location.hash.startsWith('#/')) {
      location.reload();
      return;
    }
    if (this.session === null) {
      return;
    }
    const route = parse(location.hash);
    const type = pageOf(route.path);
    if (this.page !== null && this.page instanceof type && this.page.stays?.(route)) {
      this.load();
      return;
    }
    this.page?.close?.();
    this.route = route;
    this.page = new type(this, route);
    this.problem = null;
    this.loading = false;
    document.title = `${this.page.title} · SSS`;
    scrollTo(0, 0);
    this.update();
    this.load();
  }

  /** Goes to another address without an entry in the history, such as for what is typed into a filter. */
  replace(hash) {
    history.replaceState(null, '', hash);
    this.navigated();
  }

  happened(kind, event) {
    if (kind === 'job') {
      this.rates.add(event);
    }
    if (kind === 'ready' || kind === 'reset' || this.page?.concerns(kind, event)) {
      this.loadSoon();
    }
  }

  connected(open) {
    this.live = open;
    this.update();
    if (!open) {
      this.checkSession();
    }
  }

  /** The stream does not say why it was closed. */
  async checkSession() {
    try {
      this.session = await api.session();
    } catch (error) {
      this.ended(error);
    }
  }

  ended(error) {
    if (error.status === 401) {
      this.sleep();
      this.session = null;
      this.failure = error;
      this.dialogs.close();
    }
    this.update();
  }

  looked() {
    clearTimeout(this.sleepTimer);
    if (document.hidden) {
      this.sleepTimer = setTimeout(() => this.sleep(), SLEEP_MILLIS);
    } else {
      this.wake();
    }
  }

  /** Pages that nobody looks at have no stream: a browser has few connections to a node for all of its pages. */
  sleep() {
    this.stream?.close();
    this.stream = null;
    this.rates.pause();
  }

  wake() {
    if (this.session !== null && this.stream === null) {
      this.listen();
    }
  }

  loadSoon() {
    if (this.loading) {
      this.again = true;
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), Math.max(0, this.loadedAt + MIN_LOAD_MILLIS - performance.now()));
  }

  async load() {
    clearTimeout(this.timer);
    const page = this.page;
    if (page === null || this.session === null) {
      return;
    }
    this.loading = true;
    this.again = false;
    try {
      await page.load();
      if (page === this.page) {
        this.problem = null;
      }
    } catch (error) {
      if (page === this.page && error.name !== 'AbortError') {
        this.problem = error;
        this.ended(error);
      }
    }
    if (page !== this.page) {
      return;
    }
    this.loading = false;
    this.loadedAt = performance.now();
    this.update();
    this.schedule();
  }

  schedule() {
    if (this.again) {
      this.loadSoon();
    } else if (this.problem !== null) {
      this.timer = setTimeout(() => this.load(), 5000);
    } else if (!document.hidden && this.page.everyMillis() > 0) {
      this.timer = setTimeout(() => this.load(), this.page.everyMillis());
    }
  }

  /** Draws soon, once for all that has changed. */
  update() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  draw() {
    render(this.view(), document.getElementById('app'));
    this.page?.drawn?.();
    performance.mark('sss-drawn');
  }

  view() {
    if (this.session === null) {
      return this.failure === null ? html`<p class="plain" role="status">Connecting…</p>` : closed(this.failure);
    }
    return html`
      <a class="skip" href="#main" @click=${skip}>Skip to content</a>
      <header class="top">
        <a class="brand" href=${link([])}><img src="icon.svg" alt="" width="22" height="22"> SSS</a>
        <nav aria-label="Pages">${NAVIGATION.map(
          ([name, path]) => html`<a href=${link(path)}
          aria-current=${this.page.section === name ? 'page' : nothing}>${name}</a>`,
        )}</nav>
        <div class="who">
          <span class="live ${this.live === false ? 'lost' : ''}" role="status">${
            this.live === false ? 'Reconnecting…' : this.live ? 'Live' : 'Connecting…'
          }</span>
          <span class="dim wide" title="Address of node 0">${this.cluster.address}</span>
          <span class="dim" title="Who this session acts as, and its role">${this.session.principal} ·
            ${this.session.role}</span>
        </div>
      </header>
      <main id="main" tabindex="-1">
        ${this.problem ? problem(this.problem, () => this.load()) : nothing}
        ${this.page.view()}
        ${command(this.page.command())}
      </main>
      ${this.dialogs.view()}`;
  }
}

/** The ticket of an address that is opened again was used, but the session that it has opened may go on. */
async function openOrResume(ticket) {
  try {
    return await api.open(ticket);
  } catch (error) {
    if (error.status !== 401) {
      throw error;
    }
    return api.session();
  }
}

function pageOf(path) {
  if (path[0] === 'workflows') {
    return path.length > 1 ? WorkflowPage : WorkflowsPage;
  }
  if (path[0] === 'groups') {
    return path.length > 1 ? GroupPage : GroupsPage;
  }
  return path[0] === 'help' ? HelpPage : ClusterPage;
}

function skip(event) {
  event.preventDefault();
  document.getElementById('main').focus();
}

function closed(failure) {
  if (failure.status !== 401) {
    return html`<main class="plain">${problem(failure)}</main>`;
  }
  return html`<main class="plain"><h1>No session</h1>
    <p>This browser has no session of this cluster, or it has ended. Run this command, which opens the page:</p>
    <p>${copyable('sss ui')}</p>
    <p class="dim">On a machine without a browser, <code>sss ui --print</code> prints the address. It is valid for 60
      seconds, once.</p></main>`;
}

new App().start();

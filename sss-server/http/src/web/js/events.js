// The stream of events of the cluster.

const WAIT_MILLIS = 5000;

/**
 * Comes back by itself. The browser asks again after a lost connection, from the last event on; but not after an answer
 * that is no stream, such as that of a node that is about to stop.
 */
export class Stream {
  /**
   * @param onEvent  called with (kind, content)
   * @param onState  called with true when the stream is open, false when it is lost
   */
  constructor(url, kinds, onEvent, onState) {
    this.url = url;
    this.kinds = kinds;
    this.onEvent = onEvent;
    this.onState = onState;
    this.open();
  }

  open() {
    this.source = new EventSource(this.url);
    this.source.onopen = () => this.onState(true);
    this.source.onerror = () => this.lost();
    for (const kind of this.kinds) {
      this.source.addEventListener(kind, event => this.onEvent(kind, JSON.parse(event.data)));
    }
  }

  lost() {
    this.onState(false);
    if (this.source.readyState === EventSource.CLOSED) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.open(), WAIT_MILLIS);
    }
  }

  close() {
    clearTimeout(this.timer);
    this.source.close();
  }
}

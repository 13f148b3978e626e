// The clock of node 0, by which all times of the API are, against that of the reader.

const IGNORED_MILLIS = 2000;

let aheadMillis = 0;

/** Called with what node 0 says the time is. */
export function heard(nowMillis) {
  const ahead = nowMillis - Date.now();
  aheadMillis = Math.abs(ahead) < IGNORED_MILLIS ? 0 : ahead;
}

/** A time of node 0 by the clock of the reader. */
export function ofReader(millis) {
  return millis - aheadMillis;
}

// Numbers, sizes, times and ages as people read them.

const NUMBER = new Intl.NumberFormat(undefined, {maximumFractionDigits: 1});
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
const CLOCK = new Intl.DateTimeFormat(undefined, {timeStyle: 'medium'});
const DAY_AND_CLOCK = new Intl.DateTimeFormat(undefined, {dateStyle: 'medium', timeStyle: 'medium'});
const EXACT = new Intl.DateTimeFormat(undefined, {dateStyle: 'full', timeStyle: 'long'});

export function count(number) {
  return number === null || number === undefined ? '–' : NUMBER.format(number);
}

/** Such as `1 task` and `12 tasks`. */
export function counted(number, noun) {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}

export function bytes(number) {
  if (number === null || number === undefined || number < 0) {
    return '–';
  }
  let size = number;
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${unit === 0 ? Math.round(size) : NUMBER.format(size)} ${UNITS[unit]}`;
}

export function percent(part, whole) {
  return whole > 0 ? `${NUMBER.format((100 * part) / whole)} %` : '–';
}

/** Such as `350 ms`, `12.3 s`, `4 min 5 s`. */
export function duration(millis) {
  if (millis === null || millis === undefined || millis < 0) {
    return '–';
  }
  if (millis < 1000) {
    return `${Math.round(millis)} ms`;
  }
  const seconds = millis / 1000;
  if (seconds < 60) {
    return `${NUMBER.format(seconds)} s`;
  }
  const whole = Math.floor(seconds);
  if (whole < 3600) {
    return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  }
  if (whole < 86400) {
    return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  }
  return `${Math.floor(whole / 86400)} d ${Math.floor((whole % 86400) / 3600)} h`;
}

/** Such as `just now`, `5 min ago`. */
export function age(millis, now) {
  const seconds = Math.max(0, Math.floor((now - millis) / 1000));
  if (seconds < 5) {
    return 'just now';
  }
  if (seconds < 60) {
    return `${seconds} s ago`;
  }
  if (seconds < 3600) {
    return `${Math.floor(seconds / 60)} min ago`;
  }
  if (seconds < 86400) {
    return `${Math.floor(seconds / 3600)} h ago`;
  }
  return counted(Math.floor(seconds / 86400), 'day') + ' ago';
}

/** The time of today, or day and time; in the zone of the reader. */
export function time(millis) {
  const at = new Date(millis);
  return (at.toDateString() === new Date().toDateString() ? CLOCK : DAY_AND_CLOCK).format(at);
}

export function exactTime(millis) {
  return EXACT.format(new Date(millis));
}

/** Such as `1.4×`. */
export function times(ratio) {
  return `${NUMBER.format(ratio)}×`;
}

/** An argument of a command of a shell. */
export function quoted(word) {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

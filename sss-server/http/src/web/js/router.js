// Addresses within the page: #/groups/a%20name?prefix=x. A hash without the slash is a ticket.

/** The words of the path and the parameters of a hash. */
export function parse(hash) {
  const [path, query] = hash.replace(/^#\/?/, '').split('?', 2);
  return {
    path: path
      .split('/')
      .filter(word => word !== '')
      .map(decoded),
    params: Object.fromEntries(new URLSearchParams(query ?? '')),
  };
}

function decoded(word) {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

/** The address of a page; parameters that are empty are left out. */
export function link(path, params = {}) {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(given).toString();
  return '#/' + path.map(encodeURIComponent).join('/') + (query === '' ? '' : `?${query}`);
}

/** The ticket of `sss ui` in the address, which it is removed from; or null. */
export function takeTicket() {
  const hash = location.hash;
  if (hash.length < 2 || hash.startsWith('#/')) {
    return null;
  }
  history.replaceState(null, '', location.pathname);
  return hash.substring(1);
}

// Libraries that are loaded only where they are needed.

const loaded = new Map();

/** Runs a script that sets a global variable, once. */
export function script(url) {
  if (!loaded.has(url)) {
    loaded.set(
      url,
      new Promise((done, failed) => {
        const element = document.createElement('script');
        element.src = url;
        element.onload = done;
        element.onerror = () => {
          loaded.delete(url);
          failed(new Error(`${url} could not be loaded`));
        };
        document.head.append(element);
      }),
    );
  }
  return loaded.get(url);
}

/** The page, as far as it says whether anybody can see it. */
export type Page = Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
  readonly hidden: boolean;
};

/**
 * Calls at once, and whenever the page is shown or hidden, with a signal that ends when that changes. Returns how to stop.
 * A browser has only a few connections to a server for all its tabs: those that nobody sees leave them to the others.
 */
export function onView(
  begin: (isShown: boolean, signal: AbortSignal) => void,
  page: Page = document,
): () => void {
  let view = new AbortController();
  const look = () => {
    view.abort();
    view = new AbortController();
    begin(!page.hidden, view.signal);
  };
  page.addEventListener('visibilitychange', look);
  look();
  return () => {
    page.removeEventListener('visibilitychange', look);
    view.abort();
  };
}

/** Waits, at most until the signal ends. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

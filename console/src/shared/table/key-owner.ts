let clicked: HTMLElement | null = null;

/** Gives the keys of the screen to the table in which a row was clicked. */
export function takeKeys(frame: HTMLElement | null): void {
  clicked = frame;
}

/** A screen can have several tables: keys move in the first, or in the one last clicked, unless a dialog is open. */
export function hasKeys(frame: HTMLElement | null): boolean {
  if (document.querySelector('[role="dialog"]') !== null) return false;
  const owner = clicked?.isConnected === true ? clicked : document.querySelector('[data-table]');
  return frame !== null && owner === frame;
}

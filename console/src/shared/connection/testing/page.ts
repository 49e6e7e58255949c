/** What a browser says about a tab. */
export const newPage = (hidden = false) => Object.assign(new EventTarget(), { hidden });

export function setHidden(page: ReturnType<typeof newPage>, hidden: boolean): void {
  page.hidden = hidden;
  page.dispatchEvent(new Event('visibilitychange'));
}

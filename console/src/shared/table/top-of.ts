/** Where rows begin on the page. In a dialog, which the page does not scroll, they begin at what is seen of it. */
export function topOf(rows: HTMLElement | null): number {
  if (rows === null) return 0;
  return rows.closest('[role=dialog]') === null ? rows.getBoundingClientRect().top + scrollY : scrollY;
}

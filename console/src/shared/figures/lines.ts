/** How the lines of a chart look, by their place: each differs by colour and by dashes. */
export const LINES: readonly { readonly colour: string; readonly dash: readonly number[] }[] = [
  { colour: '--quaestor-buy', dash: [] },
  { colour: '--quaestor-warn', dash: [6, 4] },
  { colour: '--quaestor-blue', dash: [2, 3] },
  { colour: '--mantine-color-text', dash: [10, 3, 2, 3] },
  { colour: '--quaestor-idle', dash: [1, 5] },
];

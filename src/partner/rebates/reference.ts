/** The reference under which the rebates of a run are reserved and posted. */
export const referenceOf = (groupId: number, periodStart: string): string =>
  `rebate:${groupId}:${periodStart}`;

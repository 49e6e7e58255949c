/** Under which a run's rebates are reserved and posted. */
export const referenceOf = (groupId: number, periodStart: string): string =>
  `rebate:${groupId}:${periodStart}`;

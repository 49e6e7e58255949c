/** Whole numbers below a limit, the same for the same seed. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = ((seed >>> 0) % 2_147_483_646) + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

export { advanceConversion, laneOf } from './advance.ts';
export { change, eventsOf, saveChange } from './change.ts';
export { movedIn, type Kept } from './kept.ts';
export { resolveOrder } from './resolve.ts';
export { stepping } from './step.ts';
export { TIMING, type Timing } from './timing.ts';

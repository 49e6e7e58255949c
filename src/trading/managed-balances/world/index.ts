export { CAP_WINDOW_MS, placesOf, readKnown, readPlaces, type Faults } from './read.ts';
export { sumMoved } from './store.ts';

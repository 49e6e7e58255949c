export { ViewPanel } from './lazy-panel.ts';
export { CHART, COLUMNS, COMPARE, isCompared, leftOut, PREVIOUS, savedOf, searchOf } from './saved.ts';

export { Decision } from './decision.tsx';
export { chosenStatus, isFiltered, StatusFilter } from './status-filter.tsx';

export { Actions } from './actions.tsx';
export { askNow, findOutage, noteAnswer } from './connection.ts';
export { OutageBanner } from './outage.tsx';

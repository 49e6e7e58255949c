export { Actions } from './actions.tsx';
export { askNow, findOutage, noteAnswer } from './connection.ts';
export { onView, pause, type Page } from './on-view.ts';
export { OutageBanner } from './outage.tsx';

export { defineEvent, event, type Event, type EventDefinition } from './define.ts';
export { insertEvents } from './store.ts';

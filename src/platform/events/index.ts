export { defineEvent, event, messageOf, type Event, type EventDefinition } from './define.ts';
export { insertEvents } from './store.ts';

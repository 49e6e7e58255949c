export { Approved, membersOf } from './approved.tsx';
export { Desk } from './desk.tsx';
export { createDesk } from './create-desk.tsx';
export type { Screen } from './screen.ts';

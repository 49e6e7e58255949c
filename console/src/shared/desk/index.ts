export { Approved, membersOf } from './approved.tsx';
export { Desk } from './desk.tsx';
export { guarded, missing, root, routing, security, visitorScreens } from './routes.ts';

export { Approved, membersOf } from './approved.tsx';
export { SignedInFrame } from './signed-in-frame.tsx';
export { guarded, missing, root, routing, security, visitorScreens } from './routes.ts';

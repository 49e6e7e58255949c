export { Approved, Recorded } from './approved.tsx';
export { linesOf, type Steps, type Values } from './describe-step.ts';
export { SignedInFrame } from './signed-in-frame.tsx';
export { address, guarded, missing, root, routing, security, visitorScreens } from './routes.ts';

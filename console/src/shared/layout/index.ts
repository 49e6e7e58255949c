export { Brand } from './brand.tsx';
export { nonce } from './nonce.ts';
export { SchemeSwitch } from './scheme-switch.tsx';
export type { NavItem, NavSection } from './nav.ts';
export { Shell } from './shell.tsx';
export { start } from './start.tsx';

export { ButtonLink, TextLink } from './links.tsx';
export type { Path, Place } from './place.ts';

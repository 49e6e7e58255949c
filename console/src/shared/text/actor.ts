import { texts } from './texts.ts';

/** `person:ada` → `ada`, `client:bot` → `bot (program)`, `system:…` → `Quaestor` */
export function nameOf(actor: string): string {
  const at = actor.indexOf(':');
  const [kind, id] = [actor.slice(0, at), actor.slice(at + 1)];
  if (kind === 'client') return texts.actors.program(id);
  if (kind === 'system') return texts.actors.system;
  return id;
}

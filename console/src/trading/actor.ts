/** `person:ada` → `ada`, `client:bot` → `bot (program)`, `system:…` → `Quaestor` */
export function nameOf(actor: string): string {
  const at = actor.indexOf(':');
  const [kind, id] = [actor.slice(0, at), actor.slice(at + 1)];
  if (kind === 'client') return `${id} (program)`;
  if (kind === 'system') return 'Quaestor';
  return id;
}

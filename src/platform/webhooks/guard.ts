import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is on the public internet, and not on this machine, its network or a reserved one. */
export function isPublic(address: string): boolean {
  // An IPv6 address with a zone is link-local.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6));
}

import ipaddr from 'ipaddr.js';

const NETWORK_BITS = 64;

/**
 * Returns what counts as one caller: an IPv4 address, or the /64 network of an IPv6 address, because one host can use
 * every address of its network.
 */
export function sourceOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4'
    ? address.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${NETWORK_BITS}`).toString()}/${NETWORK_BITS}`;
}

import { isIP } from 'node:net'

/**
 * Returns the network of an address for counting. A home, an office or a server has a whole IPv6 /64, and IPv4
 * neighbors are grouped by /24. All invalid addresses share one network.
 */
export function networkOf(ip: string): string {
  const [bare = ''] = ip.trim().toLowerCase().split('%')
  const kind = isIP(bare)
  if (kind === 4) return networkOfIPv4(bare)
  if (kind !== 6) return 'unknown'
  const groups = expand(bare)
  // On a dual-stack socket, the address of an IPv4 visitor is mapped into an IPv6 address.
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return networkOfIPv4(groups.slice(6).flatMap(toBytes).join('.'))
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

function networkOfIPv4(ip: string): string {
  return `${ip.split('.').slice(0, 3).join('.')}.0/24`
}

/** Returns the eight groups of an IPv6 address. */
function expand(ip: string): number[] {
  const [head = [], tail] = ip.split('::').map(readGroups)
  if (!tail) return head
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
}

function readGroups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

function toBytes(group: number): number[] {
  return [group >> 8, group & 255]
}

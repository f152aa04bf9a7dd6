const mappedIpv4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

const groupsOf = (text: string) => (text === '' ? [] : text.split(':'))

/**
 * Returns the network that attempts are counted by: the IP address itself for IPv4, and the /64 prefix for IPv6. A text
 * that is no IP address is returned as it is. IPv4 within IPv6 counts as IPv4.
 *
 * One household or server usually has a whole /64 and can change address within it freely.
 */
export function toNetwork(address: string): string {
  const v4 = mappedIpv4.exec(address)?.[1]
  if (v4) return v4
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const network = [...before, ...zeros, ...after].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

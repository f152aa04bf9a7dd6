const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

const groupsOf = (text: string) => (text === '' ? [] : text.split(':'))

/**
 * The network that an address is counted by: an IPv4 address itself, and of an IPv6 address the /64, which one household or one
 * server has to itself and can change its address within as often as it likes.
 */
export function networkOf(address: string): string {
  const v4 = mapped.exec(address)?.[1]
  if (v4) return v4
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const network = [...before, ...zeros, ...after].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

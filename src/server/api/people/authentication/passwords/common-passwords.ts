import { BloomFilter } from 'bloomfilter'

let filter: BloomFilter | null = null

/**
 * Tells whether a text is among the most common or breached passwords. The filter is read when the isolate first needs it; it says
 * yes of about one text in 10,000 that is not on the list, and never no of one that is.
 */
export async function loadCommonPasswords(): Promise<(form: string) => boolean> {
  if (!filter) {
    const { bits, hashes } = await import('virtual:common-passwords')
    const bytes = Uint8Array.from(Buffer.from(bits, 'base64'))
    filter = new BloomFilter(new Uint32Array(bytes.buffer), hashes)
  }
  const loaded = filter
  return (form) => loaded.test(form)
}

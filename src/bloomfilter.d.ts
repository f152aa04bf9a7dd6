/** The package brings no types of its own; these are of the parts that the portal uses. */
declare module 'bloomfilter' {
  export class BloomFilter {
    /** @param buckets 32 bits each. @param k Hashes of a text. */
    constructor(buckets: Uint32Array, k: number)
    static withTargetError(size: number, error: number): BloomFilter
    readonly buckets: Uint32Array<ArrayBuffer>
    readonly k: number
    add(text: string): void
    test(text: string): boolean
  }
}

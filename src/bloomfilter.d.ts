/** Types of the parts of this untyped package that the portal uses. */
declare module 'bloomfilter' {
  export class BloomFilter {
    /** @param buckets 32 bits each. @param k Number of hashes for each text. */
    constructor(buckets: Uint32Array, k: number)
    static withTargetError(size: number, error: number): BloomFilter
    readonly buckets: Uint32Array<ArrayBuffer>
    readonly k: number
    add(text: string): void
    test(text: string): boolean
  }
}

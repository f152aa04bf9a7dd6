/** The scripts of src/content, bundled by tools/content-scripts.ts. */
declare module 'virtual:content-scripts' {
  export const scripts: Record<string, { version: string; load: () => Promise<{ code: string }> }>
}

/**
 * The Bloom filter of common passwords from tools/common-passwords.ts: its bits in Base64, and the number of hashes of
 * a text.
 */
declare module 'virtual:common-passwords' {
  export const bits: string
  export const hashes: number
}

/** The names of the migrations in their order, from tools/migration-names.ts. */
declare module 'virtual:migrations' {
  export const migrationNames: readonly string[]
}

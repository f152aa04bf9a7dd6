/** The scripts of src/content as tools/content-scripts.ts bundles them. */
declare module 'virtual:content-scripts' {
  export const scripts: Record<string, { version: string; load: () => Promise<{ code: string }> }>
}

/** The filter that tools/common-passwords.ts makes: its bits as base64, and how many hashes each text has. */
declare module 'virtual:common-passwords' {
  export const bits: string
  export const hashes: number
}

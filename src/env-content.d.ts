/** The scripts of src/content as tools/content-scripts.ts bundles them. */
declare module 'virtual:content-scripts' {
  export const scripts: Record<string, { version: string; load: () => Promise<{ code: string }> }>
}

import 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    /** Comes alive when it is about to be used: src/islands/press.ts. */
    'client:press'?: boolean | 'idle'
  }
}

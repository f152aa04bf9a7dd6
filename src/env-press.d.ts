import 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    /** Comes alive when it is about to be used, or at once, and loses no press before that: src/islands/press.ts. */
    'client:press'?: boolean | 'idle' | 'now'
  }
}

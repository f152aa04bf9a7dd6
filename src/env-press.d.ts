import 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    /**
     * Hydrates when a pointer or the focus arrives, when the browser is idle, or with the page: src/islands/hydration.
     */
    'client:press'?: boolean | 'idle' | 'now'
  }
}

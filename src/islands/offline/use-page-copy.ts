import type { ReadableAtom } from 'nanostores'
import { useEffect } from 'react'
import { registerWorker, storeCopy } from './store-copy.ts'

/**
 * Registers the page's service worker and keeps a copy of the page for use without a connection, updated three seconds
 * after `$shown` changes. Browsers without service workers keep none.
 */
export function usePageCopy<Value>($shown: ReadableAtom<Value>): void {
  useEffect(() => {
    // Browsers without storage show the page only with a connection.
    registerWorker().catch((error: unknown) => console.warn('keep', error))
    return $shown.listen(storeCopy)
  }, [$shown])
}

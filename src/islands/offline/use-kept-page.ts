import type { ReadableAtom } from 'nanostores'
import { useEffect } from 'react'
import { keepPage, startKeeping } from './keep-page.ts'

/** Keeps a copy of the page for use without a connection, updated when its content changes. */
export function useKeptPage<Value>($shown: ReadableAtom<Value>): void {
  useEffect(() => {
    // Browsers without storage show the page only with a connection.
    startKeeping().catch((error: unknown) => console.warn('keep', error))
    return $shown.listen(keepPage)
  }, [$shown])
}

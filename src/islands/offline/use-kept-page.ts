import type { ReadableAtom } from 'nanostores'
import { useEffect } from 'react'
import { keepPage, startKeeping } from './keep-page.ts'

/** The page can be opened again without a line, and its copy follows what it shows. */
export function useKeptPage<Value>($shown: ReadableAtom<Value>): void {
  useEffect(() => {
    // A browser that keeps nothing shows the page as long as there is a line.
    startKeeping().catch((error: unknown) => console.warn('keep', error))
    return $shown.listen(keepPage)
  }, [$shown])
}

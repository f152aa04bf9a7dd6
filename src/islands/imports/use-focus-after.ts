import { useEffect, useRef } from 'react'

/**
 * Moves the focus when the rows of a preview are loaded again: to the first row that can be corrected, those with
 * errors being first, or to the heading with the id `preview`. `loaded` is another object after each load; the first
 * one moves nothing.
 */
export function useFocusAfter(loaded: unknown): void {
  const before = useRef(loaded)
  useEffect(() => {
    if (before.current === loaded) return
    before.current = loaded
    const next = document.querySelector<HTMLElement>('[data-edit-row]') ?? document.getElementById('preview')
    next?.focus()
  }, [loaded])
}

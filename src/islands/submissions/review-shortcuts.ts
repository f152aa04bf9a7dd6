import { useEffect, useRef } from 'react'

/** Shortcuts with Alt, so that typed or dictated letters decide nothing. */
export const reviewShortcuts = {
  approve: { code: 'KeyG', label: 'Alt+G' },
  return: { code: 'KeyK', label: 'Alt+K' },
  reject: { code: 'KeyU', label: 'Alt+U' },
  next: { code: 'KeyN', label: 'Alt+N' },
  previous: { code: 'KeyP', label: 'Alt+P' },
  undo: { code: 'KeyZ', label: 'Alt+Z' },
} as const

type Key = keyof typeof reviewShortcuts

/**
 * Listens for the shortcuts of `reviewShortcuts` (Alt with a letter) while the component is mounted, always with the
 * latest `actions`. One without an action is left to the browser; all are off while a dialog is open.
 */
export function useReviewShortcuts(actions: Partial<Record<Key, () => void>>): void {
  const latestActions = useRef(actions)
  latestActions.current = actions
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return
      const key = (Object.keys(reviewShortcuts) as Key[]).find((one) => reviewShortcuts[one].code === event.code)
      const action = key && latestActions.current[key]
      if (!action) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

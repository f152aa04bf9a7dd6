import { useEffect, useRef } from 'react'

/** With Alt, so that no letter that somebody types or dictates decides anything. */
export const keys = {
  approve: { code: 'KeyG', label: 'Alt+G' },
  return: { code: 'KeyK', label: 'Alt+K' },
  reject: { code: 'KeyU', label: 'Alt+U' },
  next: { code: 'KeyN', label: 'Alt+N' },
  previous: { code: 'KeyP', label: 'Alt+P' },
} as const

type Key = keyof typeof keys

/** Listens while the part is on the page; a dialog that is open has the keyboard to itself. */
export function useKeys(actions: Partial<Record<Key, () => void>>): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return
      const key = (Object.keys(keys) as Key[]).find((one) => keys[one].code === event.code)
      const action = key && latest.current[key]
      if (!action) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

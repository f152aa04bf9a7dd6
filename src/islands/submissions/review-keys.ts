import { useEffect, useRef } from 'react'

/** Shortcuts with Alt, so that typed or dictated letters decide nothing. */
export const keys = {
  approve: { code: 'KeyG', label: 'Alt+G' },
  return: { code: 'KeyK', label: 'Alt+K' },
  reject: { code: 'KeyU', label: 'Alt+U' },
  next: { code: 'KeyN', label: 'Alt+N' },
  previous: { code: 'KeyP', label: 'Alt+P' },
} as const

type Key = keyof typeof keys

/** Listens for the shortcuts while the component is mounted; they are off while a dialog is open. */
export function useKeys(actions: Partial<Record<Key, () => void>>): void {
  const latestActions = useRef(actions)
  latestActions.current = actions
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return
      const key = (Object.keys(keys) as Key[]).find((one) => keys[one].code === event.code)
      const action = key && latestActions.current[key]
      if (!action) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

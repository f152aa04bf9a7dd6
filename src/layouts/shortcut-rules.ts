/** Action that a key asks for. */
export type Shortcut =
  | { kind: 'palette' | 'sheet' | 'go-next' | 'row-next' | 'row-previous' | 'row-select' | 'row-peek' }
  | { kind: 'go'; key: string }

/** A pressed key with the state of the page. */
export interface Press {
  key: string
  /** Ctrl or, on a Mac, ⌘. */
  hasCommand: boolean
  hasAlt: boolean
  /** The key is typed into a field, or belongs to an open list of choices. */
  isTyping: boolean
  /** A modal dialog is open above the page. */
  hasDialog: boolean
  /** Whether shortcuts of a single key are on. */
  isOn: boolean
  /** `g` was pressed just before. */
  isAfterGo: boolean
}

const single: Partial<Record<string, Shortcut>> = {
  '/': { kind: 'palette' },
  '?': { kind: 'sheet' },
  g: { kind: 'go-next' },
  j: { kind: 'row-next' },
  k: { kind: 'row-previous' },
  x: { kind: 'row-select' },
  p: { kind: 'row-peek' },
}

/**
 * Returns the action of a key; null when the key belongs to the page, and while a dialog is open. `/` opens the
 * palette, `?` the list of shortcuts, `j` and `k` move in a list, `x` ticks its row, `p` shows it beside the list.
 * After `g` any letter is an action `go`, whether or not a page has it. Only Ctrl or ⌘ with K, the palette, acts while
 * typing or with the single keys off.
 */
export function findShortcut(press: Press): Shortcut | null {
  const { key, hasCommand, hasAlt, isTyping, hasDialog, isOn, isAfterGo } = press
  if (hasCommand) return key.toLowerCase() === 'k' && !hasAlt && !hasDialog ? { kind: 'palette' } : null
  if (!isOn || hasAlt || isTyping || hasDialog) return null
  if (isAfterGo && /^[a-z]$/i.test(key)) return { kind: 'go', key: key.toLowerCase() }
  return single[key] ?? null
}

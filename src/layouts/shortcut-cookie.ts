/** Name of the cookie that turns the shortcuts of a single key off. */
export const shortcutCookie = 'shortcuts'

const states = ['on', 'off'] as const
export type ShortcutState = (typeof states)[number]

/** Returns the state that a cookie or a button names; on for anything else. */
export const parseShortcutState = (value: unknown): ShortcutState => states.find((state) => state === value) ?? 'on'

/** Reads whether the shortcuts of a single key are on. */
export const readShortcutState = (cookies: { get: (name: string) => { value: string } | undefined }): ShortcutState =>
  parseShortcutState(cookies.get(shortcutCookie)?.value)

/** Name of the cookie that turns the single-key shortcuts off. */
export const shortcutCookie = 'shortcuts'

const states = ['on', 'off'] as const
export type ShortcutState = (typeof states)[number]

/** Returns the state that a cookie or a button names; on for anything else. */
export const parseShortcutState = (value: unknown): ShortcutState => states.find((state) => state === value) ?? 'on'

/** Reads from a cookie whether the single-key shortcuts are on, which they are without the cookie. */
export const readShortcutState = (cookies: { get: (name: string) => { value: string } | undefined }): ShortcutState =>
  parseShortcutState(cookies.get(shortcutCookie)?.value)

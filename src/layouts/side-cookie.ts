/** Name of the cookie that remembers whether the side navigation is folded. */
export const sideCookie = 'sideNavigation'

const states = ['folded', 'open'] as const
export type SideState = (typeof states)[number]

/** Returns the state that a cookie or a button names; undefined for anything else. */
export const parseSideState = (value: unknown): SideState | undefined => states.find((state) => state === value)

/** Returns the state that the person has chosen; undefined without a choice, when the width of the window decides. */
export const readSideState = (cookies: { get: (name: string) => { value: string } | undefined }) =>
  parseSideState(cookies.get(sideCookie)?.value)

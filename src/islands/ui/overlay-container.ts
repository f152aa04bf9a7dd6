import { createContext, useContext } from 'react'

/**
 * The enclosing modal dialog or panel. Popovers must open inside it: everything behind an open dialog is inert, and a
 * press outside of a panel closes it.
 *
 * Its owner keeps the element in state, set by a ref callback, so that a list which opens at once already has it. React
 * Aria hides a list from screen readers when it moves to another element after it has opened.
 */
export const OverlayContainer = createContext<Element | null>(null)

/** Returns the prop by which a popover of React Aria opens inside the enclosing dialog; no prop outside of dialogs. */
export function useOverlayContainer(): { UNSTABLE_portalContainer?: Element } {
  const container = useContext(OverlayContainer)
  return container ? { UNSTABLE_portalContainer: container } : {}
}

/**
 * Whether the enclosing dialog is about to focus its first field; a list or calendar that opens on focus would hide the
 * rest.
 */
export const IsOpening = createContext(false)

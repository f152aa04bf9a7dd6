import { createContext, type RefObject, useContext, useEffect, useState } from 'react'

/**
 * The enclosing modal dialog or panel. Popovers must open inside it: everything behind an open dialog is inert, and a
 * press outside of a panel closes it.
 */
export const OverlayContainer = createContext<RefObject<Element | null> | null>(null)

/**
 * Returns the prop by which a popover of React Aria opens inside the enclosing dialog; no prop outside dialogs and at
 * the first render.
 */
export function useOverlayContainer(): { UNSTABLE_portalContainer?: Element } {
  const dialog = useContext(OverlayContainer)
  const [container, setContainer] = useState<Element | null>(null)
  useEffect(() => setContainer(dialog?.current ?? null), [dialog])
  return container ? { UNSTABLE_portalContainer: container } : {}
}

/**
 * Whether the enclosing dialog is about to focus its first field; a list or calendar that opens on focus would hide the
 * rest.
 */
export const IsOpening = createContext(false)

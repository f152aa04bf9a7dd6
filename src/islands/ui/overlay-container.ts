import { createContext, type RefObject, useContext, useEffect, useState } from 'react'

/**
 * The modal dialog that a part stands in. What a part opens has to open inside it: all else lies behind the dialog and
 * takes no touch while it is open.
 */
export const OverlayContainer = createContext<RefObject<Element | null> | null>(null)

export function useOverlayContainer(): { UNSTABLE_portalContainer?: Element } {
  const around = useContext(OverlayContainer)
  const [container, setContainer] = useState<Element | null>(null)
  useEffect(() => setContainer(around?.current ?? null), [around])
  return container ? { UNSTABLE_portalContainer: container } : {}
}

/** Whether the dialog around is about to give its first field the focus: a list or a calendar would hide the rest of it. */
export const IsOpening = createContext(false)

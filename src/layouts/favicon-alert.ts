const alternateEveryMs = 500

/** The parts of the browser tab that the alert uses. */
export interface BrowserTab {
  isHidden: () => boolean
  prefersStillness: () => boolean
  show: (icon: 'plain' | 'alert') => void
}

/**
 * Creates the alert: the tab's icon alternates each half second while notices are unread and the tab is hidden, and is
 * plain again after that. It stays still for people who prefer reduced motion. `setUnread` changes the count, 0 at
 * first; the caller runs `update` when the tab is hidden or shown.
 */
export function createFaviconAlert(tab: BrowserTab) {
  let unread = 0
  let timer: ReturnType<typeof setInterval> | undefined
  let isAlert = false
  const alternate = () => {
    isAlert = !isAlert
    tab.show(isAlert ? 'alert' : 'plain')
  }
  const stop = () => {
    clearInterval(timer)
    timer = undefined
    isAlert = false
    tab.show('plain')
  }
  const update = () => {
    const isWanted = unread > 0 && tab.isHidden() && !tab.prefersStillness()
    if (isWanted && timer === undefined) timer = setInterval(alternate, alternateEveryMs)
    if (!isWanted && timer !== undefined) stop()
  }
  const setUnread = (count: number) => {
    unread = count
    update()
  }
  return { update, setUnread }
}

import { completionsPath } from '#api/courses/xapi/rules.ts'

/** What a player hears: the line has opened, something has been told over it, it has broken. */
export type News = 'open' | 'told' | 'broken'

export interface Line {
  isOpen: () => boolean
  /** Has the other end say that it is still there; a line that keeps silent is taken for broken. */
  check: () => void
  close: () => void
}

/** As much of a WebSocket as is used. */
export type Socket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>

const silenceMilliseconds = 5000
const firstPauseMilliseconds = 1000
const longestPauseMilliseconds = 60_000

/** Not all at once: what has put down everybody's lines would else be called by everybody in the same second. */
const pauseAfter = (failures: number) =>
  Math.min(longestPauseMilliseconds, firstPauseMilliseconds * 2 ** failures) * (0.5 + Math.random() / 2)

const dialPortal = (): Socket => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api${completionsPath}`)

/** Where the browser allows none, the silence counts as a refusal. */
function dialed(dial: () => Socket): Socket | null {
  try {
    return dial()
  } catch {
    return null
  }
}

/** Whether anybody is looking: a page that is hidden, or kept for going back to, has no line. */
const isShown = () => document.visibilityState === 'visible'

/**
 * Keeps a line to the portal open while the page is looked at. One that breaks, or is refused, is tried again, less and less often; until
 * then nothing is heard, and nothing has to be.
 */
export function openPlayerSocket(hear: (news: News) => void, dial: () => Socket = dialPortal): Line {
  let socket: Socket | null = null
  let isOpen = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Lets go of the line, if there is one; what it says from now on is not heard. */
  const drop = () => {
    clearTimeout(timer)
    const [dropped, wasOpen] = [socket, isOpen]
    socket = null
    isOpen = false
    if (!dropped) return
    dropped.onopen = dropped.onmessage = dropped.onclose = null
    dropped.close()
    if (wasOpen) hear('broken')
  }

  const lost = () => {
    drop()
    timer = setTimeout(call, pauseAfter(failures))
    failures += 1
  }

  const expectWord = () => {
    clearTimeout(timer)
    timer = setTimeout(lost, silenceMilliseconds)
  }

  function call() {
    drop()
    expectWord()
    const called = dialed(dial)
    if (!called) return
    socket = called
    called.onopen = () => {
      clearTimeout(timer)
      isOpen = true
      hear('open')
    }
    called.onmessage = ({ data }) => {
      clearTimeout(timer)
      // Only a line over which something has come counts as one that works: else one that is closed as soon as it opens would be dialed each second.
      failures = 0
      if (data === 'ask') hear('told')
    }
    called.onclose = lost
  }

  const follow = () => {
    failures = 0
    if (isShown() && navigator.onLine) call()
    else drop()
  }

  const listening = new AbortController()
  const { signal } = listening
  document.addEventListener('visibilitychange', follow, { signal })
  addEventListener('online', follow, { signal })
  addEventListener('offline', follow, { signal })
  // A page with an open line is not kept for going back to.
  addEventListener('pagehide', drop, { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && follow(), { signal })
  follow()

  return {
    isOpen: () => isOpen,
    check() {
      if (!socket || !isOpen) return
      expectWord()
      socket.send('ping')
    },
    close() {
      listening.abort()
      drop()
    },
  }
}

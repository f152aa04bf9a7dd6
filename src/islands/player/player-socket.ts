import { completionsPath } from '#api/courses/xapi/rules.ts'

/** Event of a player's WebSocket: opened, message received, or closed. */
export type SocketEvent = 'open' | 'message' | 'closed'

export interface PlayerSocket {
  isOpen: () => boolean
  /** Sends a ping; without an answer in time the connection is closed and retried. */
  check: () => void
  close: () => void
}

/** Methods of a WebSocket that are used. */
export type Socket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>

const silenceMilliseconds = 5000
const firstPauseMilliseconds = 1000
const longestPauseMilliseconds = 60_000

/** Returns the wait before the next attempt, with jitter, so that clients do not reconnect in the same second. */
const backoff = (failures: number) =>
  Math.min(longestPauseMilliseconds, firstPauseMilliseconds * 2 ** failures) * (0.5 + Math.random() / 2)

const connectToPortal = (): Socket => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api${completionsPath}`)

/** Returns null where the browser refuses WebSockets; the timeout then counts as a failure. */
function tryConnect(connect: () => Socket): Socket | null {
  try {
    return connect()
  } catch {
    return null
  }
}

/** Whether the page is visible; hidden and cached pages have no connection. */
const isShown = () => document.visibilityState === 'visible'

/**
 * Opens a WebSocket for completions while the page is visible and online. After a failure it retries with exponential
 * backoff, from about one second to at most 60; polling continues without it. `onEvent` receives `open`, `closed`, and
 * `message` only when the server asks for a poll. `check` pings an open connection, which is closed and retried after
 * five seconds without an answer. `close` ends it for good, and `isOpen` returns whether it is open now.
 */
export function openPlayerSocket(
  onEvent: (news: SocketEvent) => void,
  connect: () => Socket = connectToPortal,
): PlayerSocket {
  let socket: Socket | null = null
  let isOpen = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Closes the connection and ignores its later events. */
  const disconnect = () => {
    clearTimeout(timer)
    const [previous, wasOpen] = [socket, isOpen]
    socket = null
    isOpen = false
    if (!previous) return
    previous.onopen = previous.onmessage = previous.onclose = null
    previous.close()
    if (wasOpen) onEvent('closed')
  }

  const retryLater = () => {
    disconnect()
    timer = setTimeout(reconnect, backoff(failures))
    failures += 1
  }

  const startTimeout = () => {
    clearTimeout(timer)
    timer = setTimeout(retryLater, silenceMilliseconds)
  }

  function reconnect() {
    disconnect()
    startTimeout()
    const next = tryConnect(connect)
    if (!next) return
    socket = next
    next.onopen = () => {
      clearTimeout(timer)
      isOpen = true
      onEvent('open')
    }
    next.onmessage = ({ data }) => {
      clearTimeout(timer)
      // Only a connection with a message counts as working; one that is closed as soon as it opens would otherwise be
      // retried each second.
      failures = 0
      if (data === 'ask') onEvent('message')
    }
    next.onclose = retryLater
  }

  const update = () => {
    failures = 0
    if (isShown() && navigator.onLine) reconnect()
    else disconnect()
  }

  const listening = new AbortController()
  const { signal } = listening
  document.addEventListener('visibilitychange', update, { signal })
  addEventListener('online', update, { signal })
  addEventListener('offline', update, { signal })
  // Browsers do not cache a page with an open connection.
  addEventListener('pagehide', disconnect, { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && update(), { signal })
  update()

  return {
    isOpen: () => isOpen,
    check() {
      if (!socket || !isOpen) return
      startTimeout()
      socket.send('ping')
    },
    close() {
      listening.abort()
      disconnect()
    },
  }
}

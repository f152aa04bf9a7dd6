import { pollMilliseconds, pollUntil } from '../client/poll.ts'
import { openPlayerSocket, type PlayerSocket, type SocketEvent } from './player-socket.ts'

/** Interval of pings on an open connection. */
const checkMilliseconds = 30_000

/** Polls after a message, since the database replica that answers may lag behind. */
const pollsAfterMessage = 3

/** State of the wait for the next poll. */
interface PollWait {
  socket: PlayerSocket
  /** Pause between polls while the connection is open; never less than `pollMilliseconds`. */
  openMilliseconds: number
  /** When the last ping was sent, or the connection opened. */
  checkedAt: number
  /** Whether something was received since the last poll. */
  isDue: boolean
  /** Remaining polls at the normal pace after a message. */
  fastPolls: number
  /** Computes the remaining wait again. */
  reconsider: () => void
}

const pauseOf = ({ socket: line, fastPolls: soon, openMilliseconds }: PollWait) =>
  line.isOpen() && soon === 0 ? openMilliseconds : pollMilliseconds

function checkLine(state: PollWait): void {
  if (!state.socket.isOpen() || Date.now() - state.checkedAt < checkMilliseconds) return
  state.checkedAt = Date.now()
  state.socket.check()
}

function waitForNextPoll(state: PollWait, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      clearTimeout(timer)
      state.reconsider = () => undefined
      signal.removeEventListener('abort', end)
      resolve()
    }
    const last = () => {
      checkLine(state)
      state.fastPolls = Math.max(0, state.fastPolls - 1)
      end()
    }
    state.reconsider = () => {
      clearTimeout(timer)
      if (state.isDue) end()
      else timer = setTimeout(last, pauseOf(state))
      state.isDue = false
    }
    signal.addEventListener('abort', end, { once: true })
    state.reconsider()
  })
}

/**
 * Polls by `ask` until the part is completed, and returns true; false when the signal aborts. It polls at once after a
 * message of the WebSocket, every `pollSeconds` while that is silent, and every two seconds without one. An error that
 * `isFatal` selects is thrown; after any other it polls again.
 */
export async function untilCompleted(
  ask: () => Promise<boolean>,
  signal: AbortSignal,
  isFatal: (error: unknown) => boolean,
  pollSeconds: number,
  open: (hear: (news: SocketEvent) => void) => PlayerSocket = openPlayerSocket,
): Promise<boolean> {
  if (signal.aborted) return false
  const onEvent = (news: SocketEvent) => {
    if (news !== 'closed') state.isDue = true
    if (news === 'open') state.checkedAt = Date.now()
    if (news === 'message') state.fastPolls = pollsAfterMessage
    state.reconsider()
  }
  const silent: PlayerSocket = { isOpen: () => false, check: () => undefined, close: () => undefined }
  const openMilliseconds = Math.max(pollMilliseconds, pollSeconds * 1000)
  const checkedAt = Date.now()
  const state: PollWait = {
    socket: silent,
    openMilliseconds,
    checkedAt,
    isDue: false,
    fastPolls: 0,
    reconsider: () => undefined,
  }
  state.socket = open(onEvent)
  signal.addEventListener('abort', state.socket.close, { once: true })
  try {
    return await pollUntil(ask, signal, isFatal, () => waitForNextPoll(state, signal))
  } finally {
    state.socket.close()
  }
}

import { type Line, type News, openPlayerSocket } from './line.ts'
import { pollMilliseconds, pollUntil } from './poll.ts'

/** An open line has to answer that it is still there this often. */
const checkMilliseconds = 30_000

/** The copy of the database that is asked may be a moment behind the one that was written to. */
const asksAfterWord = 3

/** When the next question is due. */
interface Rest {
  line: Line
  /** Between two questions while the line is open; never less than the poll's own pace. */
  openMilliseconds: number
  /** When the line was checked, or opened. */
  checkedAt: number
  /** Something was heard since the last question. */
  isDue: boolean
  /** Questions left at the poll's own pace, after a word. */
  soon: number
  /** Looks again at how long to rest. */
  reconsider: () => void
}

const waitOf = ({ line, soon, openMilliseconds }: Rest) =>
  line.isOpen() && soon === 0 ? openMilliseconds : pollMilliseconds

function checkLine(state: Rest): void {
  if (!state.line.isOpen() || Date.now() - state.checkedAt < checkMilliseconds) return
  state.checkedAt = Date.now()
  state.line.check()
}

function restBy(state: Rest, signal: AbortSignal): Promise<void> {
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
      state.soon = Math.max(0, state.soon - 1)
      end()
    }
    state.reconsider = () => {
      clearTimeout(timer)
      if (state.isDue) end()
      else timer = setTimeout(last, waitOf(state))
      state.isDue = false
    }
    signal.addEventListener('abort', end, { once: true })
    state.reconsider()
  })
}

/**
 * Asks whether it is completed until it is, or the signal aborts: at once when the portal says over a line that it is worth asking, every
 * `pollSeconds` while the line is silent, and every two seconds while there is none.
 */
export async function untilCompleted(
  ask: () => Promise<boolean>,
  signal: AbortSignal,
  isFatal: (error: unknown) => boolean,
  pollSeconds: number,
  open: (hear: (news: News) => void) => Line = openPlayerSocket,
): Promise<boolean> {
  if (signal.aborted) return false
  const hear = (news: News) => {
    if (news !== 'broken') state.isDue = true
    if (news === 'open') state.checkedAt = Date.now()
    if (news === 'told') state.soon = asksAfterWord
    state.reconsider()
  }
  const silent: Line = { isOpen: () => false, check: () => undefined, close: () => undefined }
  const openMilliseconds = Math.max(pollMilliseconds, pollSeconds * 1000)
  const checkedAt = Date.now()
  const state: Rest = { line: silent, openMilliseconds, checkedAt, isDue: false, soon: 0, reconsider: () => undefined }
  state.line = open(hear)
  signal.addEventListener('abort', state.line.close, { once: true })
  try {
    return await pollUntil(ask, signal, isFatal, () => restBy(state, signal))
  } finally {
    state.line.close()
  }
}

import { createDisturbance, type Disturbance, unknownFailure, updateDisturbance } from '../disturbance.ts'

const intervalMs = 60_000

/**
 * Polls for a disturbance message each minute while the page is visible, and when it is shown again, and updates its
 * banner. A new message unfolds it, and none hides it. Failures keep the message. Does nothing without the banner.
 */
export function watchDisturbance() {
  const banner = document.getElementById('disturbance')
  const text = banner?.querySelector('[data-text]')
  if (!banner || !text) return
  let state = createDisturbance(text.textContent)
  const show = (next: Disturbance) => {
    state = next
    banner.hidden = !next.content
    if (text.textContent === next.content) return
    text.textContent = next.content
    banner.removeAttribute('data-folded')
  }
  const poll = async () => {
    // A hidden tab does not poll.
    if (document.hidden) return
    show(updateDisturbance(state, await fetchMessage()))
  }
  setInterval(poll, intervalMs)
  document.addEventListener('visibilitychange', poll)
}

async function fetchMessage(): Promise<{ content: string } | null | Error> {
  try {
    const response = await fetch('/api/DisturbanceMessage/current')
    return response.ok ? await response.json() : new Error(`${response.status}`)
  } catch (error) {
    return error instanceof Error ? error : new Error(unknownFailure)
  }
}

import { changedDisturbance, type Disturbance, startOf, unknownFailure } from '../disturbance.ts'

const everyMs = 60_000

/** Keeps the banner true while the page stays open. */
export function watchDisturbance() {
  const banner = document.getElementById('disturbance')
  const text = banner?.querySelector('[data-text]')
  if (!banner || !text) return
  let state = startOf(text.textContent)
  const show = (next: Disturbance) => {
    state = next
    banner.hidden = !next.content
    if (text.textContent !== next.content) text.textContent = next.content
  }
  const ask = async () => {
    // A tab that nobody looks at need not ask.
    if (document.hidden) return
    show(changedDisturbance(state, await answer()))
  }
  setInterval(ask, everyMs)
  document.addEventListener('visibilitychange', ask)
}

async function answer(): Promise<{ content: string } | null | Error> {
  try {
    const response = await fetch('/api/DisturbanceMessage/current')
    return response.ok ? await response.json() : new Error(`${response.status}`)
  } catch (error) {
    return error instanceof Error ? error : new Error(unknownFailure)
  }
}

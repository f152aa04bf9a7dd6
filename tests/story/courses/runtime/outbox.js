const LONGEST_PAUSE = 30_000

/**
 * Delivers letters in order, one at a time, until each has an answer.
 * A letter is `{ key?, send(options) }`, where `send` makes the same request each time and may be repeated when its
 * answer was lost. A letter with the key of a waiting one replaces it: only the newest state is worth sending.
 *
 * Reports the state through `onChange`: 'saved', 'saving', 'waiting' (offline, retrying) or 'expired'.
 */
export function createOutbox({
  onChange,
  pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
}) {
  const letters = []
  let failures = 0
  let isPumping = false
  let isExpired = false
  let wake = () => {}

  async function pump() {
    if (isPumping || isExpired) return
    isPumping = true
    while (letters.length > 0 && !isExpired) {
      onChange(failures > 0 ? 'waiting' : 'saving')
      const [letter] = letters
      letter.isUnderWay = true
      await settle(letter, await verdictOn(letter))
    }
    isPumping = false
    onChange(isExpired ? 'expired' : 'saved')
  }

  async function settle(letter, verdict) {
    letter.isUnderWay = false
    if (verdict === 'delivered') {
      failures = 0
      letters.shift()
    } else if (verdict === 'expired') {
      isExpired = true
    } else {
      failures += 1
      onChange('waiting')
      await Promise.race([
        pause(pauseAfter(failures)),
        new Promise((woken) => {
          wake = woken
        }),
      ])
    }
  }

  return {
    add(letter) {
      const place = letters.findIndex((waiting) => letter.key && waiting.key === letter.key && !waiting.isUnderWay)
      if (place >= 0) letters.splice(place, 1)
      letters.push(letter)
      void pump()
    },
    /** Retries immediately, because the network is back. */
    retryNow: () => wake(),
    /** Hands all unanswered letters to the browser when the page is left; the browser may deliver them. */
    abandon() {
      for (const letter of letters) void letter.send({ keepalive: true }).catch(() => {})
    },
  }
}

async function verdictOn(letter) {
  try {
    const { status } = await letter.send({})
    if (status === 401 || status === 403) return 'expired'
    const isWorthRepeating = status === 408 || status === 425 || status === 429 || status >= 500
    if (isWorthRepeating) return 'repeat'
    // 409: the first request did arrive, only its answer was lost. Any other refusal would be the same next time.
    if (status >= 400 && status !== 409) console.warn(`Posten svarade ${status}`, letter)
    return 'delivered'
  } catch {
    return 'repeat'
  }
}

/**
 * Returns the pause before a retry: 1, 2, 4 … at most 30 seconds, randomized so that a whole class does not retry at
 * once.
 */
const pauseAfter = (failures) => Math.min(LONGEST_PAUSE, 1_000 * 2 ** (failures - 1)) * (0.75 + Math.random() / 2)

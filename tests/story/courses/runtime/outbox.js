const LONGEST_PAUSE = 30_000

/**
 * Delivers letters in order, one at a time, until each has an answer. A letter is `{ key?, send(options) }`, where
 * `send` makes the same request each time and so may be repeated when its answer was lost. A letter whose key is
 * already waiting replaces it: only the newest state is worth sending.
 *
 * Tells through `onChange` how it goes: 'saved', 'saving', 'waiting' (no contact, trying again) or 'expired'.
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
    /** The network is back: do not sit out the pause. */
    retryNow: () => wake(),
    /** The page goes away: hands all that has no answer yet to the browser, which may deliver it without us. */
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
    // 409: the first try did arrive, only its answer was lost. Any other refusal would be the same next time.
    if (status >= 400 && status !== 409) console.warn(`Posten svarade ${status}`, letter)
    return 'delivered'
  } catch {
    return 'repeat'
  }
}

/** 1, 2, 4 … at most 30 seconds, a little uneven so that a whole class does not come back at once. */
const pauseAfter = (failures) => Math.min(LONGEST_PAUSE, 1_000 * 2 ** (failures - 1)) * (0.75 + Math.random() / 2)

/** Repeatable random draws: the same seed gives the same draws on every machine. */
export interface Draw {
  /** Returns an integer from 0 up to, not including, `limit`. */
  below: (limit: number) => number
  /** Returns an integer between both ends, included. */
  between: (low: number, high: number) => number
  chance: (share: number) => boolean
  pick: <Item>(items: readonly Item[]) => Item
  /** Returns a draw of its own, so that more draws of one kind do not change another. */
  branch: (name: string) => Draw
}

function hashOf(text: string): number {
  let hash = 2166136261
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619)
  return hash >>> 0
}

/** Pseudo-random generator Mulberry32. */
function stream(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function createDraw(seed: string): Draw {
  const next = stream(hashOf(seed))
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (share) => next() < share,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    branch: (name) => createDraw(`${seed}/${name}`),
  }
}

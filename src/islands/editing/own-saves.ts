interface Versioned {
  lastChange: Date
}

/**
 * Saves of one thing from one screen, one after the other: none comes too late for another of the same writer. What
 * somebody else has stored between them still makes the next one late.
 */
export function ownSaves() {
  let last: Promise<unknown> = Promise.resolve()
  const followed = new Map<number, Date>()
  const newest = (seen: Date): Date => {
    const next = followed.get(seen.getTime())
    return next ? newest(next) : seen
  }
  return <Stored extends Versioned>(seen: Date, write: (over: Date) => Promise<Stored>): Promise<Stored> => {
    const writing = async () => {
      const over = newest(seen)
      const stored = await write(over)
      if (stored.lastChange > over) followed.set(over.getTime(), stored.lastChange)
      return stored
    }
    const saved = last.then(writing, writing)
    last = saved
    return saved
  }
}

interface VersionedRow {
  lastChange: Date
}

/**
 * Returns a function that runs the saves of one resource one after another. It takes the version (`lastChange`) that
 * the save began from and a `write`, which receives the version that the person's save before stored, so that their own
 * saves do not conflict; it resolves with the row that `write` stored. A save by somebody else in between still makes
 * the next one conflict. A failed save rejects for its caller only; the next one runs.
 */
export function createSaveQueue() {
  let last: Promise<unknown> = Promise.resolve()
  const nextVersions = new Map<number, Date>()
  const newestVersion = (version: Date): Date => {
    const next = nextVersions.get(version.getTime())
    return next ? newestVersion(next) : version
  }
  return <Stored extends VersionedRow>(version: Date, write: (over: Date) => Promise<Stored>): Promise<Stored> => {
    const runSave = async () => {
      const over = newestVersion(version)
      const stored = await write(over)
      if (stored.lastChange > over) nextVersions.set(over.getTime(), stored.lastChange)
      return stored
    }
    const saved = last.then(runSave, runSave)
    last = saved
    return saved
  }
}

import type { SessionRow } from '#api/authentication/storage.ts'

/**
 * Session rows as this isolate last saw them, by the hash of their token. Only ever a guess at what the row will say, so that a
 * request can begin while the row is asked: nobody is answered by it.
 */
const rowsAtMost = 2000

const rows = new Map<string, SessionRow>()

export const seen = (tokenHash: string): SessionRow | undefined => rows.get(tokenHash)

export function see(tokenHash: string, row: SessionRow): void {
  rows.delete(tokenHash)
  rows.set(tokenHash, row)
  const [oldest] = rows.keys()
  if (rows.size > rowsAtMost && oldest !== undefined) rows.delete(oldest)
}

export const forgetSeen = (tokenHash: string): boolean => rows.delete(tokenHash)

const lasting = ({ lastUsedAt: _, purged: __, ...row }: SessionRow) => JSON.stringify(row)

/** Everything that access is decided by is the same; a session that was used since is. */
export const isAsSeen = (row: SessionRow, before: SessionRow): boolean => lasting(row) === lasting(before)

import type { SessionRow } from '#api/people/authentication/storage.ts'
import { Seen } from '#platform/seen.ts'

export interface SeenSession {
  row: SessionRow
  /** Everything that access is decided by; a session that was used since is the same. */
  lasting: string
}

/**
 * Session rows as this isolate last saw them, by the hash of their token. Only ever a guess at what the row will say, so that a
 * request can begin while the row is asked: nobody is answered by it.
 */
const sessions = new Seen<SeenSession>(2000)

const lastingOf = ({ lastUsedAt: _, purged: __, ...row }: SessionRow) => JSON.stringify(row)

export const seen = (tokenHash: string): SeenSession | undefined => sessions.get(tokenHash)

export const see = (tokenHash: string, row: SessionRow): void =>
  sessions.see(tokenHash, { row, lasting: lastingOf(row) })

/** Whether the row says what it said before; a session that was used since does. */
export function isAsSeen(tokenHash: string, row: SessionRow, { lasting }: SeenSession): boolean {
  if (lastingOf(row) !== lasting) return false
  sessions.see(tokenHash, { row, lasting })
  return true
}

export const forgetSeen = (tokenHash: string): void => sessions.forget(tokenHash)

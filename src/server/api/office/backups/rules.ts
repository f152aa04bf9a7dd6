import { z } from 'zod'
import { instant } from '#api/wire.ts'

/** Days that a backup is stored; data that is erased from the portal is in no backup after that. */
const backupRetentionDays = 35

/**
 * Tables that are not backed up: what is in them is a secret for a short time, is filled again by itself or says
 * nothing after a few days.
 */
export const transientTables = ['idempotency_answers', 'one_time_tokens', 'purges', 'request_metrics', 'sessions']

/** A table of the database with the columns to copy. Generated columns are left out: the database computes them. */
export interface TableShape {
  name: string
  columns: readonly string[]
  /** Columns of the primary key, in its order; empty for a table that is read by its row id. */
  keys: readonly string[]
  /** Tables that its foreign keys name. */
  references: readonly string[]
}

/**
 * A stored part of a table. `bytes` and `sha256`, lower-case hexadecimal, are of the compressed file with the key
 * `key`.
 */
const BackupPart = z.object({ key: z.string(), rows: z.int(), bytes: z.int(), sha256: z.string() })
export type BackupPart = z.infer<typeof BackupPart>

/** Description of a backup, stored last: a backup without one is incomplete. */
export const BackupManifest = z.object({
  format: z.literal(1),
  id: z.string(),
  startedAt: instant,
  finishedAt: instant,
  /** Names of the migrations that the database had, in order. */
  migrations: z.array(z.string()),
  /** Each table after those that its foreign keys name. */
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), parts: z.array(BackupPart) }),
  ),
  /**
   * Stored files that rows name: how many, how many of them are absent from the file store, and the first hundred of
   * those.
   */
  files: z.object({ referenced: z.int(), missing: z.int(), missingKeys: z.array(z.string()) }),
})
export type BackupManifest = z.infer<typeof BackupManifest>

/** Returns the id of a backup that begins at a moment, such as `2026-11-26T22-15-00Z`. Ids sort by time. */
export const toBackupId = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** Returns the moment at which a backup began; null when the text is no id. */
export function parseBackupId(id: string): Date | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)$/.exec(id)
  const at = match && new Date(`${match[1]}:${match[2]}:${match[3]}`)
  return at && !Number.isNaN(at.getTime()) ? at : null
}

/**
 * Returns the ids of the backups that are older than 35 days, the oldest first; the newest one is never among them.
 * Texts that are no ids are ignored.
 */
export function listExpiredBackups(ids: readonly string[], now: Date): string[] {
  const oldest = now.getTime() - backupRetentionDays * 86_400_000
  const moments = ids.flatMap((id) => parseBackupId(id) ?? []).toSorted((a, b) => a.getTime() - b.getTime())
  return moments.slice(0, -1).flatMap((at) => (at.getTime() < oldest ? [toBackupId(at)] : []))
}

/**
 * Orders tables so that each comes after those that its foreign keys name; a table may name itself, and keys to tables
 * outside the list are ignored. Backups are read in the reverse order, so that the row that a copied row names is read
 * later and is therefore in the copy as well.
 *
 * @throws Error when tables name each other in a circle.
 */
export function orderByReferences<Table extends Pick<TableShape, 'name' | 'references'>>(
  tables: readonly Table[],
): Table[] {
  const remaining = new Map(tables.map((table) => [table.name, table]))
  const ordered: Table[] = []
  while (remaining.size > 0) {
    const free = [...remaining.values()].filter(({ name, references }) =>
      references.every((other) => other === name || !remaining.has(other)),
    )
    if (free.length === 0) throw new Error(`tables name each other in a circle: ${[...remaining.keys()].join(', ')}`)
    for (const table of free) remaining.delete(table.name)
    ordered.push(...free)
  }
  return ordered
}

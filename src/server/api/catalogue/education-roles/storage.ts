import { eq } from 'drizzle-orm'
import { type Database, ifUnmodifiedSince } from '#platform/database.ts'
import type { EducationRole, SavedEducationRole } from './contract.ts'
import { educationRoles } from './table.ts'

const columns = {
  id: educationRoles.id,
  name: educationRoles.name,
  group: educationRoles.group,
  order: educationRoles.position,
  active: educationRoles.active,
  lastChange: educationRoles.changedAt,
}

/** Lists all education roles by position, then by name; inactive ones too. */
export const listEducationRoles = (db: Database): Promise<EducationRole[]> =>
  db.query.select(columns).from(educationRoles).orderBy(educationRoles.position, educationRoles.name)

/**
 * Returns the statement that inserts an education role, or updates the one with its id; its result is the row. The
 * commit fails as `changed_meanwhile` unless an existing role has the version `lastChange`; an unknown id gives no row.
 * A new role ignores `lastChange`.
 */
export function saveEducationRole(db: Database, role: SavedEducationRole, now: Date) {
  const { id, name, group, order: position, active, lastChange } = role
  const values = { name, group, position, active }
  if (!id) {
    return db.query
      .insert(educationRoles)
      .values({ ...values, changedAt: now })
      .returning(columns)
  }
  return db.query
    .update(educationRoles)
    .set({ ...values, changedAt: ifUnmodifiedSince(educationRoles.changedAt, lastChange, now) })
    .where(eq(educationRoles.id, id))
    .returning(columns)
}

import { eq, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { portionsOf } from '#platform/portions.ts'
import type { InspectedUnit } from './inspect.ts'
import { contentPackageUnits } from './table.ts'

export type UnitRow = typeof contentPackageUnits.$inferSelect

/** The units of a package in the place of those that an earlier run wrote. */
export const replaceUnits = (db: Database, packageId: number, units: readonly InspectedUnit[]): Statement[] => [
  db.query.delete(contentPackageUnits).where(eq(contentPackageUnits.packageId, packageId)),
  ...portionsOf(units.map((unit, place) => ({ ...unit, position: place + 1 }))).map((portion) =>
    db.query
      .insert(contentPackageUnits)
      .select(sql`select ${packageId}, value ->> 'position', value ->> 'identifier', value ->> 'title', value ->> 'entry',
        value -> 'groups', value ->> 'moveOn', value ->> 'masteryScore', value ->> 'launchMethod',
        value ->> 'launchParameters', value ->> 'entitlementKey', value ->> 'activityType', value ->> 'scormTerms'
        from json_each(${portion})`),
  ),
]

/** In the order of the course; none of an xAPI course or a page. */
export const listUnits = (db: Database, packageId: number): Promise<UnitRow[]> =>
  db.query
    .select()
    .from(contentPackageUnits)
    .where(eq(contentPackageUnits.packageId, packageId))
    .orderBy(contentPackageUnits.position)

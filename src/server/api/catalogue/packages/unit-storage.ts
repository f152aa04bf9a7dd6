import { eq, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { toJsonParameters } from '#platform/json-parameters.ts'
import type { InspectedUnit } from './inspect.ts'
import { contentPackageUnits } from './table.ts'

export type UnitRow = typeof contentPackageUnits.$inferSelect

/**
 * Returns the statements that replace the units (lessons) of a course package, in the order of the list; an empty list
 * leaves none.
 */
export const replaceUnits = (db: Database, packageId: number, units: readonly InspectedUnit[]): Statement[] => [
  db.query.delete(contentPackageUnits).where(eq(contentPackageUnits.packageId, packageId)),
  ...toJsonParameters(units.map((unit, place) => ({ ...unit, position: place + 1 }))).map((portion) =>
    insertFrom(
      db.query,
      contentPackageUnits,
      {
        packageId,
        position: sql`value ->> 'position'`,
        identifier: sql`value ->> 'identifier'`,
        title: sql`value ->> 'title'`,
        entry: sql`value ->> 'entry'`,
        groups: sql`value -> 'groups'`,
        moveOn: sql`value ->> 'moveOn'`,
        masteryScore: sql`value ->> 'masteryScore'`,
        launchMethod: sql`value ->> 'launchMethod'`,
        launchParameters: sql`value ->> 'launchParameters'`,
        entitlementKey: sql`value ->> 'entitlementKey'`,
        activityType: sql`value ->> 'activityType'`,
        scormTerms: sql`value ->> 'scormTerms'`,
      },
      sql`from json_each(${portion})`,
    ),
  ),
]

/** Lists the units (lessons) of a course package in their order; empty for an xAPI course or a page. */
export const listUnits = (db: Database, packageId: number): Promise<UnitRow[]> =>
  db.query
    .select()
    .from(contentPackageUnits)
    .where(eq(contentPackageUnits.packageId, packageId))
    .orderBy(contentPackageUnits.position)

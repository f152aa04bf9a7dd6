import { sql } from 'drizzle-orm'
import type { Snapshot } from '#api/foundation/audit/edits/snapshot.ts'

/** The parts that must be completed before a part of an education. */
export const prerequisitesSnapshot = (educationId: number, partId: number): Snapshot => ({
  table: 'educations',
  where: sql`stored.id = ${educationId}`,
  object: sql`json_object('educationPartIds', json((select json_group_array(linked.id) from (
    select prerequisite_part_id as id from part_dependencies
    where education_id = stored.id and education_part_id = ${partId} order by 1) linked)))`,
})

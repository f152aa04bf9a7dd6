import { sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationsView, partsOfEducations, prerequisitesOfParts } from '#api/catalogue/educations/views.ts'
import { managesOrIsResponsible } from '#api/catalogue/scope/education-scope.ts'
import type { Database } from '#platform/database.ts'
import type { OwnStanding } from './rules.ts'

interface HoldingRow {
  educationId: number
  visible: 0 | 1
  unlocked: 0 | 1
  managed: 0 | 1
  pending: 0 | 1
  signedUp: 0 | 1
  completed: 0 | 1
}

/** An education that holds the part, with the actor's relation to it. */
export interface HoldingEducation {
  educationId: number
  /** Published and not archived, or the actor has a result in it. */
  isVisible: boolean
  /** All prerequisite parts are completed. */
  isUnlocked: boolean
  /** The actor manages it or answers for it. */
  isManaged: boolean
  own: OwnStanding
}

const standingFrom = ({ signedUp, pending, completed }: HoldingRow): OwnStanding => {
  if (signedUp) return 'signedUp'
  if (pending) return 'pending'
  return completed ? 'completed' : 'none'
}

/**
 * Lists the educations that contain a part, published ones first, then by id, with the actor's own standing in each;
 * empty for an unknown part. Hidden ones are included: check `isVisible`.
 */
export async function listHoldingEducations(db: Database, educationPartId: number, actor: Actor) {
  const own = sql`select 1 from education_part_results own
    where own.user_id = ${actor.id} and own.education_part_id = ${educationPartId} and own.canceled = 0`
  const rows = await db.rows<HoldingRow>(sql`
    select educations.id as educationId,
      (educations.published_at is not null and educations.archived_at is null)
        or exists (select 1 from education_results taken
          where taken.user_id = ${actor.id} and taken.education_id = educations.id)
        or exists (${own}) as visible,
      not exists (
        select 1 from ${prerequisitesOfParts} needed
        where needed.education_id = educations.id and needed.education_part_id = ${educationPartId} and not exists (
          select 1 from education_part_results done
          where done.user_id = ${actor.id} and done.education_part_id = needed.prerequisite_part_id
            and done.completed = 1 and done.canceled = 0
        )
      ) as unlocked,
      ${managesOrIsResponsible(actor)} as managed,
      exists (${own} and own.completed = 0 and own.signed_up_at is null) as pending,
      exists (${own} and own.completed = 0 and own.signed_up_at is not null) as signedUp,
      exists (${own} and own.completed = 1) as completed
    from ${partsOfEducations} held join ${educationsView} educations on educations.id = held.education_id
    where held.education_part_id = ${educationPartId}
    order by educations.published_at is null, educations.archived_at is not null, educations.id`)
  return rows.map(
    (row): HoldingEducation => ({
      educationId: row.educationId,
      isVisible: row.visible === 1,
      isUnlocked: row.unlocked === 1,
      isManaged: row.managed === 1,
      own: standingFrom(row),
    }),
  )
}

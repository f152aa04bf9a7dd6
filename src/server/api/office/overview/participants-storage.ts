import { type SQL, sql } from 'drizzle-orm'
import { partsOfEducations } from '#api/catalogue/educations/views.ts'
import { isDescending } from '#api/list-order.ts'
import {
  type ParticipationScope,
  selectParticipations,
  selectPartParticipations,
} from '#api/office/participations/participations.ts'
import { orderInDirection } from '#api/order-by.ts'
import { liveResults } from '#api/participation/results/views.ts'
import { namedMembershipsOfPeople, peopleView } from '#api/people/users/views.ts'
import type { Database } from '#platform/database.ts'
import { queryRows } from '#platform/query-rows.ts'
import type { OverviewParticipant, ParticipantQuery } from './contract.ts'
import { type ParticipantState, participantOrders } from './rules.ts'

/** SQL condition of each state on a row of participations. */
export const stateConditions: Record<ParticipantState, SQL> = {
  signedUp: sql`participation.signed_up_at is not null`,
  inProgress: sql`participation.in_progress = 1`,
  completed: sql`participation.completed_at is not null`,
  external: sql`participation.is_external = 1`,
}

function stateCondition({ state, showCompletedParticipants }: ParticipantQuery): SQL {
  if (state) return stateConditions[state]
  return showCompletedParticipants ? sql`true` : sql`participation.completed_at is null`
}

interface Row {
  userId: number
  name: string
  organizations: string
  isExternal: number
  partsCompleted: number
  partsTotal: number
  completedAt: string | null
  signedUpAt: string | null
}

const columns = [
  ...(['userId', 'name', 'organizations', 'isExternal', 'partsCompleted', 'partsTotal'] as const),
  ...(['completedAt', 'signedUpAt'] as const),
]

const toParticipant = ({ organizations, completedAt, signedUpAt, isExternal, ...row }: Row): OverviewParticipant => ({
  ...row,
  organizations: JSON.parse(organizations) as Record<string, string>,
  isExternal: isExternal === 1,
  completed: completedAt !== null,
  completedDate: completedAt === null ? null : new Date(completedAt),
  signUpDate: signedUpAt === null ? null : new Date(signedUpAt),
})

/** SQL: the number of parts of the education that a participant has completed, among `parts`. */
const partsCompleted = sql`(select count(distinct r.education_part_id) from ${liveResults} r
  where r.user_id = participation.user_id and r.completed = 1 and r.education_part_id in (select id from parts))`

const orderColumns = {
  name: [sql`person.name_key`],
  parts: [partsCompleted, sql`person.name_key`],
  signedUp: [sql`participation.signed_up_at`, sql`person.name_key`],
  completed: [sql`participation.completed_at`, sql`person.name_key`],
}

/**
 * Lists a page of the people counted in the overview's figures of an education or of one of its parts. They are in the
 * query's order and then by id. With a `state` only those in it; without, people who have completed it are left out
 * unless `showCompletedParticipants`. External people have no organisations. `slice` sets period and scope; without
 * `educationPartId` the rows are of the whole education, to which `slice` must be limited. `page` counts from 1.
 * Checks no access beside the scope.
 */
export async function listParticipants(
  db: Database,
  slice: ParticipationScope,
  educationId: number,
  query: ParticipantQuery,
) {
  const { educationPartId, page, pageSize } = query
  const participations = educationPartId
    ? sql`(select * from (${selectPartParticipations(slice, educationId)}) where education_part_id = ${educationPartId})`
    : sql`(${selectParticipations(slice)})`
  const order = orderInDirection(isDescending(participantOrders, query), ...orderColumns[query.sort], sql`person.id`)
  const orderText = sql.join(order, sql`, `)
  const person = sql`join ${peopleView} person on person.id = participation.user_id`
  // The page is chosen first: SQLite computes the columns of each row that it sorts.
  const statement = sql`
    with parts as materialized (select education_part_id as id from ${partsOfEducations} where education_id = ${educationId})
    select participation.user_id as userId, person.first_name || ' ' || person.last_name as name, participation.is_external as isExternal,
      case when participation.is_external = 1 then '{}' else (
        select json_group_object(m.organization_id, m.name) from ${namedMembershipsOfPeople} m
        where m.user_id = participation.user_id) end as organizations,
      ${partsCompleted} as partsCompleted, (select count(*) from parts) as partsTotal,
      participation.completed_at as completedAt, participation.signed_up_at as signedUpAt
    from (select participation.* from ${participations} participation ${person} where ${stateCondition(query)}
      order by ${orderText} limit ${pageSize} offset ${(page - 1) * pageSize}) participation ${person} order by ${orderText}`
  return (await queryRows<Row>(db, columns, statement)).map(toParticipant)
}

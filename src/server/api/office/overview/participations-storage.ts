import { type SQL, sql } from 'drizzle-orm'
import { describedPartsOfEducations, educationsView } from '#api/catalogue/educations/views.ts'
import { isDescending } from '#api/list-order.ts'
import {
  type ParticipationScope,
  selectClubId,
  selectParticipations,
} from '#api/office/participations/participations.ts'
import { orderInDirection } from '#api/order-by.ts'
import { peopleView } from '#api/people/users/views.ts'
import { selectPortalDay } from '#api/zone-sql.ts'
import type { Database } from '#platform/database.ts'
import { queryRows } from '#platform/query-rows.ts'
import type { OverviewParticipation, ParticipationQuery } from './contract.ts'
import { stateConditions } from './participants-storage.ts'
import { participationOrders } from './rules.ts'

/** Filter of participations across educations. */
interface ParticipationConditions extends Pick<ParticipationQuery, 'clubId' | 'under25'> {
  /** Null: all that are counted in any figure. */
  state: ParticipationQuery['state'] | null
  /** Start and end of the month; null for the whole period. */
  month: [from: Date, until: Date] | null
}

/** Filter, order and page of participations across educations. */
export type ParticipationFilter = ParticipationConditions &
  Pick<ParticipationQuery, 'sort' | 'descending' | 'page' | 'pageSize'>

const birthOn = sql`(select b.birth_on from ${peopleView} b where b.id = participation.user_id)`

/**
 * Returns the SQL condition of a filter on a row of participations, named `participation`. A missing value admits all;
 * `clubId` 0 means people without a club. `under25` is the age at completion, and `month` selects by completion for the
 * state `completed`, else by sign-up.
 */
export function buildConditions({ state, clubId, under25, month }: ParticipationConditions): SQL {
  const club = selectClubId(sql`participation.user_id`)
  const moment = state === 'completed' ? sql`participation.completed_at` : sql`participation.signed_up_at`
  return sql.join(
    [
      state ? stateConditions[state] : sql`true`,
      ...(clubId === undefined ? [] : [clubId === 0 ? sql`${club} is null` : sql`${club} = ${clubId}`]),
      ...(under25 ? [sql`${birthOn} > date(${selectPortalDay(sql`participation.completed_at`)}, '-25 years')`] : []),
      ...(month ? [sql`${moment} between ${month[0].toISOString()} and ${month[1].toISOString()}`] : []),
    ],
    sql` and `,
  )
}

const hoursHundredths = sql`coalesce(e.hours_hundredths, (
  select sum(p.hours_hundredths) from ${describedPartsOfEducations} p where p.education_id = e.id), 0)`

interface Row {
  userId: number
  name: string
  educationId: number
  title: string
  isExternal: number
  signedUpAt: string | null
  completedAt: string | null
  hoursHundredths: number
}

const columns = [
  ...([
    'userId',
    'name',
    'educationId',
    'title',
    'isExternal',
    'signedUpAt',
    'completedAt',
    'hoursHundredths',
  ] as const),
]

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

const toParticipation = ({
  isExternal,
  signedUpAt,
  completedAt,
  hoursHundredths: hundredths,
  ...row
}: Row): OverviewParticipation => ({
  ...row,
  isExternal: isExternal === 1,
  signUpDate: dateOf(signedUpAt),
  completedDate: dateOf(completedAt),
  hours: hundredths / 100,
})

const person = [sql`u.name_key`, sql`u.id`]
const education = [sql`e.title_key`, sql`e.id`]

/** Each order ends with the person and the education, which one participation has together. */
const orderColumns = {
  name: [...person, ...education],
  education: [...education, ...person],
  signedUp: [sql`participation.signed_up_at`, ...person, ...education],
  completed: [sql`participation.completed_at`, ...person, ...education],
}

/**
 * Lists a page of the overview's participations (one person in one education) that match the filter, in its order and
 * then by person and education. `total` and `hours` are of all pages. `page` counts from 1. The hours are those of each
 * participation's education, completed or not.
 */
export async function listParticipations(db: Database, slice: ParticipationScope, filter: ParticipationFilter) {
  const { page, pageSize } = filter
  const order = orderInDirection(isDescending(participationOrders, filter), ...orderColumns[filter.sort])
  const orderText = sql.join(order, sql`, `)
  const matching = sql`(${selectParticipations(slice)}) participation`
  const named = sql`join ${peopleView} u on u.id = participation.user_id join ${educationsView} e on e.id = participation.education_id`
  const [items, [sums]] = await Promise.all([
    queryRows<Row>(
      db,
      columns,
      sql`select participation.user_id as userId, u.first_name || ' ' || u.last_name as name, participation.education_id as educationId,
        e.title, participation.is_external as isExternal, participation.signed_up_at as signedUpAt, participation.completed_at as completedAt,
        ${hoursHundredths} as hoursHundredths
        from (select participation.* from ${matching} ${named} where ${buildConditions(filter)}
          order by ${orderText} limit ${pageSize} offset ${(page - 1) * pageSize}) participation ${named} order by ${orderText}`,
    ),
    queryRows<{ total: number; hundredths: number }>(
      db,
      ['total', 'hundredths'],
      sql`select coalesce(sum(counted.people), 0) as total, coalesce(sum(counted.people * ${hoursHundredths}), 0) as hundredths
        from (select participation.education_id, count(*) as people from ${matching}
          where ${buildConditions(filter)} group by participation.education_id) counted
        join ${educationsView} e on e.id = counted.education_id`,
    ),
  ])
  return { items: items.map(toParticipation), total: sums?.total ?? 0, hours: (sums?.hundredths ?? 0) / 100 }
}

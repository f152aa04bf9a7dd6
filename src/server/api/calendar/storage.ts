import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import type { Ctx } from '../context.ts'
import { educationParts } from '../education-parts/table.ts'
import { educations } from '../educations/table.ts'
import { visibleTo } from '../educations/visible-to.ts'
import { availableSpots, hasFreeSpots } from '../occasions/rules.ts'
import { occasions } from '../occasions/table.ts'
import type { BareItem } from './contract.ts'
import { examItemFrom, selectBookedExams, selectExams } from './exam-storage.ts'
import { matching, type Narrowing } from './narrowing-storage.ts'
import { firstOfEachDay, itemsAtMost, type Window } from './rules.ts'
import { type Bounds, idsWithin } from './window-storage.ts'

/** The caller's sign-up there: the live one, which an index finds, else one that fell with the occasion itself. */
const ownSignUp = (actor: Actor) => {
  const signUp = (condition: SQL) => sql`(
    select json_array(r.signed_up_at is not null, r.canceled) from education_part_results r
    where r.occasion_id = occasions.id and r.user_id = ${actor.id} and ${condition} order by r.id desc limit 1)`
  const fallen = signUp(sql`r.canceled = 1 and r.changed_at >= occasions.canceled_at`)
  return sql<string | null>`coalesce(${signUp(sql`r.canceled = 0`)},
    case when occasions.canceled_at is not null then ${fallen} end)`
}

const leads = (actor: Actor) =>
  sql`exists (select 1 from occasion_responsibles r where r.occasion_id = occasions.id and r.user_id = ${actor.id})`

/** Of the educations that an occasion is given for, the first that fits; a published one before others. */
export const educationWhere = (condition: SQL) => sql`(
  select educations.id from education_to_part ep join educations on educations.id = ep.education_id
  where ep.education_part_id = occasions.education_part_id
    and coalesce(occasions.education_id, educations.id) = educations.id and ${condition}
  order by educations.published_at is null, educations.id limit 1)`

const columnsFor = (actor: Actor) => ({
  occasion: {
    id: occasions.id,
    educationPartId: occasions.educationPartId,
    title: occasions.title,
    startsAt: occasions.startsAt,
    endsAt: occasions.endsAt,
    sessions: occasions.sessions,
    city: occasions.city,
    venue: occasions.venue,
    isOnline: sql<0 | 1>`occasions.online_url is not null`.as('is_online'),
    maxParticipants: occasions.maxParticipants,
    bookedCount: occasions.bookedCount,
    reservedCount: occasions.reservedCount,
    canceledAt: occasions.canceledAt,
    lastSignUpAt: occasions.lastSignUpAt,
    needsApproval: occasions.needsApproval,
    blockedForExternalUsers: occasions.blockedForExternalUsers,
    feeMinor: occasions.feeMinor,
  },
  inEducation: sql<number>`educations.id`.as('in_education'),
  educationTitle: sql<string>`educations.title`.as('education_title'),
  educationBlocked: sql<0 | 1>`educations.blocked_for_external_users`.as('education_blocked'),
  partTitle: sql<string>`education_parts.title`.as('part_title'),
  categoryIds: sql<string>`(select json_group_array(education_category_id) from education_to_category
    where education_id = educations.id)`.as('category_ids'),
  roleIds: sql<string>`(select json_group_array(education_role_id) from education_to_role
    where education_id = educations.id and kind = 'trains')`.as('role_ids'),
  own: ownSignUp(actor).as('own'),
})

function select({ db, actor }: Ctx, education: SQL, condition: SQL, limit: number) {
  return (
    db.query
      .select(columnsFor(actor))
      .from(occasions)
      .innerJoin(educationParts, sql`${educationParts.id} = ${occasions.educationPartId}`)
      .innerJoin(educations, sql`${educations.id} = ${education}`)
      .where(condition)
      // The plus keeps SQLite from walking through all that is over, which it would for the order alone.
      .orderBy(sql`+occasions.starts_at`, occasions.id)
      .limit(limit)
  )
}
type Row = Awaited<ReturnType<typeof select>>[number]

function itemFrom({ occasion, inEducation, educationTitle, partTitle, ...row }: Row): BareItem {
  const [isApproved, isCanceled] = row.own ? (JSON.parse(row.own) as [0 | 1, 0 | 1]) : [0, 1]
  return {
    ...{ educationTitle, partTitle },
    id: `occasion-${occasion.id}`,
    kind: 0,
    referenceId: occasion.id,
    educationId: inEducation,
    educationPartId: occasion.educationPartId,
    title: occasion.title ?? partTitle,
    startDate: occasion.startsAt,
    endDate: occasion.endsAt,
    sessions: occasion.sessions.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) })),
    city: occasion.city,
    venue: occasion.venue,
    isOnline: occasion.isOnline === 1,
    educationCategoryIds: JSON.parse(row.categoryIds) as number[],
    educationRoleIds: JSON.parse(row.roleIds) as number[],
    booked: isCanceled === 0,
    pending: isCanceled === 0 && isApproved === 0,
    canceled: occasion.canceledAt !== null,
    hasFreeSpots: hasFreeSpots(occasion),
    availableSpots: availableSpots(occasion),
    lastSignUpDate: occasion.lastSignUpAt,
    needsApproval: occasion.needsApproval,
    blockedForExternalUsers: occasion.blockedForExternalUsers || row.educationBlocked === 1,
    fee: occasion.feeMinor / 100,
  }
}

const within = ({ from, to }: Window) =>
  sql`occasions.ends_at >= ${from.toISOString()} and +occasions.starts_at <= ${to.toISOString()}`

/** What the caller has to do with, be it canceled or not. */
const ownIds = ({ id }: Actor) => sql`
  select occasion_id from education_part_results where user_id = ${id} and occasion_id is not null
  union select occasion_id from occasion_responsibles where user_id = ${id}`

/** A canceled occasion is news for those who were to be there, and for nobody else. */
export async function listItems(ctx: Ctx, window: Window, narrowing: Narrowing, bounds: Bounds) {
  const own = ownSignUp(ctx.actor)
  const education = educationWhere(sql`${matching(narrowing)} and (${visibleTo(ctx.actor)} or ${own} is not null)`)
  const concerned = sql`(occasions.canceled_at is null or ${own} is not null or ${leads(ctx.actor)})`
  const isOpen = sql`${educationWhere(sql`${matching(narrowing)} and ${visibleTo(ctx.actor)}`)} is not null`
  const ids = sql`(${idsWithin('occasions', window, isOpen, bounds)} union ${ownIds(ctx.actor)})`
  const most = bounds.ofEachDay ? itemsAtMost(false) : bounds.limit
  const [rows, exams] = await ctx.db.read([
    select(ctx, education, sql`occasions.id in ${ids} and ${within(window)} and ${concerned}`, most),
    selectExams(ctx, window, narrowing, { ...bounds, limit: most }),
  ])
  const items = inOrder([...rows.map(itemFrom), ...exams.map(examItemFrom)]).slice(0, most)
  return bounds.ofEachDay ? firstOfEachDay(items, bounds.ofEachDay.most) : items
}

const inOrder = (items: BareItem[]) => items.sort((a, b) => a.startDate.getTime() - b.startDate.getTime())

export async function listFutureBooked(ctx: Ctx) {
  const bookedIds = sql`(select r.occasion_id from education_part_results r
    where r.user_id = ${ctx.actor.id} and r.canceled = 0 and r.occasion_id is not null)`
  const coming = sql`occasions.id in ${bookedIds} and occasions.ends_at >= ${ctx.now.toISOString()}
    and occasions.canceled_at is null`
  const [rows, exams] = await ctx.db.read([
    select(ctx, educationWhere(sql`true`), coming, 200),
    selectBookedExams(ctx, 200),
  ])
  return inOrder([...rows.map(itemFrom), ...exams.map(examItemFrom)])
}

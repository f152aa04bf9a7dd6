import type { SQL } from 'drizzle-orm'
import { partTypes } from '#api/catalogue/education-parts/contract.ts'
import {
  listManagedEducations,
  listManagedEducationsOfPart,
  selectManagedEducationsOfOccasion,
  toManagedEducation,
} from '#api/catalogue/education-parts/course-storage.ts'
import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import type { Occasion } from '../contract.ts'
import { choiceStatements, removalStatements, toOccasionMeeting, withMeetingLink } from '../meetings/choose-meeting.ts'
import { selectMeeting } from '../meetings/storage.ts'
import { findOccasion, selectOccasion, toOccasion } from '../storage.ts'
import { mayOrganize } from './access.ts'
import { checkReferences } from './check-references.ts'
import { checkTag, commitWithFieldRefusals } from './choose-tag.ts'
import type { ManagedOccasion, OccasionInput } from './contract.ts'
import { refuseFields } from './refuse-fields.ts'
import { occasionSnapshot } from './snapshot.ts'
import {
  findOccasionPart,
  insertOccasion,
  insertSeries,
  newest,
  newestSeries,
  selectOrganizerFields,
  updateOccasion,
} from './storage.ts'

interface OccasionPlace {
  educationPartId: number
  educationId: number | null
}

const listEducations = (ctx: Ctx, { educationPartId, educationId }: OccasionPlace) =>
  educationId === null
    ? listManagedEducationsOfPart(ctx.db, educationPartId)
    : listManagedEducations(ctx.db, [educationId])

/**
 * Returns the two reads that `requireOrganized` needs, of the occasion and of its educations, to be batched with other
 * reads of the organiser. They run when they are awaited.
 */
export const selectForOrganizer = (ctx: Ctx, id: number) =>
  [selectOccasion(ctx.db, ctx.actor, id), selectManagedEducationsOfOccasion(ctx.db, id)] as const

type Answer<Question> = Question extends PromiseLike<infer Rows> ? Rows : never
type Answers = ReturnType<typeof selectForOrganizer>

/**
 * Returns an occasion that the actor organises, from the results of the two reads of `selectForOrganizer`: managers of
 * an education that it is given for, and educators who are responsible for it.
 *
 * @throws Refused('not_found') when the occasion does not exist or is hidden from the actor.
 * @throws Refused('not_allowed') when the actor may see the occasion but does not organise it.
 */
export function requireOrganized(ctx: Ctx, [row]: Answer<Answers[0]>, educations: Answer<Answers[1]>): Occasion {
  if (!row) throw new Refused('not_found')
  const occasion = toOccasion(row)
  if (!mayOrganize(ctx.actor, educations.map(toManagedEducation), occasion.responsibleIds))
    throw new Refused('not_allowed')
  return occasion
}

/**
 * Reads an occasion that the actor organises.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `requireOrganized` does.
 */
export async function getOrganizedOccasion(ctx: Ctx, id: number): Promise<Occasion> {
  const [rows, educations] = await Promise.all(selectForOrganizer(ctx, id))
  return requireOrganized(ctx, rows, educations)
}

/**
 * Reads an occasion that the actor organises, with the fields that only organisers see: meeting link and number of
 * waiting sign-ups that the actor may decide about.
 *
 * @throws Refused('not_found') when there is no such occasion, or it is hidden from the actor.
 * @throws Refused('not_allowed') when the actor does not organise it.
 */
export async function getManagedOccasion(ctx: Ctx, id: number): Promise<ManagedOccasion> {
  const views = [selectOrganizerFields(ctx.db, ctx.actor, id), selectMeeting(ctx.db, id)] as const
  const [rows, educations, [view], meetings] = await Promise.all([...selectForOrganizer(ctx, id), ...views])
  const occasion = requireOrganized(ctx, rows, educations)
  if (!view) throw new Refused('not_found')
  return { ...occasion, ...view, meeting: toOccasionMeeting(meetings, occasion.canceled) }
}

/**
 * Checks the part of a new or moved occasion. Refuses a part that the actor may not use, or that is of another type.
 */
async function checkOccasionPart(ctx: Ctx, input: OccasionInput, path: string) {
  const part = await findOccasionPart(ctx.db, input.educationPartId, input.educationId)
  if (!part) refuseFields(ctx, { [`${path}educationPartId`]: 'invalid.unknown_reference' })
  if (part.type !== partTypes.Occassion)
    refuseFields(ctx, { [`${path}educationPartId`]: 'invalid.part_without_occasions' })
  if (!mayOrganize(ctx.actor, await listEducations(ctx, input), [])) throw new Refused('not_allowed')
  return part
}

async function insertStatements(
  ctx: Ctx,
  given: OccasionInput,
  { path, seriesId }: { path: string; seriesId: SQL<number> | null },
): Promise<Statement[]> {
  const input = withMeetingLink(ctx, given, null, path)
  const part = await checkOccasionPart(ctx, input, path)
  await checkReferences(ctx, input, { path, earlierIds: [] })
  await checkTag(ctx, input, null, path)
  return [
    ...insertOccasion(ctx.db, input, {
      needsApproval: input.needsApproval ?? part.needsApproval,
      seriesId,
      now: ctx.now,
    }),
    auditCreation(ctx, { action: 'occasion.created', type: 'occasion', of: occasionSnapshot }),
    ...choiceStatements(ctx, newest, input, null),
  ]
}

/**
 * Creates several occasions, all or none, each with an audit entry, and returns them in the order of the input. They
 * are a series if all have the same part. Those that the actor may not see are left out of the result. Notifies nobody.
 *
 * @throws Refused('invalid_input') at the part, people, organisation or tag that cannot be used; the fields of several
 * occasions begin with their index.
 * @throws Refused('not_allowed') when the actor manages no education that an occasion is given for.
 * @throws Refused('too_many_requests') as `limitNamedPeople` does.
 * @throws Refused('tag_part_twice') or Refused('tag_occasion_booked') as `commitWithFieldRefusals` does.
 */
export async function createOccasions(ctx: Ctx, input: readonly OccasionInput[]): Promise<Occasion[]> {
  const several = input.length > 1
  const isSeries = several && input.every(({ educationPartId }) => educationPartId === input[0]?.educationPartId)
  const seriesId = isSeries ? newestSeries : null
  const each: Statement[][] = []
  for (const [index, occasion] of input.entries())
    each.push(await insertStatements(ctx, occasion, { path: several ? `${index}.` : '', seriesId }))
  const first = isSeries ? [insertSeries(ctx.db, ctx.now)] : []
  const results: readonly unknown[] = await commitWithFieldRefusals(ctx, [...first, ...each.flat()])
  // The first statement of each occasion returns its id.
  const ids = each.map((_, index) => {
    const at = each.slice(0, index).reduce((sum, before) => sum + before.length, first.length)
    return (results[at] as { id: number }[])[0]?.id ?? 0
  })
  const created = await Promise.all(ids.map((id) => findOccasion(ctx.db, ctx.actor, id)))
  return created.filter((occasion) => occasion !== null)
}

const timeAndPlace = ({ startDate, endDate, sessions, city, venue, address }: Occasion | OccasionInput) =>
  JSON.stringify([startDate, endDate, sessions, city, venue, address])

/**
 * Returns the notification for participants, or null. A change of the meeting link alone has a notification of its own;
 * a removed link has none.
 */
function toNotification(
  before: ManagedOccasion,
  input: OccasionInput,
): 'occasionChanged' | 'meetingLinkChanged' | null {
  if (!input.tellsParticipants) return null
  if (timeAndPlace(before) !== timeAndPlace(input)) return 'occasionChanged'
  return input.onlineUrl && input.onlineUrl !== before.onlineUrl ? 'meetingLinkChanged' : null
}

/**
 * Checks a change of an occasion: its part, organisation and tag, and the people who become responsible. Those who were
 * responsible before may stay without the role.
 *
 * @throws Refused('occasion_canceled') when the occasion is cancelled.
 * @throws Refused('not_allowed') when it moves to a part or an education that the actor does not manage.
 * @throws Refused('too_many_requests') as `limitNamedPeople` does, for people who are not responsible already.
 * @throws Refused('invalid_input') when the part or the education changes and the occasion has participants, or as
 * `createOccasions` does.
 */
export async function checkChange(ctx: Ctx, before: ManagedOccasion, input: OccasionInput): Promise<void> {
  if (before.canceled) throw new Refused('occasion_canceled')
  const isMoved = input.educationPartId !== before.educationPartId || input.educationId !== before.educationId
  // Sign-ups belong to the part, so an occasion with sign-ups cannot move to another one.
  if (isMoved && before.bookedCount > 0) refuseFields(ctx, { educationPartId: 'invalid.occasion_has_participants' })
  if (isMoved) await checkOccasionPart(ctx, input, '')
  await checkReferences(ctx, input, { path: '', earlierIds: before.responsibleIds })
  await checkTag(ctx, input, before.tagId)
}

/**
 * Returns the statements that change an occasion, with its audit entry. If the organiser wishes (`tellsParticipants`),
 * they queue the notification of its participants about another time or place, or a new meeting link but no removed
 * one. The commit fails as `updateOccasion` says. `checkChange` checks all but the choice of a meeting.
 *
 * @throws Refused('invalid_input') as `withMeetingLink` does.
 */
export function changeStatements(ctx: Ctx, before: ManagedOccasion, given: OccasionInput): Statement[] {
  const { id } = before
  const input = withMeetingLink(ctx, given, before)
  const notification = toNotification(before, input)
  const target = { type: 'occasion', id } as const
  const audit = auditEdit(ctx, { action: 'occasion.changed', target, of: occasionSnapshot(id) })
  return [
    audit.before,
    ...removalStatements(ctx, before, input),
    ...updateOccasion(ctx.db, id, input, ctx.now),
    ...audit.after,
    ...choiceStatements(ctx, id, input, before),
    ...(notification
      ? [queueJob(ctx, 'results.tellParticipants', { occasionId: id, news: notification, at: ctx.now })]
      : []),
  ]
}

/**
 * Returns an occasion after its change.
 *
 * @throws Refused('not_found') when the actor may not see it any longer.
 */
export async function getChanged(ctx: Ctx, id: number): Promise<Occasion> {
  const after = await findOccasion(ctx.db, ctx.actor, id)
  if (!after) throw new Refused('not_found')
  return after
}

/**
 * Changes an occasion with an audit entry, and returns it; others of its series stay as they are. Notifies participants
 * as `changeStatements` does.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `getManagedOccasion` does, and when the actor may not see
 * the occasion afterwards.
 * @throws Refused('occasion_canceled'), Refused('not_allowed') or Refused('invalid_input') as `checkChange` does.
 * @throws Refused('tag_part_twice') or Refused('tag_occasion_booked') as `commitWithFieldRefusals` does.
 * @throws Refused('occasion_max_below_booked') when there would be fewer seats than are taken or reserved.
 * @throws Refused('changed_meanwhile') when the occasion has another version than `lastChange`.
 */
export async function changeOccasion(ctx: Ctx, input: OccasionInput): Promise<Occasion> {
  const before = await getManagedOccasion(ctx, input.id ?? 0)
  await checkChange(ctx, before, input)
  await commitWithFieldRefusals(ctx, changeStatements(ctx, before, input))
  return getChanged(ctx, before.id)
}

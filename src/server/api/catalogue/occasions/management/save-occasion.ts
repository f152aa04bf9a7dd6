import { partTypes } from '#api/catalogue/education-parts/contract.ts'
import {
  listEducationsOfPart,
  listManagedEducations,
  managedFrom,
  selectEducationsOfOccasion,
} from '#api/catalogue/education-parts/course-storage.ts'
import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import type { Occasion } from '../contract.ts'
import { findOccasion, occasionFrom, selectOccasion } from '../storage.ts'
import { mayOrganize } from './access.ts'
import { checkTag, commitTied } from './choose-tag.ts'
import type { ManagedOccasion, OccasionInput } from './contract.ts'
import { occasionSnapshot } from './snapshot.ts'
import { findPart, findUnknownReferences, insertOccasion, selectOrganizersView, updateOccasion } from './storage.ts'

interface Place {
  educationPartId: number
  educationId: number | null
}

const educationsOf = (ctx: Ctx, { educationPartId, educationId }: Place) =>
  educationId === null ? listEducationsOfPart(ctx.db, educationPartId) : listManagedEducations(ctx.db, [educationId])

/** What `organizedFrom` judges by; asked in one read with whatever else the organiser wants. */
export const organizedQuestions = (ctx: Ctx, id: number) =>
  [selectOccasion(ctx.db, ctx.actor, id), selectEducationsOfOccasion(ctx.db, id)] as const

type Answer<Question> = Question extends PromiseLike<infer Rows> ? Rows : never
type Answers = ReturnType<typeof organizedQuestions>

/** An occasion that the person organises; one that they may not even see does not exist for them. */
export function organizedFrom(ctx: Ctx, [row]: Answer<Answers[0]>, educations: Answer<Answers[1]>): Occasion {
  if (!row) throw new Refused('not_found')
  const occasion = occasionFrom(row)
  if (!mayOrganize(ctx.actor, educations.map(managedFrom), occasion.responsibleIds)) throw new Refused('not_allowed')
  return occasion
}

export async function getOrganized(ctx: Ctx, id: number): Promise<Occasion> {
  const [rows, educations] = await Promise.all(organizedQuestions(ctx, id))
  return organizedFrom(ctx, rows, educations)
}

export async function getManaged(ctx: Ctx, id: number): Promise<ManagedOccasion> {
  const view = selectOrganizersView(ctx.db, ctx.actor, id)
  const [rows, educations, views] = await Promise.all([...organizedQuestions(ctx, id), view])
  const occasion = organizedFrom(ctx, rows, educations)
  if (!views[0]) throw new Refused('not_found')
  return { ...occasion, ...views[0] }
}

function refuseFields(ctx: Ctx, reasons: Record<string, string>): never {
  const t = translator(ctx.language, 'refusals')
  throw new Refused('invalid_input', {
    fields: Object.fromEntries(Object.entries(reasons).map(([field, reason]) => [field, t(reason)])),
  })
}

/** The part as far as a new place in it is concerned; refuses one that is not the person's to use, or of another kind. */
async function checkPlace(ctx: Ctx, given: OccasionInput, path: string) {
  const part = await findPart(ctx.db, given.educationPartId, given.educationId)
  if (!part) refuseFields(ctx, { [`${path}educationPartId`]: 'invalid.unknown_reference' })
  if (part.type !== partTypes.Occassion)
    refuseFields(ctx, { [`${path}educationPartId`]: 'invalid.part_without_occasions' })
  if (!mayOrganize(ctx.actor, await educationsOf(ctx, given), [])) throw new Refused('not_allowed')
  return part
}

async function checkReferences(ctx: Ctx, given: OccasionInput, path = ''): Promise<void> {
  const unknown = await findUnknownReferences(ctx.db, given)
  if (unknown.length === 0) return
  refuseFields(ctx, Object.fromEntries(unknown.map((field) => [`${path}${field}`, 'invalid.unknown_reference'])))
}

async function inserting(ctx: Ctx, given: OccasionInput, path: string): Promise<Statement[]> {
  const part = await checkPlace(ctx, given, path)
  await checkReferences(ctx, given, path)
  await checkTag(ctx, given, null, path)
  return [
    ...insertOccasion(ctx.db, given, given.needsApproval ?? part.needsApproval, ctx.now),
    auditCreation(ctx, { action: 'occasion.created', type: 'occasion', of: occasionSnapshot }),
  ]
}

/** Makes several occasions, all or none, and answers them in the order given. */
export async function createOccasions(ctx: Ctx, given: readonly OccasionInput[]): Promise<Occasion[]> {
  const several = given.length > 1
  const each: Statement[][] = []
  for (const [index, one] of given.entries()) each.push(await inserting(ctx, one, several ? `${index}.` : ''))
  const done: unknown[] = await commitTied(ctx, each.flat())
  // The first of each occasion's statements answers its id.
  const ids = each.map((_, index) => {
    const at = each.slice(0, index).reduce((sum, before) => sum + before.length, 0)
    return (done[at] as { id: number }[])[0]?.id ?? 0
  })
  const created = await Promise.all(ids.map((id) => findOccasion(ctx.db, ctx.actor, id)))
  return created.filter((occasion) => occasion !== null)
}

const wherePeopleGo = ({ startDate, endDate, sessions, city, venue, address }: Occasion | OccasionInput) =>
  JSON.stringify([startDate, endDate, sessions, city, venue, address])

/** What those who are signed up are told; a meeting's link alone is news of its own, and one that is gone is none. */
function newsOf(before: ManagedOccasion, given: OccasionInput): 'occasionChanged' | 'meetingLinkChanged' | null {
  if (!given.tellsParticipants) return null
  if (wherePeopleGo(before) !== wherePeopleGo(given)) return 'occasionChanged'
  return given.onlineUrl && given.onlineUrl !== before.onlineUrl ? 'meetingLinkChanged' : null
}

export async function changeOccasion(ctx: Ctx, given: OccasionInput): Promise<Occasion> {
  const id = given.id ?? 0
  const before = await getManaged(ctx, id)
  if (before.canceled) throw new Refused('occasion_canceled')
  const isMoved = given.educationPartId !== before.educationPartId || given.educationId !== before.educationId
  // Sign-ups belong to the part; whoever wants another part makes another occasion.
  if (isMoved && before.bookedCount > 0) refuseFields(ctx, { educationPartId: 'invalid.occasion_has_participants' })
  if (isMoved) await checkPlace(ctx, given, '')
  await checkReferences(ctx, given)
  await checkTag(ctx, given, before.tagId)
  const news = newsOf(before, given)
  const target = { type: 'occasion', id } as const
  const audit = auditEdit(ctx, { action: 'occasion.changed', target, of: occasionSnapshot(id) })
  await commitTied(ctx, [
    audit.before,
    ...updateOccasion(ctx.db, id, given, ctx.now),
    ...audit.after,
    ...(news ? [queueJob(ctx, 'results.tellParticipants', { occasionId: id, news, at: ctx.now })] : []),
  ])
  const after = await findOccasion(ctx.db, ctx.actor, id)
  if (!after) throw new Refused('not_found')
  return after
}

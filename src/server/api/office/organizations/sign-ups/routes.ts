import type { Ctx } from '#api/context.ts'
import { offerMembers, refuseMember, signUpMembers } from '#api/participation/sign-ups/sign-up-members.ts'
import { findFewestSeats } from '#api/participation/tags/rules.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { translator } from '#locales/translate.ts'
import { requireOrganization } from '../access-storage.ts'
import { recordShown } from '../record-shown.ts'
import { type MemberSignUpPreview, memberSignUps, type OpenOccasion } from './contract.ts'
import { listMemberNames } from './list-names.ts'
import { addOwnSeats } from './rules.ts'
import {
  countOpenOccasions,
  listOfferingEducationIds,
  type OccasionRow,
  selectMembersAmong,
  selectOpenOccasion,
  selectOpenOccasions,
} from './storage.ts'

const pageSize = 25

const toOccasion = ({ startsAt, endsAt, ...row }: OccasionRow): OpenOccasion => ({
  ...row,
  startDate: new Date(startsAt),
  endDate: new Date(endsAt),
})

async function listOccasions({ db, actor, now }: Ctx, id: number, { text, page }: { text: string; page: number }) {
  const search = { text, now, page, pageSize }
  const [, rows, [counted]] = await Promise.all([
    requireOrganization(db, actor, id),
    selectOpenOccasions(db, search),
    countOpenOccasions(db, search),
  ])
  return { items: rows.map(toOccasion), total: counted?.total ?? 0, page, pageSize }
}

/**
 * Loads the members that the caller may sign up for the organisation, by name.
 *
 * @throws Refused with the codes of `requireOrganization`.
 * @throws Refused('not_allowed') when one of the people is no listed member.
 */
async function requireMembers({ db, actor }: Ctx, id: number, userIds: readonly number[]) {
  const [, members] = await Promise.all([
    requireOrganization(db, actor, id),
    selectMembersAmong(db, actor, id, userIds),
  ])
  if (members.length < new Set(userIds).size) throw new Refused('not_allowed')
  return members
}

/**
 * Returns the education that members are signed up through: the chosen one, or the only one that offers the occasion.
 * Null when none offers it; the sign-up then says why it is refused.
 *
 * @throws Refused('not_found') when the chosen education does not offer the occasion.
 * @throws Refused('invalid_input') at `educationId` when several educations offer it and none was chosen.
 */
async function chooseEducation(ctx: Ctx, { occasionId, educationId }: MemberChoice): Promise<number | null> {
  const offering = await listOfferingEducationIds(ctx.db, occasionId)
  const [first = null, second] = offering
  if (!educationId && second !== undefined) {
    const reason = translator(ctx.language, 'refusals')('invalid.empty')
    throw new Refused('invalid_input', { fields: { educationId: reason } })
  }
  if (educationId && !offering.includes(educationId)) throw new Refused('not_found')
  return educationId ?? first
}

interface MemberChoice {
  occasionId: number
  educationId?: number | null | undefined
  userIds: number[]
}

/**
 * Returns what signing the members up costs, and who is refused; records the reads.
 *
 * @throws Refused with the codes of `requireMembers`.
 * @throws Refused with the codes of `chooseEducation`.
 * @throws Refused('not_found') when the occasion is not open for sign-ups.
 */
async function previewSignUps(ctx: Ctx, organizationId: number, chosen: MemberChoice): Promise<MemberSignUpPreview> {
  const { occasionId } = chosen
  const userIds = [...new Set(chosen.userIds)]
  const members = await requireMembers(ctx, organizationId, userIds)
  const educationId = await chooseEducation(ctx, chosen)
  const [[row], offers] = await Promise.all([
    selectOpenOccasion(ctx.db, occasionId, educationId, ctx.now),
    offerMembers(ctx, { organizationId, occasionId, educationId, userIds: members.map(({ id }) => id) }),
  ])
  if (!row) throw new Refused('not_found')
  const t = translator(ctx.language, 'refusals')
  const people = members.flatMap(({ id, firstName, lastName, birthOn }, at) => {
    const found = offers[at]
    if (!found) return []
    const { offer, ownSeats } = found
    const { fee, needsApproval, overlapsWith } = offer
    const refusal = refuseMember(offer)
    const missing = offer.missing.map(({ title }) => title)
    const name = `${firstName} ${lastName}`
    const message = refusal && t(refusal)
    const hasReservedSeat = ownSeats.some((count) => count > 0)
    const person = { userId: id, name, birthDate: birthOn, fee, hasReservedSeat }
    return [{ ...person, needsApproval, overlapsWith, refusal, message, missing }]
  })
  await recordShown(ctx, members)
  const together = offers[0]?.offer.together ?? []
  const seats = [row.availableSpots, ...together.map((one) => one.availableSpots)]
  const accepted = people.filter(({ refusal }) => refusal === null)
  return {
    occasion: toOccasion(row),
    people,
    total: Math.round(accepted.reduce((sum, { fee }) => sum + fee * 100, 0)) / 100,
    together,
    availableSpots: findFewestSeats(
      addOwnSeats(
        seats,
        offers.map(({ ownSeats }) => ownSeats),
      ),
    ),
  }
}

export const routes = serve(memberSignUps, {
  'GET /Organization/:id/openOccasions': ({ params, query }, ctx) => listOccasions(ctx, params.id, query),
  'GET /Organization/:id/memberNames': ({ params, query }, ctx) => listMemberNames(ctx, params.id, query),
  'GET /Organization/:id/signUps': ({ params, query }, ctx) => previewSignUps(ctx, params.id, query),
  'POST /Organization/:id/signUps': async ({ params: { id }, body }, ctx) => {
    const userIds = [...new Set(body.userIds)]
    await requireMembers(ctx, id, userIds)
    const educationId = await chooseEducation(ctx, body)
    await signUpMembers(ctx, { organizationId: id, occasionId: body.occasionId, educationId, userIds })
    return { count: userIds.length }
  },
})

import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { notify } from '#api/foundation/notices/storage.ts'
import { joinEducation } from '#api/participation/education-results/write-education-results.ts'
import { commitOrRefuse } from '#api/participation/results/commit-writes.ts'
import { isGuardianOrSelf } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import type { ReceivedInvitation } from './contract.ts'
import {
  findReceivedInvitation,
  findSentInvitation,
  listReceivedInvitations,
  markAnswered,
  markWithdrawn,
} from './storage.ts'

async function mustBeOwn(ctx: Ctx, userId: number): Promise<void> {
  if (!(await isGuardianOrSelf(ctx, userId))) throw new Refused('not_allowed')
}

/**
 * Lists the open invitations of a person to educations, oldest first, for the person or a guardian.
 *
 * @throws Refused('not_allowed') for anybody else.
 */
export async function getReceivedInvitations(ctx: Ctx, userId: number): Promise<ReceivedInvitation[]> {
  await mustBeOwn(ctx, userId)
  return listReceivedInvitations(ctx, userId)
}

type InvitationRow = NonNullable<Awaited<ReturnType<typeof findReceivedInvitation>>>

/** Returns the statements that add the person to the education and notify the inviter. Declining notifies nobody. */
function accept(ctx: Ctx, { invitation, title }: InvitationRow) {
  const { educationId, userId, invitedByUserId } = invitation
  return [
    ...joinEducation(ctx, educationId, [userId]),
    notify(ctx, {
      userId: invitedByUserId,
      kind: 'educationInvitationAccepted',
      values: { title },
      path: `/education/${educationId}`,
    }),
  ]
}

/**
 * Accepts or declines a person's invitation to an education, as the person or a guardian; returns those that are still
 * open, oldest first. Writes an audit entry. Accepting adds the person to the education and writes a notice to the
 * inviter; declining notifies nobody. No mail is written.
 *
 * @throws Refused('not_allowed') for anybody else.
 * @throws Refused('not_found') when the invitation is not open.
 * @throws Refused('education_invitation_answered') when it was answered or withdrawn at the same time.
 */
export async function answerInvitation(ctx: Ctx, userId: number, id: number, accepted: boolean) {
  await mustBeOwn(ctx, userId)
  const received = await findReceivedInvitation(ctx, id, userId)
  if (!received) throw new Refused('not_found')
  const { educationId } = received.invitation
  const action = accepted ? 'educationInvitation.accepted' : 'educationInvitation.declined'
  await commitOrRefuse(ctx, [
    markAnswered(ctx.db, id, accepted, ctx.now),
    ...(accepted ? accept(ctx, received) : []),
    recordAudit(ctx, action, { type: 'education', id: educationId }, { userId }),
  ])
  return listReceivedInvitations(ctx, userId)
}

/**
 * Withdraws an open or declined invitation to an education that the caller has sent, with an audit entry. Notifies
 * nobody.
 *
 * @throws Refused('not_found') when the caller has none with that id on the education.
 */
export async function withdrawInvitation(ctx: Ctx, educationId: number, id: number): Promise<undefined> {
  const sent = await findSentInvitation(ctx, id, educationId)
  if (!sent) throw new Refused('not_found')
  const { userId } = sent
  await ctx.db.commit([
    markWithdrawn(ctx.db, id, ctx.now),
    recordAudit(ctx, 'educationInvitation.withdrawn', { type: 'education', id: educationId }, { userId }),
  ])
}

import type { Ctx } from '#api/context.ts'
import { announce } from '#api/participation/results/announce.ts'
import { tellTogether } from '#api/participation/results/tell-together.ts'
import { confirm, confirmWithdrawal, type Held } from '#api/participation/sign-ups/confirm.ts'
import type { Statement } from '#platform/database.ts'
import type { ExamResultRow } from './storage.ts'

function toRecipient({ person }: ExamResultRow) {
  const { id: userId, firstName, email, language } = person
  return { userId, firstName, email, language }
}

const toSeatDetails = ({ exam, part }: ExamResultRow): Held => ({
  ...exam,
  place: { kind: 'exam', id: exam.id },
  title: exam.title ?? part.title,
})

/** Returns the statements that notify a driver whom an organiser removed or refused. */
export function tellRemoved(ctx: Ctx, row: ExamResultRow): Statement[] {
  const { place, title, educationId } = toSeatDetails(row)
  const news = row.result.signedUpAt === null ? 'signUpRefused' : 'signUpCanceled'
  return announce(ctx, news, toRecipient(row), { title, path: `/education/${educationId}`, invitesTo: [place] })
}

/** Returns the statements that confirm a withdrawal to the driver. */
export const tellWithdrawn = (ctx: Ctx, row: ExamResultRow): Statement[] =>
  tellTogether(ctx, [confirmWithdrawal(ctx, toRecipient(row), toSeatDetails(row))])

/** Returns the statements that confirm the seat of a sign-up that waited for a guardian. */
export const tellConfirmed = (ctx: Ctx, row: ExamResultRow): Statement[] =>
  tellTogether(ctx, confirm(ctx, toRecipient(row), toSeatDetails(row)))

import type { Ctx } from '#api/context.ts'
import { announce } from '#api/participation/results/announce.ts'
import { tellTogether } from '#api/participation/results/tell-together.ts'
import { confirm, confirmWithdrawal, type Held } from '#api/participation/sign-ups/confirm.ts'
import type { Statement } from '#platform/database.ts'
import type { ExamResultRow } from './storage.ts'

function toldOf({ person }: ExamResultRow) {
  const { id: userId, firstName, email, language } = person
  return { userId, firstName, email, language }
}

const heldOf = ({ exam, part }: ExamResultRow): Held => ({
  ...exam,
  place: { kind: 'exam', id: exam.id },
  title: exam.title ?? part.title,
})

/** An organiser takes away what a driver waits for, or has. */
export function tellRemoved(ctx: Ctx, row: ExamResultRow): Statement[] {
  const { place, title, educationId } = heldOf(row)
  const news = row.result.signedUpAt === null ? 'signUpRefused' : 'signUpCanceled'
  return announce(ctx, news, toldOf(row), { title, path: `/education/${educationId}`, invitesTo: [place] })
}

export const tellWithdrawn = (ctx: Ctx, row: ExamResultRow): Statement[] =>
  tellTogether(ctx, [confirmWithdrawal(ctx, toldOf(row), heldOf(row))])

/** One that only waited for a guardian has its place now. */
export const tellConfirmed = (ctx: Ctx, row: ExamResultRow): Statement[] =>
  tellTogether(ctx, confirm(ctx, toldOf(row), heldOf(row)))

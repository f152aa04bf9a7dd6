import { getManagedExam } from '#api/catalogue/exams/save-exam.ts'
import { getOrganizedOccasion } from '#api/catalogue/occasions/management/save-occasion.ts'
import type { Ctx } from '#api/context.ts'
import type { ResultPlace } from '#api/participation/results/organized-people.ts'
import type { SentMailing } from './contract.ts'
import { listSentTo } from './history-storage.ts'

/**
 * Lists what was mailed to the participants of an occasion or exam that the caller organises, as `listSentTo` does.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `getOrganizedOccasion` and `getManagedExam` do.
 */
export async function listPlaceHistory(
  ctx: Ctx,
  { occasionId, examId }: { occasionId?: number | undefined; examId?: number | undefined },
): Promise<SentMailing[]> {
  if (occasionId === undefined) return listAfter(ctx, getManagedExam(ctx, examId ?? 0), { examId: examId ?? 0 })
  return listAfter(ctx, getOrganizedOccasion(ctx, occasionId), { occasionId })
}

/** Lists the history in the round trip of the access check, whose refusal it throws. */
async function listAfter(ctx: Ctx, access: Promise<unknown>, place: ResultPlace): Promise<SentMailing[]> {
  const [entries] = await Promise.all([listSentTo(ctx, place), access])
  return entries
}

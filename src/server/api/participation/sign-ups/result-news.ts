import type { Ctx } from '#api/context.ts'
import type { News } from '#api/participation/results/announce.ts'
import type { Word } from '#api/participation/results/tell-together.ts'
import { confirm, confirmWithdrawal } from './confirm.ts'
import type { ResultToChange } from './result-to-change.ts'

const occasionOf = ({ result }: ResultToChange) =>
  result.occasionId === null ? null : { kind: 'occasion' as const, id: result.occasionId }

const personOf = ({ result, person }: ResultToChange) => ({ userId: result.userId, ...person })

/** Creates the notification of an organiser's decision. An approved part carries no calendar file. */
export function tellDecision(row: ResultToChange, news: News): Word {
  const { educationId } = row.result
  const path = educationId ? `/education/${educationId}` : '/profile'
  const place = news === 'partApproved' ? null : occasionOf(row)
  return { news, told: personOf(row), title: row.partTitle, path, place, when: '' }
}

/** Creates the confirmation of a seat taken or given up; none for a part without an occasion. */
export function tellChoice(ctx: Ctx, row: ResultToChange, news: 'signUpConfirmed' | 'signUpWithdrawn'): Word[] {
  const place = occasionOf(row)
  if (!place || !row.occasion) return []
  const { educationId } = row.result
  const seat = { ...row.occasion, place, educationId, title: row.occasion.title ?? row.partTitle }
  return news === 'signUpConfirmed' ? confirm(ctx, personOf(row), seat) : [confirmWithdrawal(ctx, personOf(row), seat)]
}

import type { Ctx } from '#api/context.ts'
import type { News } from '#api/participation/results/announce.ts'
import type { Word } from '#api/participation/results/tell-together.ts'
import { confirm, confirmWithdrawal } from './confirm.ts'
import type { ResultToChange } from './result-to-change.ts'

const occasionOf = ({ result }: ResultToChange) =>
  result.occasionId === null ? null : { kind: 'occasion' as const, id: result.occasionId }

const personOf = ({ result, person }: ResultToChange) => ({ userId: result.userId, ...person })

/** What an organiser has decided, told to the person. A result that is approved brings no calendar file. */
export function tellDecision(row: ResultToChange, news: News): Word {
  const { educationId } = row.result
  const path = educationId ? `/education/${educationId}` : '/profile'
  const place = news === 'partApproved' ? null : occasionOf(row)
  return { news, told: personOf(row), title: row.partTitle, path, place, when: '' }
}

/** A confirmation of a place taken or given up by choice; nothing where there is no time to keep. */
export function tellChoice(ctx: Ctx, row: ResultToChange, news: 'signUpConfirmed' | 'signUpWithdrawn'): Word[] {
  const place = occasionOf(row)
  if (!place || !row.occasion) return []
  const { educationId } = row.result
  const held = { ...row.occasion, place, educationId, title: row.occasion.title ?? row.partTitle }
  return news === 'signUpConfirmed' ? confirm(ctx, personOf(row), held) : [confirmWithdrawal(ctx, personOf(row), held)]
}

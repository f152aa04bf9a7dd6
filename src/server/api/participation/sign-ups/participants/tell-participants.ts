import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { findMeeting, findOccasionForJobs } from '#api/catalogue/occasions/management/storage.ts'
import type { Ctx } from '#api/context.ts'
import type { JobHandler, Rest } from '#api/foundation/jobs/run.ts'
import { announce } from '#api/participation/results/announce.ts'
import { whereAndWhen } from '#api/participation/results/where-and-when.ts'
import { translator } from '#locales/translate.ts'
import { listUntold } from './storage.ts'

interface Telling {
  occasionId: number
  news: 'occasionCanceled' | 'occasionChanged' | 'meetingLinkChanged'
  at: string
}

type Told = Awaited<ReturnType<typeof listUntold>>[number]

function tell(ctx: Ctx<null>, occasion: Occasion, { news, meeting }: Telling & { meeting: string }, told: Told) {
  const language = told.language ?? ctx.language
  const reason = occasion.canceledReason
  const t = translator(language, 'mails')
  return announce(ctx, news, told, {
    title: occasion.title ?? occasion.partTitle,
    path: `/education/${told.educationId ?? ''}?occasionId=${occasion.id}`,
    invitesTo: [{ kind: 'occasion', id: occasion.id }],
    values: {
      when: whereAndWhen(occasion, language),
      meeting,
      reason: reason ? `\n\n${t('occasionCanceled.reason', { reason })}` : '',
    },
  })
}

/** Tells everybody on an occasion what has become of it, forty at a time; whoever has been told is not told again. */
const tellParticipants = async (ctx: Ctx<null>, telling: Telling): Promise<Rest | undefined> => {
  const occasion = await findOccasionForJobs(ctx.db, telling.occasionId)
  if (!occasion) return
  const untold = await listUntold(ctx.db, telling)
  if (untold.length === 0) return
  const meeting = telling.news === 'meetingLinkChanged' ? ((await findMeeting(ctx.db, occasion.id)) ?? '') : ''
  await ctx.db.commit(untold.flatMap((told) => tell(ctx, occasion, { ...telling, meeting }, told)))
  return { rest: { ...telling } }
}

export const handler: JobHandler = tellParticipants

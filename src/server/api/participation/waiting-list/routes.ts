import type { Ctx } from '#api/context.ts'
import { serve } from '#api/serve.ts'
import { translator } from '#locales/translate.ts'
import { type WaitingEntry, waitingList } from './contract.ts'
import { joinQueue } from './join.ts'
import { acceptOffer, leaveQueue } from './leave.ts'
import { listManagedQueue } from './managed-queue.ts'
import { listOwnEntries, type OwnEntryRow } from './storage.ts'

const toWaitingEntry = (
  { language }: Ctx,
  { startsAt, expiresAt, barred, mayAnswer, members, occasionIds, ...entry }: OwnEntryRow,
): WaitingEntry => ({
  ...entry,
  occasionIds: JSON.parse(occasionIds) as number[],
  startDate: new Date(startsAt),
  offerEnds: expiresAt === null ? null : new Date(expiresAt),
  barred: barred && mayAnswer === 1 ? translator(language, 'refusals')(barred) : null,
  mayAnswer: mayAnswer === 1,
  members: JSON.parse(members) as WaitingEntry['members'],
})

const listOwn = async (ctx: Ctx): Promise<WaitingEntry[]> =>
  (await listOwnEntries(ctx)).map((row) => toWaitingEntry(ctx, row))

export const routes = serve(waitingList, {
  'GET /WaitingList': (_input, ctx) => listOwn(ctx),
  'POST /EducationPartOccasions/:id/waitingList': async ({ params, body }, ctx) => {
    await joinQueue(ctx, { ...body, occasionId: params.id })
    return listOwn(ctx)
  },
  'DELETE /WaitingList/:id': ({ params }, ctx) => leaveQueue(ctx, params.id),
  'POST /WaitingList/:id/accept': ({ params, body }, ctx) => acceptOffer(ctx, params.id, body),
  'GET /EducationPartOccasions/:id/waitingList': ({ params }, ctx) => listManagedQueue(ctx, params.id),
})

import { subDays } from 'date-fns'
import type { Language } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import type { JobHandler, Rest } from '#api/foundation/jobs/run.ts'
import { forgetUnsentSecrets } from '#api/foundation/mails/storage.ts'
import { sendReset } from './passwords/reset-password.ts'
import { forgetEnded } from './storage.ts'

interface AskedReset {
  userName: string
  language: Language
}

/** Run again it sends another code, and the one before stops working. */
async function reset(ctx: Ctx<null>, { userName, language }: AskedReset): Promise<undefined> {
  await sendReset({ ...ctx, language }, userName)
}

/** For so long a mail with a code, a link or a password waits to be sent. */
const daysUnsent = 30

/** Ended sessions, links and codes that are out of date, attempts that no limit counts, secrets of mails that never left. Run again it finds none. */
async function forget(ctx: Ctx<null>): Promise<Rest | undefined> {
  await ctx.db.commit([forgetUnsentSecrets(ctx.db, subDays(ctx.now, daysUnsent))])
  return (await forgetEnded(ctx.db, ctx.now)) ? { rest: {} } : undefined
}

export const jobs: Record<string, JobHandler> = {
  'authentication.forget': forget,
  'authentication.reset': reset,
}

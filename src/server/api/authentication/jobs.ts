import type { Language } from '../actor.ts'
import type { Ctx } from '../context.ts'
import type { JobHandler, Rest } from '../jobs/run.ts'
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

/** Ended sessions, links and codes that are out of date, attempts that no limit counts. Run again it finds none. */
const forget = async (ctx: Ctx<null>): Promise<Rest | undefined> =>
  (await forgetEnded(ctx.db, ctx.now)) ? { rest: {} } : undefined

export const jobs: Record<string, JobHandler> = {
  'authentication.forget': forget,
  'authentication.reset': reset,
}

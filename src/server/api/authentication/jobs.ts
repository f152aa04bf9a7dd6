import type { Language } from '../actor.ts'
import type { Ctx } from '../context.ts'
import type { JobHandler } from '../jobs/run.ts'
import { sendReset } from './passwords/reset-password.ts'

interface AskedReset {
  userName: string
  language: Language
}

/** Run again it sends another code, and the one before stops working. */
async function reset(ctx: Ctx<null>, { userName, language }: AskedReset): Promise<undefined> {
  await sendReset({ ...ctx, language }, userName)
}

export const jobs: Record<string, JobHandler> = {
  'authentication.reset': reset,
}

import { env } from 'cloudflare:workers'
import type { Ctx } from '#api/context.ts'
import { erasePerson } from '#api/office/data-retention/erase-person.ts'
import { findSubject } from '#api/office/data-retention/subject.ts'
import { createCacheEpoch } from '#edge/cache/tag-versions.ts'
import { database } from './portal.ts'

/** Returns the context of a job that erases. */
const context = (): Ctx<null> =>
  ({
    db: database(),
    files: env.FILES,
    env,
    now: new Date(),
    newId: () => crypto.randomUUID(),
    requestId: 'erasing',
    log: { error: () => undefined, warn: () => undefined },
    actor: null,
    changedTags: [],
    queuedJobs: [],
    openPlayers: { ask: [], leave: [] },
    cacheEpoch: createCacheEpoch(),
  }) as unknown as Ctx<null>

/** Erases a person, as the job of a confirmed request does. */
export async function erasePersonById(userId: number): Promise<void> {
  const ctx = context()
  const subject = await findSubject(ctx, userId)
  if (!subject) throw new Error('nobody')
  await erasePerson(ctx, subject)
}

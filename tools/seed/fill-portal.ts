import { setTimeout } from 'node:timers/promises'
import type { R2Bucket } from '@cloudflare/workers-types'
import { toMediaType } from '#api/catalogue/packages/media-types.ts'
import { toContentKey } from '#api/catalogue/packages/storage.ts'
import { toStorageKey } from '#api/participation/submissions/content-url.ts'
import { hashPassword } from '#api/people/authentication/passwords/password-hash.ts'
import { password } from '#story/people.ts'
import type { Store } from '../portal.ts'
import { endCertificates } from './certificates.ts'
import { readCourses } from './courses.ts'
import { generateStory, type Story } from './story.ts'
import { writeLedger } from './write.ts'

const together = 16

async function store(files: R2Bucket, objects: readonly { key: string; body: Uint8Array | string; type: string }[]) {
  for (let from = 0; from < objects.length; from += together) {
    const some = objects.slice(from, from + together)
    await Promise.all(some.map(({ key, body, type }) => files.put(key, body, { httpMetadata: { contentType: type } })))
  }
}

/** Cancels occasions last, because a cancelled occasion accepts no sign-ups. */
async function cancel({ db }: Store, { canceledOccasionIds, canceledAt }: Story): Promise<void> {
  const [ids, at] = [JSON.stringify(canceledOccasionIds), canceledAt.toISOString()]
  const chosen = 'IN (SELECT value FROM json_each(?1))'
  await db.batch([
    db
      .prepare(
        `UPDATE education_part_results SET canceled = 1, completed = 0, completed_at = NULL, changed_at = ?2 WHERE occasion_id ${chosen}`,
      )
      .bind(ids, at),
    db
      .prepare(
        `UPDATE occasions SET canceled_at = ?2, canceled_reason = 'För få anmälda.', changed_at = ?2 WHERE id ${chosen}`,
      )
      .bind(ids, at),
  ])
}

/** Fills an empty portal with the federation. */
export async function fillPortal(portalStore: Store, scale: number): Promise<void> {
  const courses = await readCourses()
  const story = generateStory({ today: new Date(), scale, passwordHash: await hashPassword(password), courses })
  // Generating the story blocks this thread for seconds. Idle connections to the runtime were closed in that time, and
  // their close events must be handled first.
  await setTimeout(100)
  await store(portalStore.files, [
    ...story.pictures.map(({ key, text }) => ({ key, body: text, type: 'image/svg+xml' })),
    ...story.handIns.map(({ key, bytes, type }) => ({ key: toStorageKey(key), body: bytes, type })),
    ...courses.flatMap(({ folder, files }) =>
      files.map(({ path, bytes }) => ({ key: toContentKey(folder, path), body: bytes, type: toMediaType(path) })),
    ),
  ])
  await writeLedger(portalStore.db, story.ledger)
  await cancel(portalStore, story)
  await endCertificates(portalStore.db, story.canceledAt)
}

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { xapiAttachments } from '#api/courses/xapi/table.ts'
import type { BackupManifest } from '#api/office/backups/rules.ts'
import { users } from '#api/people/users/table.ts'
import { sha256 } from '#platform/digest.ts'
import { compareRows } from '../../tools/restore/compare-rows.ts'
import { type BackupSource, RestoreError, restoreDatabase, toTarget } from '../../tools/restore/restore-database.ts'
import { createOpenOccasion, partResult } from '../catalogue.ts'
import { insertFederation } from '../federation.ts'
import { database, signedIn } from '../portal.ts'
import { runDailyJob } from '../queue.ts'
import { createSubmission } from '../submission.ts'

const source: BackupSource = {
  read: async (key) => {
    const object = await env.BACKUPS.get(key)
    if (!object) throw new Error(`${key} is missing`)
    return new Uint8Array(await object.arrayBuffer())
  },
}
const target = toTarget(env.DB)

async function latestManifest(): Promise<BackupManifest> {
  const { objects } = await env.BACKUPS.list({ prefix: 'backups/' })
  const key = objects.map((object) => object.key).findLast((one) => one.endsWith('/manifest.json')) ?? ''
  return JSON.parse(new TextDecoder().decode(await source.read(key))) as BackupManifest
}

/** Reads every row of the tables, by table. */
async function readTables(names: readonly string[]): Promise<Map<string, unknown[]>> {
  const tables = new Map<string, unknown[]>()
  for (const name of names) tables.set(name, (await env.DB.prepare(`select * from "${name}"`).all()).results)
  return tables
}

const triggersOfTables = `select name from sqlite_schema where type = 'trigger' and tbl_name in (
  select name from sqlite_schema where type = 'table')`

/** Deletes all rows as nobody can in the portal: without triggers, children before parents. */
async function emptyDatabase(manifest: BackupManifest): Promise<void> {
  const { results } = await env.DB.prepare(
    `select name, sql from sqlite_schema where type = 'trigger' and name in (${triggersOfTables})`,
  ).all<{ name: string; sql: string }>()
  const deletes = manifest.tables.toReversed().map(({ name }) => env.DB.prepare(`delete from "${name}"`))
  await env.DB.batch([
    env.DB.prepare('pragma defer_foreign_keys = on'),
    ...results.map(({ name }) => env.DB.prepare(`drop trigger "${name}"`)),
    env.DB.prepare('delete from sessions'),
    ...deletes,
    ...results.map(({ sql }) => env.DB.prepare(sql)),
  ])
}

let manifest: BackupManifest

beforeAll(async () => {
  await insertFederation()
  const { occasion } = await createOpenOccasion()
  const person = await signedIn({ firstName: 'Åsa', lastName: 'Öberg "Ö" \u2028 \'x\'', organizationIds: [20] })
  await partResult({ userId: person.id, educationPartId: occasion.educationPartId, occasionId: occasion.id, score: 1 })
  await env.FILES.put('there', 'x')
  const file = { contentType: 'text/plain', size: 1, sha256: await sha256('x'), visibility: 'Public' }
  for (const key of ['there', 'gone'])
    await env.DB.prepare(
      `insert into stored_files (name, content_type, size, sha256, key, visibility, created_at) values (?, ?, ?, ?, ?, ?, '2026-01-01T00:00:00.000Z')`,
    )
      .bind(key, file.contentType, file.size, file.sha256, key, file.visibility)
      .run()
  await createSubmission()
  await database().query.insert(xapiAttachments).values({
    statementId: crypto.randomUUID(),
    sha2: 'x',
    contentType: 'text/plain',
    fileKey: 'xapi-attachments/lost',
  })
  await runDailyJob('backups.write')
  manifest = await latestManifest()
})

test('a backup describes every table except temporary ones, with hashes and row counts', async () => {
  const names = manifest.tables.map(({ name }) => name)
  expect(names).toContain('users')
  expect(names).not.toContain('sessions')
  for (const { name, rows, parts } of manifest.tables) {
    if (name !== 'jobs') {
      const counted = await env.DB.prepare(`select count(*) as count from "${name}"`).first<{ count: number }>()
      expect([name, rows]).toEqual([name, counted?.count])
    }
    for (const part of parts) expect(await sha256(await source.read(part.key))).toBe(part.sha256)
  }
})

test('a backup lists files that rows reference and the file store lacks', () => {
  expect(manifest.files).toEqual({ referenced: 4, missing: 2, missingKeys: ['gone', 'xapi-attachments/lost'] })
})

describe('a restore', () => {
  test('refuses a database with people in it', async () => {
    await expect(restoreDatabase(target, source, manifest.id)).rejects.toThrow(RestoreError)
  })

  test('restores every row, the search index and the triggers', async () => {
    const names = manifest.tables.map(({ name }) => name).filter((name) => name !== 'jobs')
    const before = await readTables(names)
    const triggers = (await env.DB.prepare(triggersOfTables).all()).results.length
    const words = await env.DB.prepare(`select rowid from users_words where users_words match 'oberg'`).all()
    expect(words.results).toHaveLength(1)
    await emptyDatabase(manifest)
    expect(await database().query.select({ id: users.id }).from(users)).toEqual([])
    await restoreDatabase(target, source, manifest.id)
    expect(await readTables(names)).toEqual(before)
    expect((await env.DB.prepare(triggersOfTables).all()).results).toHaveLength(triggers)
    expect(await env.DB.prepare(`select rowid from users_words where users_words match 'oberg'`).all()).toMatchObject({
      results: words.results,
    })
  })

  test('compares rows drawn at random with the backup', async () => {
    await compareRows(target, source, manifest)
    const undo = await env.DB.prepare('select id, size from stored_files').all<{ id: number; size: number }>()
    await env.DB.prepare('update stored_files set size = size + 1').run()
    await expect(compareRows(target, source, manifest)).rejects.toThrow(/compared rows of stored_files differ/)
    for (const { id, size } of undo.results)
      await env.DB.prepare('update stored_files set size = ? where id = ?').bind(size, id).run()
    await compareRows(target, source, manifest)
  })

  test('refuses a part that was changed', async () => {
    await emptyDatabase(manifest)
    const damaged: BackupSource = {
      read: async (key) => (key.includes('/users/') ? new Uint8Array([1, 2, 3]) : source.read(key)),
    }
    await expect(restoreDatabase(target, damaged, manifest.id)).rejects.toThrow('differs from what was written')
    await emptyDatabase(manifest)
    await restoreDatabase(target, source, manifest.id)
  })
})

test('backups older than 35 days are deleted by the next one', async () => {
  await env.BACKUPS.put('backups/2026-01-01T03-00-00Z/manifest.json', '{}')
  await runDailyJob('backups.write')
  expect(await env.BACKUPS.head('backups/2026-01-01T03-00-00Z/manifest.json')).toBeNull()
  expect(await latestManifest()).toMatchObject({ format: 1 })
})

import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sha256 } from '#platform/digest.ts'
import { toRemoteTarget } from './remote-target.ts'
import { type BackupSource, restoreDatabase, type Statement, toJsonChunks } from './restore-database.ts'

/** The body of `POST …/d1/database/:id/query`, as Cloudflare's API describes it. */
const Query = z.strictObject({
  batch: z
    .array(z.strictObject({ sql: z.string(), params: z.array(z.union([z.string(), z.number(), z.null()])) }))
    .min(1),
})

const database = new DatabaseSync(':memory:')
const refused: string[] = []
let server: Server
let api: string

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Runs a batch in one transaction, as D1 does. */
function runBatch(batch: readonly Statement[]) {
  database.exec('begin')
  try {
    const result = batch.map(({ sql, params }) => ({ results: database.prepare(sql).all(...params) }))
    database.exec('commit')
    return { status: 200, body: { success: true, errors: [], messages: [], result } }
  } catch (error) {
    database.exec('rollback')
    return { status: 400, body: { success: false, errors: [{ code: 7500, message: String(error) }], result: [] } }
  }
}

async function answer(request: IncomingMessage) {
  const isKnown = request.method === 'POST' && request.url === '/client/v4/accounts/acc/d1/database/db/query'
  if (!isKnown) refused.push(`${request.method} ${request.url}`)
  if (request.headers.authorization !== 'Bearer secret')
    return {
      status: 403,
      body: { success: false, errors: [{ code: 10000, message: 'Authentication error' }], result: [] },
    }
  return runBatch(Query.parse(JSON.parse(await readBody(request))).batch)
}

beforeAll(async () => {
  database.exec(`
    create table d1_migrations (id integer primary key, name text);
    insert into d1_migrations (name) values ('0001.sql');
    create table organizations (id integer primary key, name text not null, parent_id integer references organizations (id));
    create table users (id integer primary key, name text not null, organization_id integer references organizations (id));
    create trigger no_users before insert on users begin select raise(abort, 'as a trigger of the portal might'); end;`)
  server = createServer((request, response) => {
    answer(request)
      .catch((error: unknown) => ({
        status: 500,
        body: { success: false, errors: [{ message: String(error) }], result: [] },
      }))
      .then(({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

async function createBackup(tables: Record<string, { columns: string[]; rows: unknown[][] }>): Promise<BackupSource> {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>()
  const described = []
  for (const [name, { columns, rows }] of Object.entries(tables)) {
    const bytes = new Uint8Array(gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join('')))
    const key = `backups/now/tables/${name}/000000.ndjson.gz`
    objects.set(key, bytes)
    const part = { key, rows: rows.length, bytes: bytes.length, sha256: await sha256(bytes) }
    described.push({ name, columns, rows: rows.length, parts: [part] })
  }
  const at = '2026-11-26T03:00:00.000Z'
  const files = { referenced: 0, missing: 0, missingKeys: [] }
  const manifest = {
    format: 1,
    id: 'now',
    startedAt: at,
    finishedAt: at,
    migrations: ['0001.sql'],
    tables: described,
    files,
  }
  objects.set('backups/now/manifest.json', new TextEncoder().encode(JSON.stringify(manifest)))
  return {
    read: async (key) => {
      const bytes = objects.get(key)
      if (!bytes) throw new Error(`${key} is missing`)
      return bytes
    },
  }
}

test('a backup is restored through Cloudflare’s API, even children before parents of the same table', async () => {
  const source = await createBackup({
    organizations: {
      columns: ['id', 'name', 'parent_id'],
      rows: [
        [1, 'Klubb', 2],
        [2, 'Förbund', null],
      ],
    },
    users: { columns: ['id', 'name', 'organization_id'], rows: [[7, 'Åsa "Ö"\u2028', 1]] },
  })
  await restoreDatabase(toRemoteTarget({ api, account: 'acc', database: 'db', token: 'secret' }), source, 'now')
  expect(database.prepare('select name, parent_id from organizations order by id').all()).toMatchObject([
    { name: 'Klubb', parent_id: 2 },
    { name: 'Förbund', parent_id: null },
  ])
  expect(database.prepare('select name from users').all()).toMatchObject([{ name: 'Åsa "Ö"\u2028' }])
  expect(database.prepare(`select count(*) as count from sqlite_schema where type = 'trigger'`).get()).toMatchObject({
    count: 1,
  })
  expect(refused).toEqual([])
})

test('a refusal is an error with its message', async () => {
  const target = toRemoteTarget({ api, account: 'acc', database: 'db', token: 'wrong' })
  await expect(target.run([{ sql: 'select 1', params: [] }])).rejects.toThrow('403: Authentication error')
})

test('rows are split so that no text is longer than a value may be', () => {
  expect(toJsonChunks(['[1]', '[2]', '[3]'], 8)).toEqual(['[[1],[2]]', '[[3]]'])
  expect(toJsonChunks(['[12345678]', '[1]'], 4)).toEqual(['[[12345678]]', '[[1]]'])
  expect(toJsonChunks([])).toEqual([])
})

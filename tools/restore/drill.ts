import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import type { JobProgress } from '#api/office/job-list/contract.ts'
import { type Session, signIn } from '../bench/page-weight.ts'
import { build } from '../build.ts'
import { readOptions } from '../command.ts'
import { root } from '../local-portal.ts'
import { migrate } from '../migrate.ts'
import { openPortal, openStore } from '../portal.ts'
import { expectFreePort } from '../runtime.ts'
import { copyTemplate, seededTemplate } from '../template.ts'
import { comparedRows, drawRows } from './compare-rows.ts'
import { type BackupSource, restoreDatabase, toTarget } from './restore-database.ts'

/**
 * Rehearses the loss of the database: seeds a portal, backs it up by its own job, restores the backup into an empty
 * database and compares all numbers of rows, and 1,000 rows drawn at random. Prints the minutes.
 *
 *   npm run restore-drill -- --scale 50
 */
const values = readOptions(
  `Rehearses a restore of the database on this machine:
  npm run restore-drill -- --scale 50`,
  { scale: { type: 'string', default: '1' }, port: { type: 'string', default: '8797' } },
)
const port = Number(values.port)
const scale = Number(values.scale)
const cache = join(root, '.cache/restore-drill')
const [before, after] = [join(cache, 'before'), join(cache, 'after')]

const minutesSince = (begun: number) => ((Date.now() - begun) / 60_000).toFixed(2)

async function callAs({ token }: Session, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`http://localhost:${port}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

/** Runs the backup job of a portal and returns the id of the backup. */
async function backUp(): Promise<string> {
  await expectFreePort(port)
  const portal = await openPortal({ dir: before, port, log: join(cache, 'portal.log') })
  try {
    const session = await signIn(portal.origin, 'superadmin')
    const { jobId } = (await callAs(session, '/jobs/daily', { kind: 'backups.write' })) as { jobId: string }
    for (;;) {
      const { state, result } = (await callAs(session, `/jobs/${jobId}`)) as JobProgress
      if (state === 3) return String(result?.['backup'])
      if (state > 3) throw new Error('the backup failed; see .cache/restore-drill/portal.log')
      await wait(500)
    }
  } finally {
    await portal.close()
  }
}

const bucketSource = (bucket: R2Bucket): BackupSource => ({
  read: async (key) => {
    const object = await bucket.get(key)
    if (!object) throw new Error(`${key} is missing`)
    return new Uint8Array(await object.arrayBuffer())
  },
})

const rowAt = (table: string, offset: number) => `select * from "${table}" limit 1 offset ${offset}`

/** Compares rows drawn at random from all tables, in proportion to their size. */
async function compareRows(
  one: D1Database,
  other: D1Database,
  tables: { name: string; rows: number }[],
): Promise<void> {
  // The job that makes the backup goes on after its row has been copied.
  const drawn = drawRows(
    'restore-drill',
    tables.filter(({ name }) => name !== 'jobs'),
  )
  if (drawn.size === 0) throw new Error('there is nothing to compare')
  for (const [name, places] of drawn)
    for (const at of places) {
      const [a, b] = await Promise.all([one, other].map((db) => db.prepare(rowAt(name, at)).first()))
      if (JSON.stringify(a) !== JSON.stringify(b)) throw new Error(`a row of ${name} differs at ${at}`)
    }
}

/** Restores the backup into an empty portal and compares the two. */
async function restoreAndCompare(id: string): Promise<void> {
  const [from, to] = [await openStore(before), await openStore(after)]
  try {
    const begun = Date.now()
    await migrate(to.db)
    const { tables } = await restoreDatabase(
      // The Worker's own type of the same object, as in `openStore`.
      toTarget(to.db as unknown as globalThis.D1Database),
      bucketSource(from.backups),
      id,
    )
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`Restored ${rows} rows of ${tables.length} tables in ${minutesSince(begun)} minutes.`)
    await compareRows(from.db, to.db, tables)
    console.log(`${comparedRows} rows drawn at random are the same.`)
  } finally {
    await from.close()
    await to.close()
  }
}

build()
copyTemplate(await seededTemplate(scale === 1 ? 'journeys' : `restore-drill-${scale}`, scale), before)
const begun = Date.now()
const id = await backUp()
console.log(`Backed up as ${id} in ${minutesSince(begun)} minutes.`)
rmSync(after, { recursive: true, force: true })
await restoreAndCompare(id)

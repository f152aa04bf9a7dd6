import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { D1Database } from '@cloudflare/workers-types'
import { drawFrom } from '#story/draw.ts'
import { build } from '../build.ts'
import { root } from '../house.ts'
import { openStore } from '../portal.ts'
import { expectFree } from '../runtime.ts'
import { copyTemplate, seededTemplate } from '../template.ts'
import { askAt } from './ask.ts'
import { type Promised, playAll } from './play.ts'
import { startPortal } from './portal-process.ts'
import { setScene } from './scene.ts'
import { judgeAfterKill, judgeInTheEnd } from './verdict.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now()) },
    /** Plays this one alone. */
    round: { type: 'string' },
    port: { type: 'string', default: '8796' },
  },
})
const port = Number(values.port)
const cache = join(root, '.cache/kill-rounds')
const [base, dir] = [join(cache, 'base'), join(cache, 'round')]
const log = join(cache, 'portal.log')

/** Looks into a folder that no portal runs on. */
async function inStore<Answer>(folder: string, work: (db: D1Database) => Promise<Answer>): Promise<Answer> {
  const store = await openStore(folder)
  try {
    return await work(store.db)
  } finally {
    await store.close()
  }
}

/** Locks and claims of who has died run out by themselves; this is those minutes. */
const letTimePass = (folder: string) =>
  inStore(folder, async (db) => {
    await db.batch([
      db.prepare(`UPDATE jobs SET locked_until = '2020-01-01T00:00:00.000Z' WHERE state = 2`),
      db.prepare(`UPDATE idempotency_answers SET claimed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-2 minutes')`),
    ])
  })

/** Plays until the portal is killed under everybody’s hands, at a moment of the draw. */
async function playAndKill(round: string, promised: Promised, recipientId: number, killAfter: number): Promise<void> {
  const portal = await startPortal(dir, port, log)
  let isOver = false
  const playing = playAll({ ask: askAt(port), round, promised, recipientId, isOver: () => isOver })
  playing.catch(() => undefined)
  await after(killAfter)
  await portal.kill()
  isOver = true
  await playing
}

/** Everybody comes back, asks again what was not answered, and once more what was. */
async function playToTheEnd(round: string, promised: Promised, recipientId: number): Promise<void> {
  const portal = await startPortal(dir, port, log)
  const deadline = Date.now() + 120_000
  const isOver = () => Date.now() > deadline
  try {
    const play = { ask: askAt(port), round, promised, recipientId, isOver }
    await playAll(play)
    await playAll(play)
  } finally {
    await portal.kill()
  }
}

async function playRound(number: number, recipientId: number): Promise<string> {
  const draw = drawFrom(`${values.seed}/${number}`)
  const killAfter = draw.between(20, 6000)
  const [round, promised]: [string, Promised] = [`${values.seed}/${number}`, new Map()]
  rmSync(dir, { recursive: true, force: true })
  cpSync(base, dir, { recursive: true })
  await playAndKill(round, promised, recipientId, killAfter)
  const kept = promised.size
  await inStore(dir, (db) => judgeAfterKill(db, promised))
  await letTimePass(dir)
  await playToTheEnd(round, promised, recipientId)
  await inStore(dir, (db) => judgeInTheEnd(db, promised))
  return `killed after ${killAfter} ms, ${kept} answers kept, ${promised.size} in the end`
}

async function playRounds(): Promise<void> {
  await expectFree(port)
  build()
  copyTemplate(await seededTemplate('journeys', 1), base)
  const { recipientId } = await inStore(base, setScene)
  const only = values.round === undefined ? null : Number(values.round)
  const numbers = only === null ? Array.from({ length: Number(values.rounds) }, (_, at) => at + 1) : [only]
  console.log(`Seed ${values.seed}, ${numbers.length} rounds`)
  for (const number of numbers) {
    try {
      console.log(`${String(number).padStart(3)}  ${await playRound(number, recipientId)}`)
    } catch (error) {
      console.error(`\nRound ${number} of seed ${values.seed}: ${error instanceof Error ? error.message : error}`)
      console.error(`Again: npm run kill-rounds -- --seed ${values.seed} --round ${number}. Its data lie in ${dir}.`)
      process.exit(1)
    }
  }
  console.log('Nothing was lost, nothing was half, and everybody ended where they would have.')
  process.exit(0)
}

process.on('disconnect', () => process.exit(0))
await playRounds()

import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { D1Database } from '@cloudflare/workers-types'
import { createDraw } from '#story/draw.ts'
import { build } from '../build.ts'
import { readOptions } from '../command.ts'
import { root } from '../local-portal.ts'
import { openStore } from '../portal.ts'
import { prepare } from '../prepare.ts'
import { expectFreePort } from '../runtime.ts'
import { copyTemplate, seededTemplate } from '../template.ts'
import { checkAfterKill, checkAtEnd } from './checks.ts'
import { createClient } from './client.ts'
import { prepareData } from './data.ts'
import { startPortal } from './portal-process.ts'
import { type AnsweredSteps, runAllSteps } from './steps.ts'
import { countWrites } from './writes.ts'

const values = readOptions(
  `Kills the portal in the middle of writes, and checks what is left:
  npm run kill-rounds -- --rounds 50`,
  {
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now()) },
    /** Runs only this round. */
    round: { type: 'string' },
    port: { type: 'string', default: '8796' },
  },
)
const port = Number(values.port)
/** Number of writes in a run without a kill, approximately. */
const expectedWrites = 45
type Draw = ReturnType<typeof createDraw>
const cache = join(root, '.cache/kill-rounds')
const [base, dir] = [join(cache, 'base'), join(cache, 'round')]
const log = join(cache, 'portal.log')

/** Opens the store of a folder on which no portal runs. */
async function inStore<Answer>(folder: string, work: (db: D1Database) => Promise<Answer>): Promise<Answer> {
  const store = await openStore(folder)
  try {
    return await work(store.db)
  } finally {
    await store.close()
  }
}

interface KillReport {
  /** Writes sent but not answered at the kill. */
  writes: number
  ms: number
}

/** Runs the steps and kills the portal in the middle of a write, after a random number of answered ones. */
async function playAndKill(
  round: string,
  answers: AnsweredSteps,
  recipientId: number,
  draw: Draw,
): Promise<KillReport> {
  const portal = await startPortal(dir, port, log)
  const begun = Date.now()
  let isOver = false
  const writes = countWrites(createClient(port))
  const playing = runAllSteps({ ask: writes.ask, round, answers, recipientId, isOver: () => isOver }).finally(() => {
    isOver = true
  })
  playing.catch(() => undefined)
  await writes.inTheMiddle(draw.between(0, expectedWrites), () => isOver)
  // Varies the moment of the kill within the write.
  await after(draw.between(0, 25))
  const killed = { writes: writes.underWay(), ms: Date.now() - begun }
  await portal.kill()
  isOver = true
  await playing
  return killed
}

/** Repeats all steps twice: unanswered requests are sent again, and so are answered ones. */
async function playToTheEnd(round: string, answers: AnsweredSteps, recipientId: number): Promise<void> {
  const portal = await startPortal(dir, port, log)
  const deadline = Date.now() + 120_000
  const isOver = () => Date.now() > deadline
  try {
    const play = { ask: createClient(port), round, answers, recipientId, isOver }
    await runAllSteps(play)
    await runAllSteps(play)
  } finally {
    await portal.kill()
  }
}

const jobsAtWork = async (db: D1Database) =>
  (await db.prepare('SELECT count(*) AS n FROM jobs WHERE state = 2').first<{ n: number }>())?.n ?? 0

async function playRound(number: number, recipientId: number): Promise<{ killed: KillReport; text: string }> {
  const draw = createDraw(`${values.seed}/${number}`)
  const [round, answers]: [string, AnsweredSteps] = [`${values.seed}/${number}`, new Map()]
  rmSync(dir, { recursive: true, force: true })
  cpSync(base, dir, { recursive: true })
  const killed = await playAndKill(round, answers, recipientId, draw)
  const keptCount = answers.size
  const jobs = await inStore(dir, async (db) => {
    await checkAfterKill(db, answers)
    return jobsAtWork(db)
  })
  await prepare(dir)
  await playToTheEnd(round, answers, recipientId)
  await inStore(dir, (db) => checkAtEnd(db, answers))
  const middle = `in the middle of ${killed.writes} writes and ${jobs} jobs`
  return {
    killed,
    text: `killed after ${killed.ms} ms ${middle}, ${keptCount} answers kept, ${answers.size} in the end`,
  }
}

async function playRounds(): Promise<void> {
  await expectFreePort(port)
  build()
  copyTemplate(await seededTemplate('journeys', 1), base)
  const { recipientId } = await inStore(base, prepareData)
  const only = values.round === undefined ? null : Number(values.round)
  const numbers = only === null ? Array.from({ length: Number(values.rounds) }, (_, at) => at + 1) : [only]
  console.log(`Seed ${values.seed}, ${numbers.length} rounds`)
  let inTheMiddle = 0
  for (const number of numbers) {
    try {
      const { killed, text } = await playRound(number, recipientId)
      if (killed.writes > 0) inTheMiddle += 1
      console.log(`${String(number).padStart(3)}  ${text}`)
    } catch (error) {
      console.error(`\nRound ${number} of seed ${values.seed}: ${error instanceof Error ? error.message : error}`)
      console.error(`Again: npm run kill-rounds -- --seed ${values.seed} --round ${number}. Its data lie in ${dir}.`)
      process.exit(1)
    }
  }
  console.log(`${inTheMiddle} of ${numbers.length} kills fell in the middle of a write.`)
  console.log('Nothing was lost, nothing was half, and everybody ended where they would have.')
  process.exit(0)
}

process.on('disconnect', () => process.exit(0))
await playRounds()

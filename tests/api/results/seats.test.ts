import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occasions } from '#api/catalogue/occasions/table.ts'
import type { Ctx } from '#api/context.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { writeResults } from '#api/participation/sign-ups/write-results.ts'
import { createContext } from '#edge/request-context.ts'
import { loadActor } from '#edge/session.ts'
import { openDatabase } from '#platform/database.ts'
import { createEducation, createOccasion } from '../../catalogue.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'

const { query } = database()
const places = 20
const thumbs = 500

const people = (count: number) => Promise.all(Array.from({ length: count }, () => signedIn()))

async function aSmallOccasion() {
  const education = await createEducation([{}])
  return createOccasion(education.firstPartId, { maxParticipants: places })
}

const liveOn = (occasionId: number) =>
  query.$count(educationPartResults, eq(educationPartResults.occasionId, occasionId))

/** Returns a gate that opens when `count` sign-ups have passed the rule and none has written yet. */
function gate(count: number) {
  let waiting = 0
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    waiting += 1
    if (waiting === count) open()
    return opened
  }
}

async function pausedContext(person: Person, pause: () => Promise<void>): Promise<Ctx> {
  const visitor = createContext({ request: new Request('http://portal.test/api'), env, after: (work) => void work })
  const actor = await loadActor(person.token, visitor)
  if (!actor) throw new Error('the person has no session')
  const db = openDatabase(env.DB, null)
  const commit: typeof db.commit = async (statements) => {
    await pause()
    return db.commit(statements)
  }
  return { ...visitor, actor, db: { ...db, commit } }
}

/** Counts the people who got a seat when all of them had passed the rule before the first write. */
async function signUpAllAtOnce(crowd: readonly Person[], occasionId: number): Promise<number> {
  const pause = gate(crowd.length)
  const outcomes = await Promise.allSettled(
    crowd.map(async (person) =>
      writeResults(await pausedContext(person, pause), [{ userId: person.id, occasionId, resultId: null }]),
    ),
  )
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'occasion_full' })
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

test('five hundred concurrent requests for twenty seats give exactly twenty sign-ups', {
  timeout: 120_000,
}, async () => {
  const occasion = await aSmallOccasion()
  const crowd = await people(thumbs)
  const answers = await Promise.all(
    crowd.map(({ id, fetch }) =>
      fetch('PUT', '/EducationPartOccasions/results', [{ userId: id, occasionId: occasion.id }]),
    ),
  )
  const codes = await Promise.all(answers.map(async (answer) => (await bodyOf<{ code?: string }>(answer)).code ?? 'ok'))
  expect(codes.filter((code) => code === 'ok')).toHaveLength(places)
  expect(codes.filter((code) => code === 'occasion_full')).toHaveLength(thumbs - places)
  expect(await liveOn(occasion.id)).toBe(places)
})

test('also when all of them pass the rule before the first write', { timeout: 60_000 }, async () => {
  const occasion = await aSmallOccasion()
  expect(await signUpAllAtOnce(await people(places + 40), occasion.id)).toBe(places)
  expect(await liveOn(occasion.id)).toBe(places)
  const [row] = await query
    .select({ booked: occasions.bookedCount })
    .from(occasions)
    .where(eq(occasions.id, occasion.id))
  expect(row?.booked).toBe(places)
})

test('without the trigger the rule alone oversells, so the test detects it', { timeout: 60_000 }, async () => {
  const trigger = await env.DB.prepare(`select sql from sqlite_master where name = 'results_take_place_insert'`).first<{
    sql: string
  }>()
  if (!trigger) throw new Error('the trigger that keeps the places is gone')
  const occasion = await aSmallOccasion()
  const crowd = await people(places + 40)
  await env.DB.prepare('drop trigger results_take_place_insert').run()
  try {
    expect(await signUpAllAtOnce(crowd, occasion.id)).toBe(crowd.length)
  } finally {
    await env.DB.prepare(trigger.sql).run()
  }
})

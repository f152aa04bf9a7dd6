import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { educations } from '#api/catalogue/educations/table.ts'
import type { Ctx } from '#api/context.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { clear, start as startImport } from '#api/office/imports/receive-file.ts'
import { importBatches, importRows } from '#api/office/imports/table.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { auditOf } from '../../audit.ts'
import { education } from '../../catalogue.ts'
import { database } from '../../portal.ts'
import { deliver, drainJobs, heldBack } from '../../queue.ts'
import { inDays } from '../../time.ts'
import {
  batch,
  idOf,
  imported,
  known,
  resultsOf,
  row,
  send,
  somebodyNewEachTime,
  staged,
  start,
  superadministrator,
  the,
  unique,
} from './scene.ts'

const { query } = database()
somebodyNewEachTime()

/** Returns a context in which `meanwhile` runs between the reads and the commit of the import. */
function contextRacedBy(meanwhile: () => Promise<unknown>): Ctx {
  const db = database()
  const commit = async (statements: Parameters<typeof db.commit>[0]) => {
    await meanwhile()
    return db.commit(statements)
  }
  return {
    actor: { id: the.importer.id },
    now: new Date(),
    requestId: 'r',
    newId: () => crypto.randomUUID(),
    db: { ...db, commit },
    queuedJobs: [],
  } as unknown as Ctx
}

describe('thrown away and started at once, an import', () => {
  test('that has been started at the same time runs, and is not thrown away', async () => {
    const person = await known()
    await staged([row({ id: await idOf(person), education: unique('Kurs') })])
    await heldBack(async () => {
      await expect(clear(contextRacedBy(start))).rejects.toMatchObject({ text: 'import_running' })
      await expect(clear(contextRacedBy(async () => undefined))).rejects.toMatchObject({ code: 'import_running' })
    })
    await drainJobs()
    expect(await batch()).toMatchObject({ status: 2, added: 1 })
    expect(await resultsOf(person)).toHaveLength(1)
  })

  test('that has been thrown away at the same time is neither started nor recorded as started', async () => {
    const person = await known()
    await staged([row({ id: await idOf(person), education: unique('Kurs') })])
    const thrownAway = async () => {
      expect((await the.importer.fetch('POST', '/imports/clear')).status).toBe(204)
    }
    await expect(startImport(contextRacedBy(thrownAway))).rejects.toMatchObject({ text: 'import_nothing_staged' })
    const [audit] = await auditOf('import')
    expect(audit?.action).toBe('import.uploaded')
    expect(await resultsOf(person)).toEqual([])
  })
})

describe('the import', () => {
  test('adds what is new, makes the educations that are missing, and is on record', async () => {
    const [course, missing] = [unique('Kurs'), unique('Saknad')]
    const educationId = await education({ title: course, validityMonths: 24 })
    const [anna, bo] = [await known(), await known()]
    const done = await imported([
      row({ id: await idOf(anna), education: course }),
      row({ id: await idOf(anna), education: missing, on: '20190901' }),
      row({ id: await idOf(bo), education: missing.toUpperCase() }),
      row({ id: 'nobody', education: course }),
    ])
    expect(done).toMatchObject({ status: 2, added: 3, done: 4 })
    const [made, ...more] = (await query.select().from(educations)).filter(({ title }) => title.startsWith(missing))
    expect([made?.publishedAt, more]).toEqual([null, []])
    expect(await resultsOf(anna)).toMatchObject([
      {
        educationId,
        completed: true,
        completedAt: new Date('2020-05-01T12:00:00Z'),
        validToOn: '2022-05-01',
        source: 1,
        registeredByUserId: the.importer.id,
        verificationCode: expect.stringMatching(/^[\w-]{14}$/),
      },
      { educationId: made?.id, completedAt: new Date('2019-09-01T12:00:00Z'), validToOn: null },
    ])
    expect(await resultsOf(bo)).toHaveLength(1)
    const audits = (await auditOf('education')).filter(({ data }) => data['importId'])
    expect(audits.filter(({ data }) => data['userId'] === anna.id)).toHaveLength(2)
    expect((await auditOf('import')).map(({ action }) => action).slice(0, 3)).toEqual([
      'import.done',
      'import.started',
      'import.uploaded',
    ])
  })

  test('completes what somebody is in the middle of, and leaves alone what is completed', async () => {
    const educationId = await education({ title: unique('Kurs') })
    const [title] = await query.select().from(educations).where(eq(educations.id, educationId))
    const [under, done] = [await known(), await known()]
    const now = new Date()
    const plain = { educationId, createdAt: now, changedAt: now }
    await query.insert(educationResults).values([
      { ...plain, userId: under.id },
      { ...plain, userId: done.id, completed: true, completedAt: now },
    ])
    const [before] = await resultsOf(done)
    await imported([
      row({ id: await idOf(under), education: title?.title ?? '' }),
      row({ id: await idOf(done), education: title?.title ?? '' }),
    ])
    expect(await resultsOf(under)).toMatchObject([{ completed: true, completedAt: new Date('2020-05-01T12:00:00Z') }])
    expect(await resultsOf(done)).toEqual([before])
  })

  test('is applied once, however often it is started', async () => {
    const person = await known()
    await staged([row({ id: await idOf(person), education: unique('Kurs') })])
    let jobId = ''
    await heldBack(async () => {
      const [first, second] = await Promise.all([start(), start()])
      expect(first.jobId).toBe(second.jobId)
      expect((await the.importer.fetch('POST', '/imports/clear')).status).toBe(409)
      expect((await send([row({ id: 'x', education: 'A' })])).status).toBe(409)
      jobId = first.jobId ?? ''
    })
    await deliver(jobId)
    await deliver(jobId)
    expect(await start()).toEqual({ jobId: null, added: 1 })
    expect(await resultsOf(person)).toHaveLength(1)
  })

  test('that was called off can be started again, and goes on where it was', async () => {
    const person = await known()
    await staged([row({ id: await idOf(person), education: unique('Kurs') })])
    await heldBack(async () => {
      const { jobId } = await start()
      await the.importer.fetch('POST', `/jobs/${jobId}/cancel`)
      expect(await batch()).toMatchObject({ status: 1, stopped: true, done: 0 })
      const again = await start()
      expect(again.jobId).not.toBe(jobId)
    })
    await drainJobs()
    expect(await batch()).toMatchObject({ status: 2, stopped: false, added: 1 })
  })

  test('of a long file is read and applied in the background, with its progress in rows', async () => {
    const [person, course] = [await known(), unique('Lång')]
    const id = await idOf(person)
    await staged(Array.from({ length: 2_600 }, (_, at) => row({ id, education: `${course} ${at % 40}` })))
    expect((await query.select().from(jobs).where(eq(jobs.kind, 'imports.read'))).length).toBe(1)
    await drainJobs()
    expect(await batch()).toMatchObject({ status: 0, people: 1, counts: { newEducation: 40, existing: 2_560 } })
    await start()
    await drainJobs()
    expect(await batch()).toMatchObject({ status: 2, done: 2_600, added: 40 })
    expect(await resultsOf(person)).toHaveLength(40)
  })

  test('of the same new education by two people at once makes one', async () => {
    const [other, missing] = [await superadministrator(), unique('Samtidig')]
    const [anna, bo] = [await known(), await known()]
    await staged([row({ id: await idOf(anna), education: missing })])
    await staged([row({ id: await idOf(bo), education: missing })], other)
    const [mine, theirs] = [await start(), await start(other)]
    await Promise.all([deliver(mine.jobId ?? ''), deliver(theirs.jobId ?? '')])
    await drainJobs()
    expect((await query.select().from(educations)).filter(({ title }) => title === missing)).toHaveLength(1)
    expect([(await resultsOf(anna)).length, (await resultsOf(bo)).length]).toEqual([1, 1])
  })
})

test('rows that nobody needs any more are forgotten; what they became stays', async () => {
  const person = await known()
  await imported([row({ id: await idOf(person), education: unique('Kurs') })])
  await query.update(importBatches).set({ changedAt: inDays(-40) })
  await query
    .insert(jobs)
    .values({ id: unique('f'), kind: 'imports.forget', payload: {}, runAt: new Date(), createdAt: new Date() })
  await drainJobs()
  expect(await query.select().from(importRows)).toEqual([])
  expect(await resultsOf(person)).toHaveLength(1)
})

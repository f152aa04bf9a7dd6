import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobs } from '#api/foundation/jobs/table.ts'
import type { RegisterStatus } from '#api/people/register/contract.ts'
import { registerRuns } from '#api/people/register/table.ts'
import { insertFederation } from '../federation.ts'
import { connectRegister, readRegister, row, serveRegister } from '../jobs/register/fixtures.ts'
import { database, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'

await insertFederation()
connectRegister()

const { query } = database()
const office = await signedIn({ roles: { SuperAdministrator: {} } })
const getStatus = () => office.json<RegisterStatus>('GET', '/PeopleRegister')

test('without a register nothing can be fetched, and the page says so', async () => {
  Object.assign(env, { SPORTS_PEOPLE_URL: undefined })
  expect(await getStatus()).toEqual({ isConnected: false, run: null })
  const refused = await office.fetch('POST', '/PeopleRegister/sync')
  expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([409, 'register_missing'])
})

test('the latest read is shown with its counts and the rows that were refused', async () => {
  await readRegister([row('1'), row('2', { birthDate: 'wrong' }), row('3', { birthDate: '2015-05-05' })])
  await query.update(registerRuns).set({ startedAt: new Date(Date.now() - 8 * 86_400_000) })
  await readRegister([
    row('1', { firstName: 'Bea' }),
    { ...row('2'), birthDate: 'wrong', protected: true },
    row('3', { birthDate: '2015-05-05' }),
    row('4'),
    { ...row(''), lastName: 'Utan Id' },
  ])
  expect(await getStatus()).toMatchObject({
    isConnected: true,
    run: {
      state: 'done',
      isFull: true,
      reason: null,
      read: 5,
      new: 1,
      changed: 1,
      unchanged: 1,
      refused: 2,
      missing: 0,
      minors: 0,
      refusedRows: [
        { position: 2, externalId: '2', name: null, reason: 'birthDateInvalid' },
        { position: 5, externalId: null, name: 'Anna Utan Id', reason: 'idInvalid' },
      ],
    },
  })
})

test('a superadministrator fetches everything at once; two presses make one read', async () => {
  await readRegister([row('1')])
  const queries = serveRegister([row('1'), row('9')])
  const [first, second] = [
    await office.json<{ jobId: string }>('POST', '/PeopleRegister/sync'),
    await office.json<{ jobId: string }>('POST', '/PeopleRegister/sync'),
  ]
  await drainJobs()
  expect(queries).toEqual(['?federation=7'])
  expect(second.jobId).toBe(first.jobId)
  expect((await getStatus()).run).toMatchObject({ state: 'done', isFull: true, new: 1 })
})

test('a read whose job has failed is shown as interrupted', async () => {
  await readRegister([row('1')])
  await query.update(registerRuns).set({ state: 0, finishedAt: null })
  await query.update(jobs).set({ state: 4 }).where(eq(jobs.kind, 'register.sync'))
  expect((await getStatus()).run).toMatchObject({ state: 'failed', reason: null })
})

import { env } from 'cloudflare:workers'
import { desc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { notices } from '#api/foundation/notices/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { registerPeople, registerRows, registerRuns } from '#api/people/register/table.ts'
import { users } from '#api/people/users/table.ts'
import { database } from '../../portal.ts'
import { runDailyJob } from '../../queue.ts'

export const { query } = database()

/** A row of the register by the names of the plain JSON address. */
export interface RegisterRow {
  id: string
  firstName: string
  lastName: string
  birthDate?: string | null
  personalNumber?: string
  email?: string | null
  phone?: string
  memberships?: { organizationId: string; from?: string; to?: string }[]
  protected?: boolean
  deceased?: boolean
  deleted?: boolean
  mergedInto?: string
}

export const row = (id: string, more: Partial<RegisterRow> = {}): RegisterRow => ({
  id,
  firstName: 'Anna',
  lastName: `Berg ${id}`,
  birthDate: '1985-04-12',
  memberships: [{ organizationId: 'C20' }],
  ...more,
})

const address = 'https://register.test/people?federation=7'
const token = 'register-secret'

/** Returns the people on a page of the register: two pages, of which the second has the last half. */
function answerPage(url: URL, pages: unknown[][]): Response {
  const at = Number(url.searchParams.get('page') ?? 1)
  const next = at < pages.length ? `/people?federation=7&page=${at + 1}` : null
  return Response.json({ people: pages[at - 1] ?? [], next })
}

/** Answers as the plain JSON address, and checks each request: method, address, credentials, no body. */
export function serveRegister(...pages: unknown[][]) {
  const queries: string[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input)
    const headers = new Headers(init.headers)
    expect([url.origin, url.pathname, url.searchParams.get('federation')]).toEqual([
      'https://register.test',
      '/people',
      '7',
    ])
    expect([init.method ?? 'GET', init.body, init.redirect]).toEqual(['GET', undefined, 'manual'])
    expect([headers.get('accept'), headers.get('authorization')]).toEqual(['application/json', `Bearer ${token}`])
    queries.push(url.search)
    return answerPage(url, pages)
  })
  return queries
}

const registerVariables = () => ({
  SPORTS_PEOPLE_URL: address,
  SPORTS_PEOPLE_TOKEN: token,
  PERSONAL_NUMBER_SECRET: 'a key of at least thirty-two bytes',
})

/** Reads the register once, as each night. Returns the read. */
export async function readRegister(...pages: unknown[][]) {
  serveRegister(...pages)
  await runDailyJob('register.sync')
  return latestRun()
}

export async function latestRun() {
  const [run] = await query.select().from(registerRuns).orderBy(desc(registerRuns.id)).limit(1)
  if (!run) throw new Error('the register was not read')
  return run
}

/** Returns the refused rows of the latest read: id and reason. */
export async function refusedRows() {
  const rows = await query.select().from(registerRows).where(eq(registerRows.outcome, 3)).orderBy(registerRows.position)
  return rows.map(({ externalId, reason }) => [externalId, reason])
}

export async function findPerson(externalId: string) {
  const [person] = await query.select().from(users).where(eq(users.externalPersonId, externalId))
  return person ?? null
}

export async function getPerson(externalId: string) {
  const person = await findPerson(externalId)
  if (!person) throw new Error(`${externalId} is not there`)
  return person
}

export const noticesOf = async (userId: number) =>
  (await query.select().from(notices).where(eq(notices.userId, userId))).map(({ kind }) => kind)

/** Connects the clubs of the federation with the register, and begins each test with a register that was never read. */
export function connectRegister() {
  beforeEach(async () => {
    Object.assign(env, registerVariables())
    for (const id of [20, 21, 30])
      await query
        .update(organizations)
        .set({ externalId: `C${id}` })
        .where(eq(organizations.id, id))
    await query.delete(registerRows)
    await query.delete(registerRuns)
    await query.delete(registerPeople)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    Object.assign(env, {
      SPORTS_PEOPLE_URL: undefined,
      SPORTS_PEOPLE_TOKEN: undefined,
      SPORTS_PEOPLE_MAX_MISSING_PERCENT: undefined,
      PERSONAL_NUMBER_SECRET: undefined,
    })
  })
}

import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { idempotencyAnswers } from '#api/foundation/idempotency/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { Refused } from '#api/refusals.ts'
import { createInProcessApi } from '#edge/in-process.ts'
import { createContext } from '#edge/request-context.ts'
import { loadActor } from '#edge/session.ts'
import { createEducation, createOccasion } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { database, type Person, signedIn } from '../portal.ts'

const { query } = database()
await insertFederation()
const open = () => createContext({ request: new Request('http://portal.test/'), env, after: () => undefined })

/** The client of a page that the person has opened. */
async function apiOf({ token }: Person) {
  const ctx = open()
  const page = { ...ctx, actor: await loadActor(token, ctx) }
  return { page, api: createInProcessApi(page) }
}

test('a page whose query does not fit the contract gets a refusal with the reason of each field', async () => {
  await configurePortal({ features: ['PublicCatalogue'] })
  const api = createInProcessApi(open())
  await expect(api('GET /Catalogue/educations', { query: { page: 0 } })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { fields: { page: expect.any(String) } },
  })
})

/** A group that a club signs up; returns its form, sent with a key. */
async function signUpForm() {
  const administrator = await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })
  const member = await signedIn({ organizationIds: [20], birthOn: '1990-01-01' })
  const { firstPartId } = await createEducation([{}])
  const { id: occasionId } = await createOccasion(firstPartId)
  const input = { params: { id: 20 }, body: { occasionId, userIds: [member.id] } }
  const send = async (idempotencyKey: string | null = 'form-1') => {
    const { api, page } = await apiOf(administrator)
    const answer = await api('POST /Organization/:id/signUps', input, { idempotencyKey })
    return { answer, tags: page.changedTags }
  }
  const rows = () => query.$count(educationPartResults, eq(educationPartResults.occasionId, occasionId))
  return { send, rows, administrator }
}

test('a form that is sent again, or twice at once, is written once and has the same answer', async () => {
  const { send, rows } = await signUpForm()
  const both = await Promise.all([send(), send()])
  for (const { answer, tags } of [...both, await send()]) {
    expect(answer).toEqual({ count: 1 })
    expect(tags).toContain('occasions')
  }
  expect(await rows()).toBe(1)
  await expect(send(null)).rejects.toMatchObject({ code: 'already_signed_up' })
})

test('a form whose answer was lost is refused as done already, and invalidates what it changed', async () => {
  const { send, rows, administrator } = await signUpForm()
  await send()
  const committedAt = new Date(Date.now() - 60_000)
  await query
    .update(idempotencyAnswers)
    .set({ answer: null, committedAt })
    .where(eq(idempotencyAnswers.userId, administrator.id))
  await expect(send()).rejects.toMatchObject({ code: 'already_done' })
  expect(await rows()).toBe(1)
})

test('a write that the database refuses reaches the page as a refusal with its code', async () => {
  const { api } = await apiOf(await signedIn({ roles: { SuperAdministrator: {} } }))
  const body = { canBeInvoiced: true, lastChange: new Date(0) }
  const refusal = api('PUT /Organization/:id', { params: { id: 20 }, body })
  await expect(refusal).rejects.toBeInstanceOf(Refused)
  await expect(refusal).rejects.toMatchObject({ code: 'changed_meanwhile' })
})

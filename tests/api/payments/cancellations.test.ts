import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import type { CancellationEffects } from '#api/money/payments/cancellations/contract.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { partResult } from '../../catalogue.ts'
import { database, signedIn } from '../../portal.ts'
import { inDays, inHours } from '../../time.ts'
import { createInvoice, insertClub, insertDebt } from '../invoices/fixtures.ts'
import { enableCardPayments } from './fixtures.ts'
import { createPaidSeat } from './refund-fixtures.ts'

const { query } = database()
const office = await signedIn({ roles: { SuperAdministrator: {} } })

beforeAll(enableCardPayments)

const effectsOf = (occasionId: number, more = '') =>
  office.json<CancellationEffects>('GET', `/Payment/cancellation/occasion/${occasionId}${more}`)
const none = { count: 0, amount: 0 }
const one = (amount: number) => ({ count: 1, amount })

describe('the effects of a cancellation, before it is made', () => {
  test('name the refunds to cards: at most what is left of the payment, and as much as is then refunded', async () => {
    const { id, occasionId } = await createPaidSeat()
    expect(await effectsOf(occasionId)).toEqual({ refunds: one(450), credits: none, dropped: none })
    await office.fetch('PUT', `/EducationPartOccasions/${occasionId}/CancelOccasion`, {})
    const details = await office.json<{ toRefund: number }>('GET', `/Payment/details/${id}`)
    expect(details.toRefund).toBe(450)
    expect(await effectsOf(occasionId)).toEqual({ refunds: none, credits: none, dropped: none })
  })

  test('name the invoice rows to credit and the fees that are no longer invoiced', async () => {
    const open = { startsAt: inDays(7), lastCancelAt: inHours(1) }
    const { debt } = await createInvoice(office, { occasion: open })
    const club = await insertClub()
    const { educationPartId, educationId, occasionId } = debt
    const other = await signedIn()
    const resultId = await partResult({
      userId: other.id,
      educationPartId,
      educationId,
      occasionId,
      signedUpAt: new Date(),
      feeAtSignUpMinor: 30_000,
      invoiceRecipientId: club.id,
    })
    expect(await effectsOf(occasionId)).toEqual({ refunds: none, credits: one(500), dropped: one(300) })
    expect(await effectsOf(occasionId, `?resultIds=${resultId}`)).toEqual({
      refunds: none,
      credits: none,
      dropped: one(300),
    })
  })

  test('leave out completed sign-ups, which a cancellation does not change', async () => {
    const { occasionId, id } = await createPaidSeat()
    await query
      .update(educationPartResults)
      .set({ completed: true, completedAt: new Date() })
      .where(eq(educationPartResults.paymentId, id))
    expect(await effectsOf(occasionId)).toEqual({ refunds: none, credits: none, dropped: none })
  })

  test('keep the fee of a person who is removed too late, unless the whole occasion is cancelled', async () => {
    const club = await insertClub()
    const late = { startsAt: inDays(7), lastCancelAt: inHours(-1) }
    const { occasionId, resultId } = await insertDebt({ clubId: club.id, occasion: late })
    expect(await effectsOf(occasionId, `?resultIds=${resultId}`)).toMatchObject({ dropped: none })
    expect(await effectsOf(occasionId)).toMatchObject({ dropped: one(500) })
  })
})

describe('the effects are for organisers of the occasion', () => {
  test.each<[string, HeldRoles]>([
    ['a learner', {}],
    ['an educator of another category', { Educator: { EducationCategory: [9999] } }],
    ['an administrator of a club', { OrganizationAdmin: { Organization: [1] } }],
  ])('and not for %s', async (_, roles) => {
    const club = await insertClub()
    const { occasionId } = await insertDebt({ clubId: club.id })
    const other = await signedIn({ roles })
    expect((await other.fetch('GET', `/Payment/cancellation/occasion/${occasionId}`)).status).toBe(403)
    expect((await office.fetch('GET', '/Payment/cancellation/occasion/999999')).status).toBe(404)
  })
})

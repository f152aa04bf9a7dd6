import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import type { CancellationEffects } from '#api/money/payments/cancellations/contract.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { partResult } from '../../catalogue.ts'
import { configurePortal } from '../../configuration.ts'
import { database, signedIn } from '../../portal.ts'
import { inDays, inHours } from '../../time.ts'
import { createAdultDriver, createExam, insertDriver } from '../exams/fixtures.ts'
import { createInvoice, insertClub, insertDebt } from '../invoices/fixtures.ts'
import { createPaidSeat } from './refund-fixtures.ts'

const { query } = database()
const office = await signedIn({ roles: { SuperAdministrator: {} } })

beforeAll(() => configurePortal({ features: ['CardPayment', 'EducationPartTags', 'PracticalDriverExamination'] }))

const effectsOf = (occasionId: number, more = '') =>
  office.json<CancellationEffects>('GET', `/Payment/cancellation/occasion/${occasionId}${more}`)
const examEffectsOf = (examId: number, more = '') =>
  office.json<CancellationEffects>('GET', `/Payment/cancellation/exam/${examId}${more}`)
const none = { count: 0, amount: 0 }
const one = (amount: number) => ({ count: 1, amount })

describe('the effects of a cancellation, before it is made', () => {
  test('name the refunds to cards: at most what is left of the payment, and as much as is then refunded', async () => {
    const { id, occasionId } = await createPaidSeat()
    expect(await effectsOf(occasionId)).toEqual({ seats: 1, refunds: one(450), credits: none, dropped: none })
    await office.fetch('PUT', `/EducationPartOccasions/${occasionId}/CancelOccasion`, {})
    const details = await office.json<{ toRefund: number }>('GET', `/Payment/details/${id}`)
    expect(details.toRefund).toBe(450)
    expect(await effectsOf(occasionId)).toEqual({ seats: 0, refunds: none, credits: none, dropped: none })
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
    expect(await effectsOf(occasionId)).toEqual({ seats: 2, refunds: none, credits: one(500), dropped: one(300) })
    expect(await effectsOf(occasionId, `?resultIds=${resultId}`)).toEqual({
      seats: 1,
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
    expect(await effectsOf(occasionId)).toEqual({ seats: 0, refunds: none, credits: none, dropped: none })
  })

  test('keep the fee of a person who is removed too late, unless the whole occasion is cancelled', async () => {
    const club = await insertClub()
    const late = { startsAt: inDays(7), lastCancelAt: inHours(-1) }
    const { occasionId, resultId } = await insertDebt({ clubId: club.id, occasion: late })
    expect(await effectsOf(occasionId, `?resultIds=${resultId}`)).toMatchObject({ dropped: none })
    expect(await effectsOf(occasionId)).toMatchObject({ dropped: one(500) })
  })
})

describe('the effects of the removal of an exam, before it is made', () => {
  /** An exam with two drivers whose club is to be invoiced, and the ids of their results. */
  async function createDueExam(overrides = {}) {
    const scene = await createExam(overrides)
    const club = await insertClub()
    const due = { feeAtSignUpMinor: 40_000, invoiceRecipientId: club.id }
    const [first, second] = [
      await insertDriver(scene, await createAdultDriver(), due),
      await insertDriver(scene, await createAdultDriver(), due),
    ]
    return { ...scene, first, second }
  }

  test('name the fees that are no longer invoiced, of all drivers or of one who is removed', async () => {
    const { exam, first, path } = await createDueExam()
    expect(await examEffectsOf(exam.id)).toEqual({
      seats: 2,
      refunds: none,
      credits: none,
      dropped: { count: 2, amount: 800 },
    })
    expect(await examEffectsOf(exam.id, `?resultIds=${first.id}`)).toMatchObject({ dropped: one(400) })
    expect((await office.fetch('DELETE', path)).status).toBeLessThan(300)
    expect(await examEffectsOf(exam.id)).toEqual({ seats: 0, refunds: none, credits: none, dropped: none })
    const rows = await query
      .select({ due: educationPartResults.canceledDue })
      .from(educationPartResults)
      .where(eq(educationPartResults.practicalDriverExamId, exam.id))
    expect(rows).toEqual([{ due: false }, { due: false }])
  })

  test('keep the fee of a driver who attended, and of one who is removed after the exam has begun', async () => {
    const { exam, first, second } = await createDueExam({ startsAt: inHours(-1) })
    await query.update(educationPartResults).set({ attended: true }).where(eq(educationPartResults.id, first.id))
    expect(await examEffectsOf(exam.id)).toMatchObject({ dropped: one(400) })
    expect(await examEffectsOf(exam.id, `?resultIds=${second.id}`)).toMatchObject({ dropped: none })
  })

  test('are for organisers of the exam', async () => {
    const { exam, examiner } = await createDueExam()
    const path = `/Payment/cancellation/exam/${exam.id}`
    expect(await examiner.json('GET', path)).toMatchObject({ dropped: { count: 2, amount: 800 } })
    const others = [{}, { Educator: { EducationCategory: [9999] } }, { OrganizationAdmin: { Organization: [1] } }]
    for (const roles of others) {
      const other = await signedIn({ roles })
      expect((await other.fetch('GET', path)).status).toBe(403)
    }
    expect((await office.fetch('GET', '/Payment/cancellation/exam/999999')).status).toBe(404)
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

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { educationPartResults } from '#api/participation/results/table.ts'
import { createOccasion } from '../../catalogue.ts'
import { database } from '../../portal.ts'
import { inDays } from '../../time.ts'
import {
  addPaidOccasion,
  begun,
  enableCardPayments,
  payAtStripe,
  stripeMessage,
  webhook,
} from '../payments/fixtures.ts'

const { query } = database()

test('a paid booking keeps its fee, payment and answers when it is moved', async () => {
  await enableCardPayments()
  const { occasion, firstPartId } = await addPaidOccasion()
  const price = { feeMinor: 45_000, paymentMethods: [0 as const, 1 as const] }
  const later = await createOccasion(firstPartId, { ...price, startsAt: inDays(40), endsAt: inDays(41) })
  const { payer, reference, id: paymentId } = await begun(occasion.id)
  await payAtStripe(reference)
  expect((await webhook(stripeMessage(reference))).status).toBe(200)
  const ofPayer = eq(educationPartResults.userId, payer.id)
  const customAnswers = [{ questionId: 1, answer: 'Ja' }]
  const [paid] = await query.update(educationPartResults).set({ customAnswers }).where(ofPayer).returning()
  expect(paid).toMatchObject({ occasionId: occasion.id, paymentId, feeAtSignUpMinor: 45_000 })
  const path = `/EducationPartOccasions/${occasion.id}/results/${payer.id}/${paid?.id}/move`
  expect((await payer.fetch('PUT', path, { occasionId: later.id })).status).toBe(200)
  expect(await query.select().from(educationPartResults).where(ofPayer)).toMatchObject([
    { id: paid?.id, occasionId: later.id, paymentId, feeAtSignUpMinor: 45_000, customAnswers, canceled: false },
  ])
})

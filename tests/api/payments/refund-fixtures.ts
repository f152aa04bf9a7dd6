import { eq } from 'drizzle-orm'
import { paymentRefunds } from '#api/money/payments/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { resultsPath } from '../results/fixtures.ts'
import { addPaidOccasion, begun, payAtStripe, send, stripeMessage, stripeSettings, webhook } from './fixtures.ts'
import { payLocally } from './local-fixtures.ts'

const { query } = database()

/** Creates a person who has paid and has a seat. */
export async function createPaidSeat(settings: Partial<Env> = stripeSettings) {
  const { occasion } = await addPaidOccasion()
  const email = `${crypto.randomUUID()}@prov.example`
  const payer = { ...(await signedIn({ email })), email }
  const { id, reference } = await begun(occasion.id, payer, settings)
  if (settings === stripeSettings) {
    await payAtStripe(reference)
    await webhook(stripeMessage(reference))
  } else await payLocally(payer, { id, reference }, settings)
  const [result] = await query.select().from(educationPartResults).where(eq(educationPartResults.paymentId, id))
  if (!result) throw new Error('no place')
  return { id, reference, payer, occasionId: occasion.id, resultId: result.id }
}

/** Creates a person who has given up a paid seat, so that a refund is pending. */
export async function createCanceledSeat(settings: Partial<Env> = stripeSettings) {
  const made = await createPaidSeat(settings)
  const { payer, resultId, id } = made
  await payer.fetch('PUT', resultsPath, [{ resultId, userId: payer.id, canceled: true }])
  const [refund] = await query.select().from(paymentRefunds).where(eq(paymentRefunds.paymentId, id))
  if (!refund) throw new Error('no refund')
  return { ...made, refundId: refund.id }
}

export const sendRefund = (person: Person, refundId: number, amount: number, settings: Partial<Env> = stripeSettings) =>
  send(person, ['PUT', `/Payment/refunds/${refundId}/send`], { body: { amount }, settings })

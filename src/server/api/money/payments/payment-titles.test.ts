import { expect, test } from 'vitest'
import { paymentTitles } from './payment-titles.ts'

const seat = {
  educationPartId: 2,
  educationId: 1,
  occasionId: 3,
  registeredByUserId: null,
  customAnswers: [],
  guardianUserId: null,
  feeAtSignUpMinor: 50_000,
  needsApproval: false,
}
const row = (text: string) => ({ text, amountMinor: 25_000, vatRate: 0 })
const [education, milo, lea] = [row('Folkrace'), row('Bandag, Kil (Milo Ström)'), row('Bandag, Kil (Lea Ström)')]
const ofMilo = { ...seat, userId: 5 }

test('a payment for two children is named by both, and one for one person by the seat', () => {
  const both = paymentTitles({ rows: [milo, lea], seats: [ofMilo, { ...seat, userId: 6 }] })
  expect(both).toEqual([milo.text, lea.text])
  expect(paymentTitles({ rows: [education, milo], seats: [ofMilo, ofMilo] })).toEqual([milo.text])
})

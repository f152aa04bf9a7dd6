import type { Payment } from '#api/money/payments/contract.ts'

const tones = ['neutral', 'warning', 'success', 'danger', 'neutral', 'neutral'] as const

/** Returns the colour of a payment's status. The text beside it has the same information. */
export const paymentStatusTone = (status: Payment['status']) => tones[status]

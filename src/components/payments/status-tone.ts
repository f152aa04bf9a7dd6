import type { Payment } from '#api/money/payments/contract.ts'

const tones = ['neutral', 'warning', 'success', 'danger', 'neutral', 'neutral'] as const

/** The words carry a status; this only helps. */
export const toneOf = (status: Payment['status']) => tones[status]

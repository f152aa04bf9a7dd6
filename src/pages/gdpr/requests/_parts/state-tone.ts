import type { ErasureRequest } from '#api/office/erasures/contract.ts'

/** Colours of the states of a request, in the order of the states. */
export const stateTones = ['warning', 'accent', 'success', 'neutral', 'neutral'] as const

/** Returns the tone of the badge of a flagged request: `danger` when it is late, otherwise `warning`. */
export const standingTone = (standing: ErasureRequest['standing']) => (standing === 'late' ? 'danger' : 'warning')

/** Whether a request is near its deadline or late. */
export const isFlagged = (standing: ErasureRequest['standing']) => standing === 'near' || standing === 'late'

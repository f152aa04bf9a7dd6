import type { ErasureRequest } from '#api/office/erasures/contract.ts'

/** Colours of the states of a request, in the order of the states. */
export const stateTones = ['warning', 'accent', 'success', 'neutral', 'neutral'] as const

export const standingTone = (standing: ErasureRequest['standing']) => (standing === 'late' ? 'danger' : 'warning')

export const isFlagged = (standing: ErasureRequest['standing']) => standing === 'near' || standing === 'late'

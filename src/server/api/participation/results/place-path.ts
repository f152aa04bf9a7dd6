import type { Place } from '#api/place.ts'

const parameters = { occasion: 'occasion', exam: 'exam' } as const

/**
 * Returns the path of the education's page that shows an occasion or an exam first, as notifications link to it.
 * Without an education the path names none, `/education/?…`.
 */
export const placePath = (educationId: number | null, { kind, id }: Place): string =>
  `/education/${educationId ?? ''}?${parameters[kind]}=${id}`

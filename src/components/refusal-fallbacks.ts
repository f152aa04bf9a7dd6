import { type RefusalCode, Refused } from '#api/refusals.ts'

/** Returns the code of a refused call; throws every other error again. */
export function refusalCode(error: unknown): RefusalCode {
  if (error instanceof Refused) return error.code
  throw error
}

/** Returns null for a refused call; throws every other error again. */
export function nullIfRefused(error: unknown): null {
  refusalCode(error)
  return null
}

/** Returns an empty list for a refused call; throws every other error again. */
export function emptyIfRefused(error: unknown): [] {
  refusalCode(error)
  return []
}

/** Returns null for a refusal with the code `not_found`; rethrows every other error and refusal. */
export function nullIfNotFound(error: unknown): null {
  if (error instanceof Refused && error.code === 'not_found') return null
  throw error
}

/** Returns null for a refusal with the code `not_allowed`; rethrows every other error and refusal. */
export function nullIfNotAllowed(error: unknown): null {
  if (error instanceof Refused && error.code === 'not_allowed') return null
  throw error
}

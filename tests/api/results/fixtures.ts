import type { Person } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'

/** The call that signs up to occasions and changes their results. */
export const resultsPath = '/EducationPartOccasions/results'

export const signUp = (person: Person, occasionId: number, more = {}) =>
  person.fetch('PUT', resultsPath, [{ userId: person.id, occasionId, ...more }])

export const readRefusal = async (response: Response) => {
  const body = await bodyOf<{ code?: string }>(response)
  return [response.status, body.code]
}

import { bodyOf } from '../../answers.ts'
import type { Person } from '../../portal.ts'

/** The call that signs up to occasions and changes their results. */
export const put = '/EducationPartOccasions/results'

export const signUp = (person: Person, occasionId: number, more = {}) =>
  person.fetch('PUT', put, [{ userId: person.id, occasionId, ...more }])

export const refusalOf = async (response: Response) => {
  const body = await bodyOf<{ code?: string }>(response)
  return [response.status, body.code]
}

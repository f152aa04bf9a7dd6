import type { User } from '#api/people/users/contract.ts'
import { api } from '../client/api.ts'

/**
 * Fetches a person with all fields, for the office. The call returns to each reader only the visible fields.
 * @throws Error when some fields are not visible to the reader.
 */
export async function fetchFullPerson(id: number): Promise<User> {
  const seen = await api('GET /User/:id', { params: { id } })
  if (seen.userName === undefined) throw new Error(seen.name)
  // A reply with a user name has all fields.
  return seen as User
}

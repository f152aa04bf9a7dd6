import type { User } from '#api/people/users/contract.ts'
import { api } from '../client/api.ts'

/**
 * Fetches a person with all fields, for the office. The call returns to each reader only the visible fields.
 *
 * @throws Error with the person's name when some fields are not visible to the reader.
 */
export async function fetchFullPerson(id: number): Promise<User> {
  const person = await api('GET /User/:id', { params: { id } })
  if (person.userName === undefined) throw new Error(person.name)
  // A reply with a user name has all fields.
  return person as User
}

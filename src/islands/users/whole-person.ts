import type { User } from '#api/people/users/contract.ts'
import { api } from '../client/api.ts'

/** Somebody whom the office changes is seen whole; the call answers everybody what they may see. */
export async function wholePerson(id: number): Promise<User> {
  const seen = await api('GET /User/:id', { params: { id } })
  if (seen.userName === undefined) throw new Error(seen.name)
  // A reply with one of the fields of the whole has them all.
  return seen as User
}

import type { User } from '#api/people/users/contract.ts'
import { api } from '../client/api.ts'
import { proven } from '../second-factors/proven.ts'
import { ConfirmForPerson } from './ConfirmForPerson.tsx'

const removals = {
  forgetConnection: (userId: number) => api('DELETE /ExternalLogin/connection/:userId', { params: { userId } }),
  removeFactors: (userId: number) =>
    proven(() => api('DELETE /Authentication/factors/:userId', { params: { userId } })),
}

interface TakeAwayProps {
  person: User
  removing: keyof typeof removals
  onDone: () => void
  onClose: () => void
}

/**
 * Asks for confirmation before the office removes a person's electronic identification or second factors. The latter
 * needs a recent proof of identity; a failure is a toast.
 */
export const RemoveAccess = ({ person, removing: taking, ...events }: TakeAwayProps) => (
  <ConfirmForPerson verb={taking} name={person.name} change={() => removals[taking](person.id)} {...events} />
)

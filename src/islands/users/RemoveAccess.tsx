import type { User } from '#api/people/users/contract.ts'
import { api } from '../client/api.ts'
import { proven } from '../second-factors/proven.ts'
import { ConfirmForPerson } from './ConfirmForPerson.tsx'

const removals = {
  forgetConnection: (userId: number) => api('DELETE /ExternalLogin/connection/:userId', { params: { userId } }),
  forgetStaffSignIn: (userId: number) =>
    proven(() => api('DELETE /ExternalLogin/oidc/link/:userId', { params: { userId } })),
  removeFactors: (userId: number) =>
    proven(() => api('DELETE /Authentication/factors/:userId', { params: { userId } })),
}

export type Removal = keyof typeof removals

interface TakeAwayProps {
  person: User
  removing: Removal
  onDone: () => void
  onClose: () => void
}

/**
 * Asks for confirmation before the office removes a person's electronic identification, staff sign-in or second
 * factors. The latter two need a recent proof of identity; a failure is a toast. After a success `onDone` must close
 * it; `onClose` is called on cancel only.
 */
export const RemoveAccess = ({ person, removing: taking, ...events }: TakeAwayProps) => (
  <ConfirmForPerson verb={taking} name={person.name} change={() => removals[taking](person.id)} {...events} />
)

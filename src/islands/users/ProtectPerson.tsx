import type { User } from '#api/users/contract.ts'
import { api } from '../api.ts'
import { ConfirmForPerson } from './ConfirmForPerson.tsx'

interface ProtectPersonProps {
  person: User
  onDone: () => void
  onClose: () => void
}

/** Asks before a superadministrator protects a person's identity, or ends the protection. */
export function ProtectPerson({ person, ...events }: ProtectPersonProps) {
  const change = () =>
    api('PUT /User/:id/protection', { params: { id: person.id }, body: { protected: !person.protected } })
  return (
    <ConfirmForPerson
      verb={person.protected ? 'unprotect' : 'protect'}
      name={person.name}
      {...{ change }}
      {...events}
    />
  )
}

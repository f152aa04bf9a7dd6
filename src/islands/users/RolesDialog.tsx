import { useState } from 'react'
import type { Role } from '#api/actor.ts'
import type { User } from '#api/users/contract.ts'
import { api } from '../api.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { useTexts } from '../texts.tsx'
import { inOffer, type ListItems, RoleFields, type Wanted } from './RoleFields.tsx'

interface RolesDialogProps {
  person: User
  /** The roles that the one who gives may give. */
  given: readonly Role[]
  items: ListItems
  onDone: (changed: User) => void
  onClose: () => void
}

const bodyOf = ({ role, takes, lists }: Wanted) =>
  takes
    ? { rolesToAdd: [], rolesToRemove: [role], extensions: {} }
    : { rolesToAdd: [role], rolesToRemove: [], extensions: { [role]: lists } }

/** One person's roles, each with the lists that it holds. */
export function RolesDialog({ person, given, items, onDone, onClose }: RolesDialogProps) {
  const t = useTexts('users')
  const of = (role: Role): Wanted => ({ role, takes: false, lists: person.roles[role] ?? {} })
  const choices = inOffer(given)
  const [wanted, setWanted] = useState(() => of(choices.find((role) => person.roles[role]) ?? choices[0] ?? 'Educator'))
  const { busy, failure, run } = useSaving()
  const isHeld = person.roles[wanted.role] !== undefined
  const save = () =>
    run(async () => onDone(await api('PUT /User/:id/updateRoles', { params: { id: person.id }, body: bodyOf(wanted) })))
  const verb = wanted.takes ? 'roles.takeOne' : isHeld ? 'roles.saveOne' : 'roles.giveOne'
  return (
    <FormDialog
      title={t('roles.titleOf', { name: person.name })}
      verb={t(verb)}
      tone={wanted.takes ? 'danger' : 'primary'}
      disabled={wanted.takes && !isHeld}
      onSave={() => void save()}
      {...{ busy, failure, onClose }}
    >
      <RoleFields
        {...{ given, items, wanted }}
        onRole={(role) => setWanted(of(role))}
        onChange={(fields) => setWanted({ ...wanted, ...fields })}
        listsWhenTaking={false}
      />
    </FormDialog>
  )
}

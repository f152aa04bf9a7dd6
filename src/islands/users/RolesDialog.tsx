import { useState } from 'react'
import type { Role } from '#api/actor.ts'
import type { User } from '#api/people/users/contract.ts'
import { ApiError, api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { proven } from '../second-factors/proven.ts'
import { fetchFullPerson } from './fetch-full-person.ts'
import { formatLimits, type ListItems, type RoleChange, RoleFields, sortRoles } from './RoleFields.tsx'

interface RolesDialogProps {
  person: User
  /** Roles that the reader may give. */
  givableRoles: readonly Role[]
  items: ListItems
  onDone: (changed: User) => void
  onClose: () => void
}

const toBody = ({ role, takes, lists }: RoleChange, { lastChange }: User) => ({
  ...(takes
    ? { rolesToAdd: [], rolesToRemove: [role], extensions: {} }
    : { rolesToAdd: [role], rolesToRemove: [], extensions: { [role]: lists } }),
  lastChange,
})

const isVersionConflict = (error: unknown) => error instanceof ApiError && error.body.code === 'changed_meanwhile'

/**
 * Editor of a person's roles, each with its limits, one role at a time; a role that the person does not hold cannot be
 * removed. It asks for proof of identity where the server needs it. `onDone` receives the person as changed and must
 * close it. When somebody else has changed the role, it says how and the choice stays; a second save applies it.
 * `onClose` is called on cancel only.
 */
export function RolesDialog({ person: initialPerson, givableRoles, items, onDone, onClose }: RolesDialogProps) {
  const t = useTexts('users')
  const [person, setPerson] = useState(initialPerson)
  const currentRole = (role: Role): RoleChange => ({ role, takes: false, lists: person.roles[role] ?? {} })
  const choices = sortRoles(givableRoles)
  const [change, setChange] = useState(() =>
    currentRole(choices.find((role) => person.roles[role]) ?? choices[0] ?? 'Educator'),
  )
  const { isBusy, failure, run } = useSaving()
  const isHeld = person.roles[change.role] !== undefined
  /** Shows how somebody else has changed the role; the reader's choice stays, and saving again applies it. */
  const reloadAfterConflict = async () => {
    const now = await fetchFullPerson(person.id)
    setPerson(now)
    const currentLimits = now.roles[change.role]
    const lists = currentLimits && formatLimits(currentLimits, items, 5)
    throw new Error(t(currentLimits ? 'roles.late' : 'roles.lateTaken', { lists: lists || t('roles.unlimited') }))
  }
  const save = () =>
    run(async () => {
      const params = { id: person.id }
      const body = toBody(change, person)
      onDone(
        await proven(() => api('PUT /User/:id/updateRoles', { params, body })).catch((error: unknown) => {
          if (isVersionConflict(error)) return reloadAfterConflict()
          throw error
        }),
      )
    })
  const verb = change.takes ? 'roles.takeOne' : isHeld ? 'roles.saveOne' : 'roles.giveOne'
  return (
    <FormDialog
      title={t('roles.titleOf', { name: person.name })}
      verb={t(verb)}
      tone={change.takes ? 'danger' : 'primary'}
      disabled={change.takes && !isHeld}
      onSave={() => void save()}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
    >
      <RoleFields
        givableRoles={givableRoles}
        items={items}
        change={change}
        onRole={(role) => setChange(currentRole(role))}
        onChange={(fields) => setChange({ ...change, ...fields })}
        listsWhenTaking={false}
      />
    </FormDialog>
  )
}

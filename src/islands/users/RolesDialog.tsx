import { useState } from 'react'
import type { Role } from '#api/actor.ts'
import type { User } from '#api/users/contract.ts'
import { api } from '../api.ts'
import { failureOf } from '../editing/use-draft.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { type ListItems, RoleFields, type Wanted } from './RoleFields.tsx'

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
  const [wanted, setWanted] = useState(() => of(given.find((role) => person.roles[role]) ?? given[0] ?? 'Educator'))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isHeld = person.roles[wanted.role] !== undefined
  const save = async () => {
    setBusy(true)
    try {
      onDone(await api('PUT /User/:id/updateRoles', { params: { id: person.id }, body: bodyOf(wanted) }))
    } catch (error) {
      setProblem(failureOf(error).message)
      setBusy(false)
    }
  }
  const verb = wanted.takes ? 'roles.takeOne' : isHeld ? 'roles.saveOne' : 'roles.giveOne'
  const actions = (
    <>
      <Button
        tone={wanted.takes ? 'danger' : 'primary'}
        busy={busy}
        disabled={wanted.takes && !isHeld}
        onClick={() => void save()}
      >
        {t(verb)}
      </Button>
      <Button onClick={onClose}>{t('cancel')}</Button>
    </>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('roles.titleOf', { name: person.name })}
      closesOutside={false}
      actions={actions}
    >
      <div className="grid grid-cols-1 gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <RoleFields
          {...{ given, items, wanted }}
          onRole={(role) => setWanted(of(role))}
          onChange={(fields) => setWanted({ ...wanted, ...fields })}
          listsWhenTaking={false}
        />
      </div>
    </Dialog>
  )
}

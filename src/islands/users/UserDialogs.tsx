import type { Actor } from '#api/actor.ts'
import { isAdministrator } from '#api/held-roles.ts'
import { listAssignableRoles } from '#api/people/roles/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { toast } from '../ui/toast.ts'
import type { ListedPerson } from './find-users.ts'
import { ManyRolesDialog, type SelectedPeople } from './ManyRolesDialog.tsx'
import { PersonDialog } from './PersonDialog.tsx'
import type { ListItems } from './RoleFields.tsx'
import { RolesDialog } from './RolesDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import type { OpenPersonDialog } from './use-person-actions.ts'

export type OpenDialog = OpenPersonDialog | { kind: 'many' }

interface DialogsProps {
  actor: Pick<Actor, 'id' | 'roles'>
  items: ListItems
  /** Heads of the reader's branches; null for the whole federation. */
  roots: readonly number[] | null
  opened: OpenDialog
  /** People whom the dialog of roles for several is about. */
  people: SelectedPeople
  organizationId: number | null
  onChanged: (person: ListedPerson | null, count: number) => void
  onClose: () => void
}

/** The opened dialog of the list of people: a person, roles of one or of several, or a new password. */
export default function UserDialogs(props: DialogsProps) {
  const { opened, people, organizationId, actor, items, roots, onChanged, onClose } = props
  const t = useTexts('users')
  if (opened.kind === 'secret') return <SecretDialog {...opened} onClose={onClose} />
  if (opened.kind === 'many')
    return (
      <ManyRolesDialog
        people={people}
        givableRoles={listAssignableRoles(actor, 0)}
        items={items}
        organizationId={organizationId}
        onClose={onClose}
        onDone={(changedCount) => onChanged(null, changedCount)}
      />
    )
  const saved = (person: ListedPerson, isEmailPending = false) => {
    onChanged(person, 1)
    toast(t(isEmailPending ? 'savedPending' : 'saved', { name: person.name }))
  }
  if (opened.kind === 'edit')
    return (
      <PersonDialog
        person={opened.person}
        roots={roots}
        editsPicture={isAdministrator(actor)}
        onSaved={saved}
        onClose={onClose}
      />
    )
  return (
    <RolesDialog
      person={opened.person}
      givableRoles={listAssignableRoles(actor, opened.person.id)}
      items={items}
      onClose={onClose}
      onDone={saved}
    />
  )
}

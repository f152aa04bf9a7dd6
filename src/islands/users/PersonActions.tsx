import { EllipsisVertical, Pencil } from '@lucide/icons'
import { useState } from 'react'
import type { Actor } from '#api/actor.ts'
import { isAdministrator } from '#api/held-roles.ts'
import { listAssignableRoles } from '#api/people/roles/rules.ts'
import type { User } from '#api/people/users/contract.ts'
import { island, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Menu } from '../ui/Menu.tsx'
import { toastOnNextPage } from '../ui/toast.ts'
import { CloseAccount } from './CloseAccount.tsx'
import { Mentions } from './Mentions.tsx'
import { PersonDialog } from './PersonDialog.tsx'
import { ProtectPerson } from './ProtectPerson.tsx'
import { type AccountFacts, listAccountActions } from './person-actions.ts'
import { type Removal, RemoveAccess } from './RemoveAccess.tsx'
import type { ListItems } from './RoleFields.tsx'
import { RolesDialog } from './RolesDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { type OpenPersonDialog, usePersonActions } from './use-person-actions.ts'

interface PersonActionsProps extends AccountFacts {
  person: User
  actor: Pick<Actor, 'id' | 'roles'>
  items: ListItems
  /** Heads of the reader's branches; null for the whole federation. */
  roots: readonly number[] | null
  editsRoles: boolean
  /** Number of coming bookings, where the page knows them; without it the account is not closed from here. */
  bookings?: number | undefined
}

function Actions(props: PersonActionsProps) {
  const { person, actor, items, roots, editsRoles, connected, staffSignIn, hasFactors, bookings } = props
  const t = useTexts('users')
  const [opened, setOpened] = useState<OpenPersonDialog | null>(null)
  const close = () => setOpened(null)
  // The page shows the person in many places, so it is reloaded.
  const changed = (text: string) => {
    toastOnNextPage(text)
    location.reload()
  }
  const saved = ({ name }: User, isEmailPending = false) =>
    changed(t(isEmailPending ? 'savedPending' : 'saved', { name }))
  const [removing, setRemoving] = useState<Removal | null>(null)
  const [isProtecting, setProtecting] = useState(false)
  const [isMentioned, setMentioned] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const mayClose = bookings !== undefined && !person.inactive && isAdministrator(actor)
  const verb = person.protected ? 'unprotect' : 'protect'
  const actionsOf = usePersonActions({
    actor,
    editsRoles,
    mayManage: () => true,
    open: setOpened,
    onChanged: ({ name }) => changed(t('reopened', { name })),
  })
  const handlers = {
    forgetConnection: () => setRemoving('forgetConnection'),
    forgetStaffSignIn: () => setRemoving('forgetStaffSignIn'),
    removeFactors: () => setRemoving('removeFactors'),
    protection: () => setProtecting(true),
    mentions: () => setMentioned(true),
    merge: () => location.assign(`/users/merge?from=${person.id}`),
  }
  const rest = [
    ...actionsOf(person).filter(({ id }) => id !== 'profile' && id !== 'edit'),
    ...listAccountActions(actor, { connected, staffSignIn, hasFactors }).map((action) => {
      const id = action === 'protection' ? verb : action
      return { id, label: t(`menu.${id}`), onAction: handlers[action] }
    }),
    ...(mayClose ? [{ id: 'close', label: t('menu.close'), onAction: () => setClosing(true) }] : []),
  ]
  return (
    <>
      <Button icon={<Icon of={Pencil} size={18} />} onClick={() => setOpened({ kind: 'edit', person })}>
        {t('menu.edit')}
      </Button>
      {rest.length > 0 && (
        <Menu label={t('menuFor', { name: person.name })} actions={rest} className="border border-line">
          <Icon of={EllipsisVertical} size={20} />
        </Menu>
      )}
      {opened?.kind === 'edit' && (
        <PersonDialog
          person={person}
          roots={roots}
          editsPicture={isAdministrator(actor)}
          onSaved={saved}
          onClose={close}
        />
      )}
      {opened?.kind === 'roles' && (
        <RolesDialog
          person={person}
          items={items}
          givableRoles={listAssignableRoles(actor, person.id)}
          onDone={saved}
          onClose={close}
        />
      )}
      {removing && (
        <RemoveAccess
          person={person}
          removing={removing}
          onDone={() => changed(t(`${removing}.done`, { name: person.name }))}
          onClose={() => setRemoving(null)}
        />
      )}
      {isProtecting && (
        <ProtectPerson person={person} onDone={() => changed(t(`${verb}.done`))} onClose={() => setProtecting(false)} />
      )}
      {isClosing && (
        <CloseAccount
          person={person}
          bookings={bookings ?? 0}
          onDone={() => changed(t('close.done', { name: person.name }))}
          onClose={() => setClosing(false)}
        />
      )}
      {isMentioned && <Mentions person={person} onClose={() => setMentioned(false)} />}
      {opened?.kind === 'secret' && <SecretDialog {...opened} onClose={close} />}
    </>
  )
}

/**
 * Menu and dialogs of the office's actions on a person whom the reader may edit. The person's page is loaded again
 * after each change, with a toast.
 */
export const PersonActions = island(Actions)

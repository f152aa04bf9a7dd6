import type { Actor } from '#api/actor.ts'
import type { User } from '#api/people/users/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { proven } from '../second-factors/proven.ts'
import type { MenuAction } from '../ui/Menu.tsx'
import { toast } from '../ui/toast.ts'
import { listPersonActions } from './person-actions.ts'

interface Secret {
  kind: 'secret'
  person: User
  text: string | null
  isLink: boolean
}

export type OpenPersonDialog = Secret | { kind: 'roles' | 'edit'; person: User }

interface PersonActionsOptions {
  actor: Pick<Actor, 'id' | 'roles'>
  editsRoles: boolean
  mayManage: (person: User) => boolean
  open: (opened: OpenPersonDialog) => void
  onChanged: (person: User) => void
}

const showFailure = (error: unknown) => toast(toFailure(error).message, 'danger')

/**
 * Returns a function that lists the actions that the reader (`actor`) may take on a person, for a menu: profile
 * (always), edit, roles (only with `editsRoles`), temporary password, sign-in link and reopening. `mayManage` says
 * whether the server lets the reader change a person's account.
 *
 * `open` is to show a dialog, or a new secret, which this has created, after proof of identity where the server needs
 * it. `onChanged` receives a person whose account this has reopened, with a toast. Failures are toasts.
 */
export function usePersonActions({ actor, editsRoles, mayManage, open, onChanged }: PersonActionsOptions) {
  const t = useTexts('users')
  const createSecret = async (person: User, isLink: boolean) => {
    try {
      const text = isLink
        ? await proven(() => api('GET /Authentication/SingleSignOnLinkForUser/:id', { params: { id: person.id } }))
        : (await proven(() => api('POST /Authentication/GeneratePassword', { body: { userId: person.id } }))).password
      open({ kind: 'secret', person, text, isLink })
    } catch (error) {
      showFailure(error)
    }
  }
  const reopen = async (person: User) => {
    try {
      onChanged(await api('PUT /user/ReactivateInactiveUser/:id', { params: { id: person.id } }))
      toast(t('reopened', { name: person.name }))
    } catch (error) {
      showFailure(error)
    }
  }
  return (person: User): MenuAction[] => {
    const handlers = {
      edit: () => open({ kind: 'edit', person }),
      roles: () => open({ kind: 'roles', person }),
      password: () => void createSecret(person, false),
      link: () => void createSecret(person, true),
      reopen: () => void reopen(person),
    }
    return [
      { id: 'profile', label: t('menu.profile'), href: `/profile/${person.id}` },
      ...listPersonActions({ actor, person, editsRoles, mayManage: mayManage(person) }).map((id) => ({
        id,
        label: t(`menu.${id}`),
        onAction: handlers[id],
      })),
    ]
  }
}

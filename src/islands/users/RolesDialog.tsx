import { useState } from 'react'
import type { ExtensionKind, HeldRoles, Role } from '#api/actor.ts'
import type { User } from '#api/users/contract.ts'
import { api } from '../api.ts'
import { failureOf } from '../editing/use-draft.ts'
import { useTexts } from '../texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { ManyChoice } from '../ui/ManyChoice.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Select } from '../ui/Select.tsx'

export type ListItems = Record<ExtensionKind, ComboboxItem[]>
type Lists = Partial<Record<ExtensionKind, number[]>>

interface RolesDialogProps {
  people: readonly User[]
  /** The roles that the one who gives may give. */
  given: readonly Role[]
  items: ListItems
  onDone: (changed: User[]) => void
  onClose: () => void
}

/** Which lists mean something to a role (gaps G-078). */
const kindsOf: Record<Role, readonly ExtensionKind[]> = {
  SuperAdministrator: [],
  Administrator: ['Organization'],
  Educator: ['EducationCategory', 'EducationRole', 'Organization'],
  OrganizationAdmin: ['Organization'],
}

interface Wanted {
  role: Role
  takes: boolean
  lists: Lists
}

/** What happens to one person; null when nothing does. */
function changeFor(held: HeldRoles, { role, takes, lists }: Wanted): 'gets' | 'loses' | 'changes' | null {
  const own = held[role]
  if (takes) return own ? 'loses' : null
  if (!own) return 'gets'
  return JSON.stringify(sorted(own)) === JSON.stringify(sorted(lists)) ? null : 'changes'
}

const sorted = (lists: Lists) =>
  (['Organization', 'EducationRole', 'EducationCategory'] as const).map((kind) => [...(lists[kind] ?? [])].sort())

const tones = { gets: 'success', loses: 'danger', changes: 'accent' } as const

function Preview({ people, wanted }: { people: readonly User[]; wanted: Wanted }) {
  const t = useTexts('users')
  const changes = people.map((person) => ({ person, change: changeFor(person.roles, wanted) }))
  return (
    <ul className="divide-y divide-line rounded-card border border-line" aria-label={t('roles.preview')}>
      {changes.map(({ person, change }) => (
        <li key={person.id} className="flex items-center justify-between gap-3 px-4 py-2">
          <span className="min-w-0 truncate">{person.name}</span>
          {change ? (
            <Badge tone={tones[change]}>{t(`roles.${change}`)}</Badge>
          ) : (
            <span className="text-sm text-muted">{t('roles.unchanged')}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Writes one person after the other; each is told by itself, and the others go on. */
function useWriting({ people, onDone }: RolesDialogProps, wanted: Wanted) {
  const [done, setDone] = useState<number | null>(null)
  const [problems, setProblems] = useState<string[]>([])
  const write = async () => {
    const touched = people.filter((person) => changeFor(person.roles, wanted))
    const changed: User[] = []
    const refused: string[] = []
    setProblems([])
    for (const [at, person] of touched.entries()) {
      setDone(at)
      try {
        const { role, takes, lists } = wanted
        const body = takes
          ? { rolesToAdd: [], rolesToRemove: [role], extensions: {} }
          : { rolesToAdd: [role], rolesToRemove: [], extensions: { [role]: lists } }
        changed.push(await api('PUT /User/:id/updateRoles', { params: { id: person.id }, body }))
      } catch (error) {
        refused.push(`${person.name}: ${failureOf(error).message}`)
      }
    }
    setDone(null)
    setProblems(refused)
    if (refused.length === 0) onDone(changed)
  }
  return { done, problems, write }
}

/** Gives or takes a role, for one or for many, after showing who gets and loses what. */
export function RolesDialog(props: RolesDialogProps) {
  const { people, given, items, onClose } = props
  const t = useTexts('users')
  const [first] = people
  const [role, setRole] = useState<Role>(() => {
    const held = first && people.length === 1 ? given.find((one) => first.roles[one]) : undefined
    return held ?? given[0] ?? 'Educator'
  })
  const [takes, setTakes] = useState(false)
  const [lists, setLists] = useState<Lists>(() => (people.length === 1 ? (first?.roles[role] ?? {}) : {}))
  const wanted = { role, takes, lists }
  const { done, problems, write } = useWriting(props, wanted)
  const count = people.filter((person) => changeFor(person.roles, wanted)).length
  const actions = (
    <>
      <Button
        tone={takes ? 'danger' : 'primary'}
        busy={done !== null}
        disabled={count === 0}
        onClick={() => void write()}
      >
        {done === null
          ? t(takes ? 'roles.take' : 'roles.give', { count })
          : t('roles.progress', { done: done + 1, count })}
      </Button>
      <Button onClick={onClose}>{t('cancel')}</Button>
    </>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        people.length === 1 ? t('roles.titleOf', { name: first?.name }) : t('roles.title', { count: people.length })
      }
      closesOutside={false}
      actions={actions}
    >
      <div className="grid grid-cols-1 gap-5">
        {problems.length > 0 && (
          <ErrorBox>
            {problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </ErrorBox>
        )}
        <Select
          name="given-role"
          label={t('role')}
          options={given.map((value) => ({ value, label: t(`role.${value}`) }))}
          value={role}
          onChange={(event) => {
            const next = event.target.value as Role
            setRole(next)
            setLists(people.length === 1 ? (first?.roles[next] ?? {}) : {})
          }}
        />
        <RadioGroup
          name="roles-direction"
          label={t('roles.direction')}
          value={takes ? 'take' : 'give'}
          onChange={(value) => setTakes(value === 'take')}
          choices={[
            { value: 'give', label: t('roles.giveChoice') },
            { value: 'take', label: t('roles.takeChoice') },
          ]}
        />
        {!takes &&
          kindsOf[role].map((kind) => (
            <ManyChoice
              key={`${role} ${kind}`}
              name={`list-${kind}`}
              label={t(`list.${kind}`)}
              hint={t(`listHint.${role}`)}
              items={items[kind]}
              chosen={items[kind].filter(({ id }) => lists[kind]?.includes(id))}
              onChange={(chosen) => setLists({ ...lists, [kind]: chosen.map(({ id }) => id) })}
            />
          ))}
        <Preview people={people} wanted={wanted} />
      </div>
    </Dialog>
  )
}

import { useEffect, useRef, useState } from 'react'
import type { Role } from '#api/actor.ts'
import type { MatchingUsers } from '#api/people/user-management/lists/contract.ts'
import type { RoleOutcome } from '#api/people/user-management/roles/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import { type Failure, toFailure } from '../editing/use-draft.ts'
import { useSaving } from '../editing/use-saving.ts'
import { useOrganizationNames } from '../organizations/organization-names.ts'
import { proven } from '../second-factors/proven.ts'
import { Badge } from '../ui/Badge.tsx'
import { formatLimits, type ListItems, type RoleChange, RoleFields, sortRoles } from './RoleFields.tsx'

/** Chosen people, or all people whom a filter selects with the number that the reader saw. */
export type SelectedPeople = { userIds: readonly number[] } | { filter: MatchingUsers['filter']; expectedCount: number }

interface ManyRolesDialogProps {
  people: SelectedPeople
  givableRoles: readonly Role[]
  items: ListItems
  /** Organisation that the list is filtered by; the likely target of the role. */
  organizationId: number | null
  /** Receives the number of people whose role has changed. */
  onDone: (changedCount: number) => void
  onClose: () => void
}

/** Change as the calls take it. The role of superadministrator has no limits, so it is sent without lists. */
const toShared = ({ role, takes, lists }: RoleChange) => ({
  change: takes ? ('take' as const) : ('give' as const),
  role,
  extensions: role === 'SuperAdministrator' ? {} : lists,
})
type SharedChange = ReturnType<typeof toShared>

function fetchPreview(people: SelectedPeople, change: SharedChange, signal: AbortSignal) {
  if ('userIds' in people)
    return api('POST /User/roles/preview', { body: { ...change, userIds: [...people.userIds] } }, { signal })
  return api('POST /User/roles/matching/preview', { body: { ...change, ...people } }, { signal })
}

/** Changes the role of those whose previewed change is not refused, and of nobody who came into the filter since. */
const writeRoles = (change: SharedChange, changing: readonly RoleOutcome[]) =>
  api('PUT /User/roles', { body: { ...change, userIds: changing.map(({ userId }) => userId) } })

/** Suggests the role of organisation administrator when the list is filtered by an organisation. */
const suggestRole = (givableRoles: readonly Role[], organizationId: number | null): Role =>
  organizationId && givableRoles.includes('OrganizationAdmin')
    ? 'OrganizationAdmin'
    : (sortRoles(givableRoles)[0] ?? 'Educator')

const organizationIdsOf = ({ before, after }: RoleOutcome) =>
  [before, after].flatMap((lists) => lists?.Organization ?? [])

const isChange = ({ outcome }: RoleOutcome) => outcome === 'gets' || outcome === 'loses'

/** Preview of a role change from the server, fetched again after each choice. */
function usePreview(people: SelectedPeople, change: RoleChange, learn: (ids: readonly number[]) => Promise<void>) {
  const [judged, setJudged] = useState<RoleOutcome[] | null>(null)
  const [problem, setProblem] = useState<Failure | null>(null)
  const serialized = JSON.stringify([people, toShared(change)])
  const latestLearn = useRef(learn)
  latestLearn.current = learn
  useEffect(() => {
    const stop = new AbortController()
    setJudged(null)
    const load = async () => {
      try {
        // The text is that of the values above.
        const [selected, shared] = JSON.parse(serialized) as [SelectedPeople, SharedChange]
        const answer = await fetchPreview(selected, shared, stop.signal)
        if (!answer || stop.signal.aborted) return
        await latestLearn.current(answer.flatMap(organizationIdsOf))
        if (stop.signal.aborted) return
        setJudged(answer)
        setProblem(null)
      } catch (error) {
        setProblem(toFailure(error))
      }
    }
    void load()
    return () => stop.abort()
  }, [serialized])
  return { judged, problem }
}

function toText({ outcome, before, after }: RoleOutcome) {
  if (outcome === 'unchanged') return null
  if (outcome === 'refused') return { key: 'roles.refused', tone: 'warning' as const }
  if (before && after) return { key: 'roles.changes', tone: 'accent' as const }
  return outcome === 'gets'
    ? { key: 'roles.gets', tone: 'success' as const }
    : { key: 'roles.loses', tone: 'danger' as const }
}

function Line({ person, items }: { person: RoleOutcome; items: ListItems }) {
  const t = useTexts('users')
  const words = toText(person)
  const limits = [person.before, person.after].map((lists) => lists && formatLimits(lists, items))
  const change = limits[0] && limits[1] && limits[0] !== limits[1] ? limits.join(' → ') : (limits[1] ?? limits[0])
  return (
    <li className="flex items-center justify-between gap-3 px-4 py-2">
      <span className="min-w-0">
        <span className="block truncate">{person.name}</span>
        <span className="block text-sm text-muted wrap-anywhere">{person.refusal ?? change}</span>
      </span>
      {words ? (
        <Badge tone={words.tone}>{t(words.key)}</Badge>
      ) : (
        <span className="shrink-0 text-sm text-muted">{t('roles.unchanged')}</span>
      )}
    </li>
  )
}

/**
 * Dialog that gives or removes a role for many people in one write. Each choice fetches a preview of every person's
 * change; people without a change or who are refused are left out. `organizationId`, the filter of the list, is the
 * limit at first, with the role of an organisation administrator where it can be given. It asks for proof of identity
 * where the server needs it. `onDone` receives the outcomes and the role, and must close it; a refusal is shown.
 * `onClose` is called on cancel only.
 */
export function ManyRolesDialog(props: ManyRolesDialogProps) {
  const { people, givableRoles, organizationId, onDone, onClose } = props
  const t = useTexts('users')
  const { names, learn } = useOrganizationNames(props.items.Organization)
  const items = { ...props.items, Organization: names }
  const lists = organizationId ? { Organization: [organizationId] } : {}
  const [change, setChange] = useState<RoleChange>({
    role: suggestRole(givableRoles, organizationId),
    takes: false,
    lists,
  })
  const { isBusy, failure, run } = useSaving()
  const { judged, problem } = usePreview(people, change, learn)
  const changing = (judged ?? []).filter(isChange)
  const save = () =>
    run(async () => {
      const outcomes = await proven(() => writeRoles(toShared(change), changing))
      onDone(outcomes.filter(isChange).length)
    })
  // Refused people are first, since they are easily overlooked.
  const rank = { refused: 0, gets: 1, loses: 1, unchanged: 2 }
  const shown = [...(judged ?? [])].sort((a, b) => rank[a.outcome] - rank[b.outcome])
  return (
    <FormDialog
      title={t('roles.title', { count: 'userIds' in people ? people.userIds.length : people.expectedCount })}
      verb={t(change.takes ? 'roles.take' : 'roles.give', { count: changing.length })}
      tone={change.takes ? 'danger' : 'primary'}
      disabled={changing.length === 0}
      failure={failure ?? problem}
      onSave={() => void save()}
      isBusy={isBusy}
      onClose={onClose}
    >
      <RoleFields
        givableRoles={givableRoles}
        items={items}
        change={change}
        onRole={(role) => setChange({ ...change, role, lists })}
        onChange={(fields) => setChange({ ...change, ...fields })}
        listsWhenTaking
      />
      <p className="text-sm text-muted" aria-live="polite">
        {judged ? t('roles.sum', { count: changing.length, all: judged.length }) : t('roles.looking')}
      </p>
      {judged && (
        <ul
          className="max-h-96 divide-y divide-line overflow-y-auto rounded-card border border-line"
          aria-label={t('roles.preview')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll a long list
          tabIndex={0}
        >
          {shown.map((person) => (
            <Line key={person.userId} person={person} items={items} />
          ))}
        </ul>
      )}
    </FormDialog>
  )
}

import { useEffect, useRef, useState } from 'react'
import type { Role } from '#api/actor.ts'
import type { Judged } from '#api/people/user-management/roles/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import { type Failure, failureOf } from '../editing/use-draft.ts'
import { useSaving } from '../editing/use-saving.ts'
import { useOrganizationNames } from '../organizations/organization-names.ts'
import { proven } from '../second-factors/proven.ts'
import { Badge } from '../ui/Badge.tsx'
import { inOffer, type ListItems, limitsOf, RoleFields, type Wanted } from './RoleFields.tsx'

interface ManyRolesDialogProps {
  userIds: readonly number[]
  given: readonly Role[]
  items: ListItems
  /** The club that the list shows, which the role is most likely meant for. */
  organizationId: number | null
  onDone: (changed: Judged[], role: Role) => void
  onClose: () => void
}

/** What a role opens without lists is more than a slip of the hand should give to many. */
const bodyOf = (userIds: readonly number[], { role, takes, lists }: Wanted) => ({
  userIds: [...userIds],
  change: takes ? ('take' as const) : ('give' as const),
  role,
  extensions: role === 'SuperAdministrator' ? {} : lists,
})

/** Whoever shows one club most often wants those who are to answer for it. */
const likelyRole = (given: readonly Role[], organizationId: number | null): Role =>
  organizationId && given.includes('OrganizationAdmin') ? 'OrganizationAdmin' : (inOffer(given)[0] ?? 'Educator')

const organizationsIn = ({ before, after }: Judged) => [before, after].flatMap((lists) => lists?.Organization ?? [])

const isChange = ({ outcome }: Judged) => outcome === 'gets' || outcome === 'loses'

/** What the portal says would happen, asked anew with every choice. */
function usePreview(userIds: readonly number[], wanted: Wanted, learn: (ids: readonly number[]) => Promise<void>) {
  const [judged, setJudged] = useState<Judged[] | null>(null)
  const [problem, setProblem] = useState<Failure | null>(null)
  const asked = JSON.stringify(bodyOf(userIds, wanted))
  const told = useRef(learn)
  told.current = learn
  useEffect(() => {
    const stop = new AbortController()
    setJudged(null)
    const ask = async () => {
      try {
        const body = JSON.parse(asked) as ReturnType<typeof bodyOf>
        const answer = await api('POST /User/roles/preview', { body }, { signal: stop.signal })
        if (!answer || stop.signal.aborted) return
        await told.current(answer.flatMap(organizationsIn))
        if (stop.signal.aborted) return
        setJudged(answer)
        setProblem(null)
      } catch (error) {
        setProblem(failureOf(error))
      }
    }
    void ask()
    return () => stop.abort()
  }, [asked])
  return { judged, problem }
}

function wordsOf({ outcome, before, after }: Judged) {
  if (outcome === 'unchanged') return null
  if (outcome === 'refused') return { key: 'roles.refused', tone: 'warning' as const }
  if (before && after) return { key: 'roles.changes', tone: 'accent' as const }
  return outcome === 'gets'
    ? { key: 'roles.gets', tone: 'success' as const }
    : { key: 'roles.loses', tone: 'danger' as const }
}

function Line({ person, items }: { person: Judged; items: ListItems }) {
  const t = useTexts('users')
  const words = wordsOf(person)
  const limits = [person.before, person.after].map((lists) => lists && limitsOf(lists, items))
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

/** Gives or takes a role for many in one write, after showing who gets and loses what. */
export function ManyRolesDialog(props: ManyRolesDialogProps) {
  const { userIds, given, organizationId, onDone, onClose } = props
  const t = useTexts('users')
  const { names, learn } = useOrganizationNames(props.items.Organization)
  const items = { ...props.items, Organization: names }
  const lists = organizationId ? { Organization: [organizationId] } : {}
  const [wanted, setWanted] = useState<Wanted>({ role: likelyRole(given, organizationId), takes: false, lists })
  const { busy, failure, run } = useSaving()
  const { judged, problem } = usePreview(userIds, wanted, learn)
  const changing = (judged ?? []).filter(isChange)
  const save = () =>
    run(async () => {
      const ids = changing.map(({ userId }) => userId)
      onDone(await proven(() => api('PUT /User/roles', { body: bodyOf(ids, wanted) })), wanted.role)
    })
  // Those that the press does not reach stand first: they are what one would miss.
  const rank = { refused: 0, gets: 1, loses: 1, unchanged: 2 }
  const shown = [...(judged ?? [])].sort((a, b) => rank[a.outcome] - rank[b.outcome])
  return (
    <FormDialog
      title={t('roles.title', { count: userIds.length })}
      verb={t(wanted.takes ? 'roles.take' : 'roles.give', { count: changing.length })}
      tone={wanted.takes ? 'danger' : 'primary'}
      disabled={changing.length === 0}
      failure={failure ?? problem}
      onSave={() => void save()}
      busy={busy}
      onClose={onClose}
    >
      <RoleFields
        given={given}
        items={items}
        wanted={wanted}
        onRole={(role) => setWanted({ ...wanted, role, lists })}
        onChange={(fields) => setWanted({ ...wanted, ...fields })}
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

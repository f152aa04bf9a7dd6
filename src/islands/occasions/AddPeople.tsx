import { CircleAlert, CircleCheck } from '@lucide/icons'
import { useState } from 'react'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { FoundPerson } from '#api/participation/sign-ups/participants/contract.ts'
import { api } from '../client/api.ts'
import { useItemSearch } from '../client/item-search.ts'
import { useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { MultiCombobox } from '../ui/MultiCombobox.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toast } from '../ui/toast.ts'
import { parseLines } from './pasted-lines.ts'

interface AddPeopleProps {
  occasion: Pick<Occasion, 'id'>
  /** The education that people outside the reader's permission are invited to. */
  invitationEducationId: number
  onInvited: (count: number) => void
  onAdded: (count: number) => void
  onClose: () => void
}

function Preview({ found }: { found: readonly FoundPerson[] }) {
  const t = useTexts('occasions')
  return (
    <ul className="grid gap-2" aria-label={t('add.preview')}>
      {found.map((person, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pasted lines never change their order.
        <li key={at} className="flex items-start gap-2">
          {person.refusal ? (
            <Icon of={CircleAlert} size={18} className="mt-0.5 shrink-0 text-danger-ink" />
          ) : (
            <Icon of={CircleCheck} size={18} className="mt-0.5 shrink-0 text-success-ink" />
          )}
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium">{person.name ?? person.line}</span>{' '}
            <span className="text-sm text-muted">{person.refusal ?? person.organizationNames.join(', ')}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Most lines that one call accepts; a longer list would be cut silently. */
const maxLines = 100

function useSignUpOfOthers({ occasion, invitationEducationId: invitesTo, onAdded, onInvited }: AddPeopleProps) {
  const t = useTexts('occasions')
  const occasionId = occasion.id
  const [found, setFound] = useState<FoundPerson[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [write] = useState(() =>
    withIdempotencyKey((userIds: readonly number[], idempotencyKey) =>
      api(
        'PUT /EducationPartOccasions/results',
        { body: userIds.map((userId) => ({ userId, occasionId })) },
        { idempotencyKey },
      ),
    ),
  )
  const run = async (operation: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      await operation()
    } catch (error) {
      setProblem(toFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  const preview = (text: string) =>
    run(async () => {
      const lines = parseLines(text)
      if (lines.length > maxLines) throw new Error(t('add.tooMany', { count: lines.length }))
      const path = { params: { id: occasionId }, body: { lines } }
      setFound(await api('POST /EducationPartOccasions/:id/participants/find', path))
    })
  const add = (userIds: readonly number[]) =>
    run(async () => {
      await write(userIds)
      onAdded(userIds.length)
    })
  const invite = (userIds: number[]) =>
    run(async () => {
      await api('PUT /Educations/:id/AddUserToEducation', { params: { id: invitesTo }, body: { userIds } })
      onInvited(userIds.length)
      toast(t('add.invited', { count: userIds.length }))
      setFound((found ?? []).map((person) => ({ ...person, mayInvite: false })))
    })
  return { found, setFound, busy, problem, preview, add, invite }
}

/**
 * Dialog that signs people up: found by name, or from a pasted list of at most 100 lines that is previewed before
 * anything is written. Lines that cannot be signed up are shown with the reason and left out. A failure is shown.
 *
 * `onAdded` receives the number of people signed up and must close the dialog. People of the list outside the reader's
 * permission can be invited to `invitationEducationId`: `onInvited` receives their number, with a toast, and the dialog
 * stays open.
 */
export function AddPeople(props: AddPeopleProps) {
  const t = useTexts('occasions')
  const people = useItemSearch('people', [])
  const [chosen, setChosen] = useState<number[]>([])
  const [text, setText] = useState('')
  const { found, setFound, busy, problem, preview, add, invite } = useSignUpOfOthers(props)
  const acceptedIds = (found ?? []).flatMap(({ userId, refusal }) => (userId !== null && !refusal ? [userId] : []))
  const invitableIds = (found ?? []).flatMap(({ userId, mayInvite }) => (userId !== null && mayInvite ? [userId] : []))
  const userIds = [...new Set([...chosen, ...acceptedIds])]
  const hasNewLines = text.trim() !== '' && found === null
  const actions = (
    <>
      {hasNewLines ? (
        <Button tone="primary" busy={busy} onClick={() => void preview(text)}>
          {t('add.look')}
        </Button>
      ) : (
        <Button tone="primary" busy={busy} disabled={userIds.length === 0} onClick={() => void add(userIds)}>
          {t('add.action', { count: userIds.length })}
        </Button>
      )}
      <Button onClick={props.onClose}>{t('cancel')}</Button>
    </>
  )
  return (
    <Dialog open onClose={props.onClose} title={t('add.title')} closesOutside={false} actions={actions}>
      <div className="grid grid-cols-1 gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <MultiCombobox
          name="add-people"
          label={t('add.search')}
          items={people.items}
          onSearch={people.search}
          chosen={people.named(chosen)}
          onChange={(next) => setChosen(next.map(({ id }) => id))}
        />
        <TextArea
          name="add-lines"
          label={t('add.lines')}
          hint={t('add.linesHint')}
          rows={4}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setFound(null)
          }}
        />
        {found && <Preview found={found} />}
        {invitableIds.length > 0 && (
          <p>
            <Button busy={busy} onClick={() => void invite(invitableIds)}>
              {t('add.invite', { count: invitableIds.length })}
            </Button>
          </p>
        )}
        <p role="status" className="text-sm text-muted empty:hidden">
          {found && acceptedIds.length === 0 && t('add.noneFits')}
        </p>
      </div>
    </Dialog>
  )
}

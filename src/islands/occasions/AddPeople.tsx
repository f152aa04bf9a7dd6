import { CircleAlert, CircleCheck } from '@lucide/icons'
import { useEffect, useRef, useState } from 'react'
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
import { toRemainingChoice } from './remaining-choice.ts'

interface AddPeopleProps {
  occasion: Pick<Occasion, 'id'>
  /** The education that people outside the reader's permission are invited to. */
  invitationEducationId: number
  onInvited: (count: number) => void
  onAdded: (count: number, isDone: boolean) => void
  onClose: () => void
}

function Preview({ found, label }: { found: readonly FoundPerson[]; label: string }) {
  const t = useTexts('occasions')
  return (
    <ul className="grid gap-2" aria-label={label}>
      {found.map((person, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pasted lines never change their order.
        <li key={at} className="flex items-start gap-2">
          {person.refusal || person.missing.length > 0 ? (
            <Icon
              of={CircleAlert}
              size={18}
              className={`mt-0.5 shrink-0 ${person.refusal ? 'text-danger-ink' : 'text-warning-ink'}`}
            />
          ) : (
            <Icon of={CircleCheck} size={18} className="mt-0.5 shrink-0 text-success-ink" />
          )}
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium">{person.name ?? person.line}</span>{' '}
            <span className="text-sm text-muted">{person.refusal ?? person.organizationNames.join(', ')}</span>
            {!person.refusal && person.missing.length > 0 && (
              <span className="block text-sm text-warning-ink">
                {t('add.missing', { titles: person.missing.join(', ') })}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Most lines that one call accepts; a longer list would be cut silently. */
const maxLines = 100

function useSignUpOfOthers({ occasion, invitationEducationId: invitesTo, onInvited }: AddPeopleProps) {
  const t = useTexts('occasions')
  const occasionId = occasion.id
  const [text, setText] = useState('')
  const latestText = useRef(text)
  const [found, setFound] = useState<FoundPerson[] | null>(null)
  const [isBusy, setIsBusy] = useState(false)
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
    if (isBusy) return
    setIsBusy(true)
    setProblem(null)
    try {
      await operation()
    } catch (error) {
      setProblem(toFailure(error).message)
    } finally {
      setIsBusy(false)
    }
  }
  const changeText = (newText: string) => {
    latestText.current = newText
    setText(newText)
    setFound(null)
  }
  const preview = () =>
    run(async () => {
      const lines = parseLines(text)
      if (lines.length > maxLines) throw new Error(t('add.tooMany', { count: lines.length }))
      const path = { params: { id: occasionId }, body: { lines, userIds: [] } }
      const answer = await api('POST /EducationPartOccasions/:id/participants/find', path)
      if (latestText.current === text) setFound(answer)
    })
  const add = (userIds: readonly number[], onAdded: (hasNewText: boolean) => void) =>
    run(async () => {
      await write(userIds)
      onAdded(latestText.current !== text)
    })
  const invite = (userIds: number[]) =>
    run(async () => {
      await api('PUT /Educations/:id/AddUserToEducation', { params: { id: invitesTo }, body: { userIds } })
      onInvited(userIds.length)
      toast(t('add.invited', { count: userIds.length }))
      // The list is null when the text has changed since.
      setFound((now) => now?.map((person) => ({ ...person, mayInvite: false })) ?? null)
    })
  return { text, changeText, found, setFound, isBusy, problem, preview, add, invite }
}

/**
 * Looks up which of the people chosen by name lack a prerequisite or cannot be signed up; in the order of the choice.
 * Others, and a failed look-up, are left out: the sign-up itself refuses.
 */
function useWarnings(occasionId: number, chosen: readonly number[]): readonly FoundPerson[] {
  const [warnings, setWarnings] = useState<readonly FoundPerson[]>([])
  const ids = chosen.join()
  useEffect(() => {
    let isCurrent = true
    const body = { lines: [], userIds: ids === '' ? [] : ids.split(',').map(Number) }
    const look = async () => {
      const path = { params: { id: occasionId }, body }
      const found = body.userIds.length > 0 ? await api('POST /EducationPartOccasions/:id/participants/find', path) : []
      if (isCurrent) setWarnings(found.filter(({ name, missing }) => name !== null && missing.length > 0))
    }
    look().catch(() => setWarnings([]))
    return () => {
      isCurrent = false
    }
  }, [occasionId, ids])
  return warnings
}

/**
 * Dialog that signs people up: found by name, or from a pasted list of at most 100 lines that is previewed before
 * anything is written. People who lack a prerequisite are marked before the press. Lines that cannot be signed up are
 * shown with the reason; they stay in the open dialog when the others have been signed up, as do people who are chosen
 * during the sign-up. A failure is shown.
 *
 * `onAdded` receives the number of people signed up, and whether the dialog must close (`isDone`) or stays. People of
 * the list outside the reader's permission can be invited to `invitationEducationId`: `onInvited` receives their
 * number, with a toast, and the dialog stays open.
 */
export function AddPeople(props: AddPeopleProps) {
  const t = useTexts('occasions')
  const people = useItemSearch('people', [])
  const [chosen, setChosen] = useState<number[]>([])
  const latestChosen = useRef(chosen)
  latestChosen.current = chosen
  const { text, changeText, found, setFound, isBusy, problem, preview, add, invite } = useSignUpOfOthers(props)
  const acceptedIds = (found ?? []).flatMap(({ userId, refusal }) => (userId !== null && !refusal ? [userId] : []))
  const invitableIds = (found ?? []).flatMap(({ userId, mayInvite }) => (userId !== null && mayInvite ? [userId] : []))
  const userIds = [...new Set([...chosen, ...acceptedIds])]
  const warnings = useWarnings(props.occasion.id, chosen)
  const unresolved = (found ?? []).filter(({ refusal }) => refusal)
  const added = (hasNewText: boolean) => {
    const answered = { chosen: latestChosen.current, sent: userIds, unresolvedCount: unresolved.length, hasNewText }
    const remaining = toRemainingChoice(answered)
    props.onAdded(userIds.length, remaining.isDone)
    setChosen(remaining.chosen)
    // Lines that were written during the sign-up are not looked up yet.
    if (hasNewText) return
    changeText(unresolved.map(({ line }) => line).join('\n'))
    setFound(unresolved)
  }
  const hasNewLines = text.trim() !== '' && found === null
  const actions = (
    <>
      {hasNewLines ? (
        <Button tone="primary" isBusy={isBusy} onClick={() => void preview()}>
          {t('add.look')}
        </Button>
      ) : (
        <Button tone="primary" isBusy={isBusy} disabled={userIds.length === 0} onClick={() => void add(userIds, added)}>
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
        {warnings.length > 0 && <Preview found={warnings} label={t('add.warnings')} />}
        <TextArea
          name="add-lines"
          label={t('add.lines')}
          hint={t('add.linesHint')}
          rows={4}
          value={text}
          onChange={(event) => changeText(event.target.value)}
        />
        {found && found.length > 0 && <Preview found={found} label={t('add.preview')} />}
        {invitableIds.length > 0 && (
          <p>
            <Button isBusy={isBusy} onClick={() => void invite(invitableIds)}>
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

import { CalendarPlus } from '@lucide/icons'
import { useRef, useState } from 'react'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Combobox, type ComboboxItem } from '../ui/Combobox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { toastOnNextPage } from '../ui/toast.ts'
import { isLongEnough, listTiedLabels, noChoices, toOccasionChoices } from './occasion-choices.ts'

interface SignUpPersonProps {
  person: { id: number; name: string }
  /** Whether occasions can be tied by tags. */
  hasTags: boolean
}

interface ChosenOccasion {
  item: ComboboxItem
  /** Labels of the occasions that are signed up for together with it; null while they are read. */
  along: string[] | null
}

/** Coming occasions that the reader organises, found by typing. Only the answer to the latest text counts. */
function useOccasionSearch() {
  const language = useLanguage()
  const [found, setFound] = useState(noChoices)
  const running = useRef<AbortController | null>(null)
  const search = async (text: string) => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    if (!isLongEnough(text)) return setFound(noChoices)
    const query = { q: text.trim(), limit: 25 }
    // A failed search finds nothing; the next letter searches again.
    const results = await api('GET /search', { query }, { signal: stop.signal }).catch(() => null)
    if (!stop.signal.aborted) setFound(results ? toOccasionChoices(results, new Date()) : noChoices)
  }
  const items = found.occasions.map(({ id, title, startDate, city }) => ({
    id,
    label: `${title}, ${momentText(startDate, 'moment', language)}`,
    hint: city,
  }))
  return { items, more: found.more, search }
}

/** The chosen occasion with its tied ones, which are read when it is chosen; a failure takes the choice back. */
function useChosenOccasion(hasTags: boolean, onFailure: (message: string | null) => void) {
  const language = useLanguage()
  const [chosen, setChosen] = useState<ChosenOccasion | null>(null)
  const latestId = useRef<number | null>(null)
  const choose = async (item: ComboboxItem | null) => {
    latestId.current = item?.id ?? null
    onFailure(null)
    setChosen(item && { item, along: hasTags ? null : [] })
    if (!item || !hasTags) return
    try {
      const params = { occasionId: item.id }
      const tied = await api('GET /tag/ConnectedOccasions/occasion/:occasionId', { params })
      if (latestId.current === item.id) setChosen({ item, along: listTiedLabels(tied, language) })
    } catch (error) {
      if (latestId.current !== item.id) return
      setChosen(null)
      onFailure(toFailure(error).message)
    }
  }
  return { chosen, choose }
}

function SignUpDialog({ person, hasTags, onClose }: SignUpPersonProps & { onClose: () => void }) {
  const t = useTexts('profile')
  const { items, more, search } = useOccasionSearch()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { chosen, choose } = useChosenOccasion(hasTags, setProblem)
  const [write] = useState(() =>
    withIdempotencyKey((occasionId: number, idempotencyKey) =>
      api('PUT /EducationPartOccasions/results', { body: [{ userId: person.id, occasionId }] }, { idempotencyKey }),
    ),
  )
  const signUp = async () => {
    if (chosen === null) return
    setIsBusy(true)
    setProblem(null)
    try {
      await write(chosen.item.id)
      toastOnNextPage(t('office.signedUp', { name: person.name }))
      location.reload()
    } catch (error) {
      setIsBusy(false)
      setProblem(toFailure(error).message)
    }
  }
  const actions = (
    <>
      <Button tone="primary" isBusy={isBusy} disabled={!chosen?.along} onClick={() => void signUp()}>
        {t('office.signUpAction')}
      </Button>
      <Button onClick={onClose}>{t('office.notNow')}</Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('office.signUpTitle', { name: person.name })} actions={actions}>
      <div className="grid gap-4">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Combobox
          name="occasion"
          label={t('office.occasion')}
          hint={t('office.occasionHint')}
          items={items}
          value={chosen?.item.id ?? null}
          chosen={chosen?.item}
          onSearch={(text) => void search(text)}
          onChange={(_id, item) => void choose(item ?? null)}
        />
        <p role="status" className="text-sm text-muted empty:hidden">
          {more && !chosen && t('office.occasionMore')}
        </p>
        {chosen?.along && chosen.along.length > 0 && (
          <InfoBox title={t('office.signUpAlong', { name: person.name })} role="status">
            <ul className="list-disc pl-5">
              {chosen.along.map((label) => (
                <li key={label}>{label}</li>
              ))}
            </ul>
          </InfoBox>
        )}
      </div>
    </Dialog>
  )
}

/** Button that signs a person up to an occasion that the reader organises. */
function SignUpButton(props: SignUpPersonProps) {
  const t = useTexts('profile')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="primary" icon={<Icon of={CalendarPlus} size={18} />} onClick={() => setOpen(true)}>
        {t('office.signUp')}
      </Button>
      {isOpen && <SignUpDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/**
 * Button and dialog that sign a person up to a coming occasion which the reader organises, with those that are tied to
 * it. The page is loaded again; a refusal is shown.
 */
export const SignUpPerson = island(SignUpButton)

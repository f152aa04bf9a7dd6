import { useEffect, useState } from 'react'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { maxMatchingParticipants } from '#api/participation/sign-ups/participants/rules.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { type Failure, toFailure, useUnsavedWarning } from '../editing/use-draft.ts'
import { useSaving } from '../editing/use-saving.ts'
import { Field } from '../ui/Field.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toast } from '../ui/toast.ts'
import type { ParticipantRowData } from './participant-rows.ts'
import type { ParticipantSearch } from './participants-url.ts'

type Filter = Pick<ParticipantSearch, 'text' | 'only'>
type Wording = Record<'subject' | 'text', string>

interface DialogProps {
  occasion: Pick<Occasion, 'id' | 'educationPartId'>
  rows: readonly Pick<ParticipantRowData, 'resultId'>[]
  /** Filter that selects exactly the rows; null when they were chosen one by one. */
  filter: Filter | null
  onDone: () => void
  onClose: () => void
}

const idsOf = (rows: DialogProps['rows']) => rows.map(({ resultId }) => resultId)

/** Note that more people are chosen than one call takes; nothing otherwise. */
function TooManyNote({ rows, name }: { rows: DialogProps['rows']; name: 'move' | 'mail' }) {
  const t = useTexts('occasions')
  if (rows.length <= maxMatchingParticipants) return null
  return <p className="text-muted">{t(`${name}.tooMany`, { most: maxMatchingParticipants })}</p>
}

/**
 * Dialog that moves people to another occasion of the same part that is neither cancelled nor ended. One with fewer
 * seats than people cannot be chosen. After a success, with a toast, `onDone` must close it; a refusal, also of the
 * list, is shown. With a filter the server selects the people, and refuses when their number has changed. Moving again
 * after a lost answer moves once.
 */
export function MoveDialog({ occasion, rows, filter, onDone, onClose }: DialogProps) {
  const t = useTexts('occasions')
  const language = useLanguage()
  const [others, setOthers] = useState<Occasion[] | null>(null)
  const [chosen, setChosen] = useState('')
  const [problem, setProblem] = useState<Failure | null>(null)
  const { isBusy, failure, run } = useSaving()
  const params = { id: occasion.id }
  const [write] = useState(() => ({
    chosen: withIdempotencyKey((body: { resultIds: number[]; occasionId: number }, idempotencyKey) =>
      api('PUT /EducationPartOccasions/:id/participants/move', { params, body }, { idempotencyKey }),
    ),
    matching: withIdempotencyKey(
      (body: { filter: Filter; expectedCount: number; occasionId: number }, idempotencyKey) =>
        api('PUT /EducationPartOccasions/:id/participants/moveMatching', { params, body }, { idempotencyKey }),
    ),
  }))
  useEffect(() => {
    api('GET /EducationParts/:id/educationPartOccasions', { params: { id: occasion.educationPartId } }).then(
      (found) =>
        setOthers(found.filter(({ id, canceled, endDate }) => id !== occasion.id && !canceled && endDate > new Date())),
      (error: unknown) => setProblem(toFailure(error)),
    )
  }, [occasion.id, occasion.educationPartId])
  const move = () =>
    run(async () => {
      const occasionId = Number(chosen)
      if (filter) await write.matching({ filter, expectedCount: rows.length, occasionId })
      else await write.chosen({ resultIds: idsOf(rows), occasionId })
      toast(t('move.done', { count: rows.length }))
      onDone()
    })
  const choices = (others ?? []).map(({ id, startDate, city, availableSpots }) => ({
    value: String(id),
    label: `${momentText(startDate, 'moment', language)}, ${city}`,
    hint: availableSpots === null ? t('move.unlimited') : t('move.availableSeats', { count: availableSpots }),
    disabled: availableSpots !== null && availableSpots < rows.length,
  }))
  return (
    <FormDialog
      title={t('move.title', { count: rows.length })}
      verb={t('move.action', { count: rows.length })}
      disabled={chosen === '' || rows.length > maxMatchingParticipants}
      labelOf={(name) => t(`move.${name}`)}
      failure={failure ?? problem}
      onSave={() => void move()}
      isBusy={isBusy}
      onClose={onClose}
    >
      <TooManyNote rows={rows} name="move" />
      {others?.length === 0 && <p className="text-muted">{t('move.none')}</p>}
      {choices.length > 0 && (
        <RadioGroup name="move-to" label={t('move.to')} value={chosen} onChange={setChosen} choices={choices} />
      )}
    </FormDialog>
  )
}

/**
 * Dialog that sends a mail to each of the chosen people, once also when it is sent again after a lost answer. After a
 * success, with a toast and another one that names people without an e-mail address, `onDone` must close it; after a
 * refusal the text stays. The browser asks before the text is left; a cancel calls `onClose` at once and drops it.
 */
export function MailDialog({ occasion, rows, filter, onDone, onClose }: DialogProps) {
  const t = useTexts('occasions')
  const params = { id: occasion.id }
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  useUnsavedWarning((subject + text).trim())
  const { isBusy, failure, run } = useSaving()
  const [write] = useState(() => ({
    toChosen: withIdempotencyKey((body: Wording & { resultIds: number[] }, idempotencyKey) =>
      api('POST /EducationPartOccasions/:id/participants/mail', { params, body }, { idempotencyKey }),
    ),
    toMatching: withIdempotencyKey((body: Wording & { filter: Filter; expectedCount: number }, idempotencyKey) =>
      api('POST /EducationPartOccasions/:id/participants/mailMatching', { params, body }, { idempotencyKey }),
    ),
  }))
  const send = () =>
    run(async () => {
      const { sent, withoutAddress } = filter
        ? await write.toMatching({ filter, expectedCount: rows.length, subject, text })
        : await write.toChosen({ resultIds: idsOf(rows), subject, text })
      toast(t('mail.done', { count: sent }))
      if (withoutAddress.length > 0) toast(t('mail.without', { names: withoutAddress.join(', ') }), 'danger')
      onDone()
    })
  return (
    <FormDialog
      title={t('mail.title', { count: rows.length })}
      verb={t('mail.action', { count: rows.length })}
      disabled={rows.length > maxMatchingParticipants}
      labelOf={(name) => t(`mail.${name}`)}
      prefix="mail-"
      onSave={() => void send()}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
    >
      <TooManyNote rows={rows} name="mail" />
      <Field
        name="mail-subject"
        label={t('mail.subject')}
        required
        value={subject}
        maxLength={200}
        error={failure?.fields['subject']}
        onChange={(event) => setSubject(event.target.value)}
      />
      <TextArea
        name="mail-text"
        label={t('mail.text')}
        hint={t('mail.textHint')}
        required
        rows={8}
        value={text}
        error={failure?.fields['text']}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  )
}

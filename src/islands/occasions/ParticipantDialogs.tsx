import { useEffect, useState } from 'react'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { type Failure, toFailure } from '../editing/use-draft.ts'
import { useSaving } from '../editing/use-saving.ts'
import { Field } from '../ui/Field.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toast } from '../ui/toast.ts'
import type { ParticipantRowData } from './participant-rows.ts'

interface DialogProps {
  occasion: Pick<Occasion, 'id' | 'educationPartId'>
  rows: readonly Pick<ParticipantRowData, 'resultId'>[]
  onDone: () => void
  onClose: () => void
}

const idsOf = (rows: DialogProps['rows']) => rows.map(({ resultId }) => resultId)

/**
 * Dialog that moves people to another occasion of the same part that is neither cancelled nor ended. One with fewer
 * seats than people cannot be chosen. After a success, with a toast, `onDone` must close it; a refusal, also of the
 * list, is shown.
 */
export function MoveDialog({ occasion, rows, onDone, onClose }: DialogProps) {
  const t = useTexts('occasions')
  const language = useLanguage()
  const [others, setOthers] = useState<Occasion[] | null>(null)
  const [chosen, setChosen] = useState('')
  const [problem, setProblem] = useState<Failure | null>(null)
  const { busy, failure, run } = useSaving()
  useEffect(() => {
    api('GET /EducationParts/:id/educationPartOccasions', { params: { id: occasion.educationPartId } }).then(
      (found) =>
        setOthers(found.filter(({ id, canceled, endDate }) => id !== occasion.id && !canceled && endDate > new Date())),
      (error: unknown) => setProblem(toFailure(error)),
    )
  }, [occasion.id, occasion.educationPartId])
  const move = () =>
    run(async () => {
      const body = { resultIds: idsOf(rows), occasionId: Number(chosen) }
      await api('PUT /EducationPartOccasions/:id/participants/move', { params: { id: occasion.id }, body })
      toast(t('move.done', { count: rows.length }))
      onDone()
    })
  const choices = (others ?? []).map(({ id, startDate, city, availableSpots }) => ({
    value: String(id),
    label: `${momentText(startDate, 'moment', language)}, ${city}`,
    hint: availableSpots === null ? t('move.unlimited') : t('move.spots', { count: availableSpots }),
    disabled: availableSpots !== null && availableSpots < rows.length,
  }))
  return (
    <FormDialog
      title={t('move.title', { count: rows.length })}
      verb={t('move.action', { count: rows.length })}
      disabled={chosen === ''}
      labelOf={(name) => t(`move.${name}`)}
      failure={failure ?? problem}
      onSave={() => void move()}
      busy={busy}
      onClose={onClose}
    >
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
 * refusal the text stays. A cancel calls `onClose` at once and drops the text.
 */
export function MailDialog({ occasion, rows, onDone, onClose }: DialogProps) {
  const t = useTexts('occasions')
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  const { busy, failure, run } = useSaving()
  const [write] = useState(() =>
    withIdempotencyKey((body: { resultIds: number[]; subject: string; text: string }, idempotencyKey) =>
      api(
        'POST /EducationPartOccasions/:id/participants/mail',
        { params: { id: occasion.id }, body },
        { idempotencyKey },
      ),
    ),
  )
  const send = () =>
    run(async () => {
      const { sent, withoutAddress } = await write({ resultIds: idsOf(rows), subject, text })
      toast(t('mail.done', { count: sent }))
      if (withoutAddress.length > 0) toast(t('mail.without', { names: withoutAddress.join(', ') }), 'danger')
      onDone()
    })
  return (
    <FormDialog
      title={t('mail.title', { count: rows.length })}
      verb={t('mail.action', { count: rows.length })}
      labelOf={(name) => t(`mail.${name}`)}
      prefix="mail-"
      onSave={() => void send()}
      busy={busy}
      failure={failure}
      onClose={onClose}
    >
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

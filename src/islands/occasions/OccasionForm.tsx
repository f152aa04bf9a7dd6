import { useState } from 'react'
import type { ManagedOccasion, OccasionInput } from '#api/catalogue/occasions/management/contract.ts'
import type { Tag } from '#api/participation/tags/contract.ts'
import { momentText } from '#locales/moments.ts'
import { ApiError, api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { DraftForm } from '../editing/DraftForm.tsx'
import { useDraft } from '../editing/use-draft.ts'
import { QuestionsEditor, tidyQuestions } from '../educations/management/QuestionsEditor.tsx'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'
import { AboutFields, type PricedEducation, SignUpFields, WhenFields, WhereFields } from './OccasionFields.tsx'
import {
  type Interval,
  type OccasionDraft,
  parseTimes,
  repeatOccasion,
  toDraft,
  toInput,
  withoutIndexes,
} from './occasion-draft.ts'
import { TagField } from './TagField.tsx'

interface OccasionFormProps {
  /** With id 0, the initial values of a new occasion. */
  occasion: ManagedOccasion
  people: ComboboxItem[]
  organizations: ComboboxItem[]
  /** Tags that the occasion can have; empty without the feature. */
  tags: readonly Pick<Tag, 'id' | 'name'>[]
  /** The educations that the occasion is given for. */
  educations: readonly PricedEducation[]
}

interface Repetition {
  interval: Interval | ''
  times: string
}

const fetchManaged = (id: number) => api('GET /EducationPartOccasions/:id/managed', { params: { id } })

/** Rethrows a refusal with the field names of one occasion, since the form shows each field once. */
function rethrowForOne(error: unknown): never {
  if (!(error instanceof ApiError) || !error.body.fields) throw error
  throw new ApiError(error.status, { ...error.body, fields: withoutIndexes(error.body.fields) })
}

function useOccasion({ occasion }: OccasionFormProps, { interval, times }: Repetition) {
  const t = useTexts('occasions')
  const [create] = useState(() =>
    withIdempotencyKey((body: OccasionInput[], idempotencyKey) =>
      body.length === 1 && body[0]
        ? api('POST /EducationPartOccasions', { body: body[0] }, { idempotencyKey }).then((made) => [made])
        : api('POST /EducationPartOccasions/several', { body }, { idempotencyKey }).catch(rethrowForOne),
    ),
  )
  return useDraft<OccasionDraft, ManagedOccasion>({
    stored: occasion,
    draftOf: toDraft,
    async save(draft, version) {
      const input = toInput({ ...draft, customQuestions: tidyQuestions(draft.customQuestions) }, version)
      if (version.id) {
        await api('PUT /EducationPartOccasions', { body: input })
        return fetchManaged(version.id)
      }
      const count = interval ? parseTimes(times) : 1
      if (count === null) {
        const message = t('repeat.timesWrong')
        throw new ApiError(400, { message, fields: { 'repeat.times': message } })
      }
      const made = await create(interval && input.startDate ? repeatOccasion(input, interval, count) : [input])
      return fetchManaged(made[0]?.id ?? 0)
    },
    reload: () => fetchManaged(occasion.id),
    onSaved(stored) {
      if (occasion.id) return toast(t('saved'))
      toastOnNextPage(t('created'))
      location.assign(`/education/manageOccasion/${stored.id}`)
    },
  })
}

interface RepeatFieldsProps {
  value: Repetition
  onChange: (value: Repetition) => void
  error: string | undefined
}

function RepeatFields({ value, onChange, error }: RepeatFieldsProps) {
  const t = useTexts('occasions')
  const intervals = (['week', 'fortnight', 'month'] as const).map((one) => ({ value: one, label: t(`repeat.${one}`) }))
  return (
    <Card title={t('repeat')}>
      <div className="grid gap-6 sm:grid-cols-2">
        <Select
          name="repeat-interval"
          label={t('repeat.interval')}
          placeholder={t('repeat.never')}
          options={intervals}
          value={value.interval}
          onChange={(event) => onChange({ ...value, interval: event.target.value as Interval | '' })}
        />
        {value.interval && (
          <Field
            name="repeat.times"
            error={error}
            label={t('repeat.times')}
            hint={t('repeat.timesHint')}
            inputMode="numeric"
            value={value.times}
            onChange={(event) => onChange({ ...value, times: event.target.value })}
          />
        )}
      </div>
    </Card>
  )
}

/** Formats a value for the conflict dialog. */
function useTextOf() {
  const language = useLanguage()
  return (_: string, value: unknown): string => {
    if (value instanceof Date) return momentText(value, 'moment', language)
    if (typeof value === 'string') return value.replace(/<[^>]+>/g, ' ').trim()
    return value === null || value === undefined ? '' : JSON.stringify(value)
  }
}

/** Returns the label of a field; days are numbered from one. */
function useLabelOf() {
  const t = useTexts('occasions')
  return (field: string) => {
    const [, at, which] = /^sessions\.(\d+)\.(start|end)$/.exec(field) ?? []
    return at ? t(which === 'end' ? 'session.endOf' : 'session.start', { day: Number(at) + 1 }) : t(field)
  }
}

function Form(props: OccasionFormProps) {
  const { occasion, people, organizations, tags } = props
  const t = useTexts('occasions')
  const [repetition, setRepetition] = useState<Repetition>({ interval: '', times: '4' })
  const form = useOccasion(props, repetition)
  const textOf = useTextOf()
  const labelOf = useLabelOf()
  const fields = { draft: form.draft, change: form.change, errorOf: form.errorOf }
  const isNew = occasion.id === 0
  return (
    <DraftForm form={form} labelOf={labelOf} textOf={textOf} saveLabel={isNew ? t('create') : undefined}>
      <WhenFields {...fields} />
      <WhereFields {...fields} />
      {isNew && <RepeatFields value={repetition} onChange={setRepetition} error={form.errorOf('repeat.times')} />}
      <SignUpFields {...fields} educations={props.educations} />
      {tags.length > 0 && !repetition.interval && <TagField {...fields} tags={tags} occasion={occasion} />}
      <AboutFields {...fields} people={people} organizations={organizations} />
      <Card title={t('customQuestions')}>
        <QuestionsEditor
          questions={form.draft.customQuestions}
          onChange={(customQuestions) => form.change({ customQuestions })}
        />
      </Card>
      {occasion.bookedCount > 0 && (
        <Checkbox
          name="tellsParticipants"
          label={t('tellsParticipants')}
          hint={t('tellsParticipantsHint')}
          checked={form.draft.tellsParticipants}
          onChange={(event) => form.change({ tellsParticipants: event.target.checked })}
        />
      )}
    </DraftForm>
  )
}

/** Form of a new or stored occasion. A new one can be repeated, and leads to the page of the first. */
export const OccasionForm = island(Form)

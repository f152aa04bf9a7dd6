import { useState } from 'react'
import type { ManagedOccasion, SeriesOccasion } from '#api/catalogue/occasions/management/contract.ts'
import type { MeetingProviderName } from '#api/catalogue/occasions/meetings/rules.ts'
import type { Place } from '#api/catalogue/occasions/planning/contract.ts'
import type { Tag } from '#api/participation/tags/contract.ts'
import { momentText } from '#locales/moments.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { DraftForm } from '../editing/DraftForm.tsx'
import { toSection } from '../editing/form-section.ts'
import { useSaving } from '../editing/use-saving.ts'
import { QuestionsFields } from '../educations/management/QuestionsFields.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { ClashNote } from './ClashNote.tsx'
import { type CopiedTimes, CopyDate } from './CopyDate.tsx'
import { AboutFields, type PricedEducation, SignUpFields } from './OccasionFields.tsx'
import { type OccasionDraft, toSpan } from './occasion-draft.ts'
import { RepeatFields } from './RepeatFields.tsx'
import { forFirstDay, listDates, type Repetition } from './repetition.ts'
import { SaveQuestions } from './SaveQuestions.tsx'
import { noAnswers, type Questions } from './save-questions.ts'
import { TagField } from './TagField.tsx'
import { toClashQuestion, useClashes } from './use-clashes.ts'
import { useOccasion } from './use-occasion.ts'
import { WhenFields } from './WhenFields.tsx'
import { WhereFields } from './WhereFields.tsx'

interface OccasionFormProps {
  /** With id 0, the initial values of a new occasion. */
  occasion: ManagedOccasion
  people: ComboboxItem[]
  organizations: ComboboxItem[]
  /** Tags that the occasion can have; empty without the feature. */
  tags: readonly Pick<Tag, 'id' | 'name'>[]
  /** The educations that the occasion is given for. */
  educations: readonly PricedEducation[]
  /** Times of the occasion that this new one is copied from; null when it is no copy. */
  copied: CopiedTimes | null
  /** The other occasions of its series that can change with it. */
  series: readonly SeriesOccasion[]
  /** Places of earlier occasions. */
  places: readonly Place[]
  /** Services that the portal can create online meetings in. */
  providers: readonly MeetingProviderName[]
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

/** Returns the label of the save button of a new occasion, with the number of its repetitions. */
function useCreateLabel() {
  const t = useTexts('occasions')
  return (draft: OccasionDraft, repetition: Repetition) => {
    const dates = listDates({ ...draft, startDate: toSpan(draft).start }, repetition)
    const count = dates.filter(({ isSkipped }) => !isSkipped).length
    return count > 1 ? t('createSeveral', { count }) : t('create')
  }
}

/** Informs that the occasion is one of a series. A refusal of the series links here. */
function SeriesNote({ series }: Pick<OccasionFormProps, 'series'>) {
  const t = useTexts('occasions')
  return (
    <div id="field-series" tabIndex={-1}>
      <InfoBox title={t('series')}>{t('series.note', { count: series.length })}</InfoBox>
    </div>
  )
}

function Form(props: OccasionFormProps) {
  const { occasion, people, organizations, tags, copied } = props
  const t = useTexts('occasions')
  const [repetition, setRepetition] = useState<Repetition>({ interval: '', times: '4', skipped: [], moved: {} })
  const { form, series, findQuestions, saveWith } = useOccasion({ occasion, series: props.series, repetition })
  const asking = useSaving()
  const [questions, setQuestions] = useState<Questions | null>(null)
  const textOf = useTextOf()
  const labelOf = useLabelOf()
  const createLabel = useCreateLabel()
  const { draft, errorOf } = form
  const change: typeof form.change = (fields) => {
    setRepetition(forFirstDay(repetition, toSpan(draft).start, toSpan({ ...draft, ...fields }).start))
    form.change(fields)
  }
  const fields = { draft, change, errorOf }
  const isNew = occasion.id === 0
  const clashes = useClashes(toClashQuestion(draft, repetition, occasion.id))
  const hasTimes = !copied || draft.startDate !== null
  const sections = [
    ...(hasTimes ? ['when'] : []),
    'where',
    ...(isNew ? ['repeat'] : []),
    'signUp',
    'about',
    'customQuestions',
  ]
  const save = () =>
    asking.run(async () => {
      const found = await findQuestions()
      return found ? setQuestions(found) : saveWith(noAnswers)
    })
  const shown = { ...form, save, isBusy: form.isBusy || asking.isBusy, failure: asking.failure ?? form.failure }
  return (
    <>
      <DraftForm
        form={shown}
        labelOf={labelOf}
        textOf={textOf}
        saveLabel={isNew ? createLabel(draft, repetition) : undefined}
        sections={sections.map((name) => toSection(name, t))}
      >
        {series.length > 0 && <SeriesNote series={series} />}
        {copied && <CopyDate {...fields} copied={copied} />}
        {hasTimes && <WhenFields {...fields} />}
        <WhereFields {...fields} places={props.places} providers={props.providers} stored={form.base} />
        {isNew && (
          <RepeatFields draft={draft} value={repetition} onChange={setRepetition} error={errorOf('repeat.times')} />
        )}
        <SignUpFields {...fields} educations={props.educations} />
        {tags.length > 0 && !repetition.interval && <TagField {...fields} tags={tags} occasion={occasion} />}
        <AboutFields {...fields} people={people} organizations={organizations} />
        <QuestionsFields
          questions={draft.customQuestions}
          onChange={(customQuestions) => change({ customQuestions })}
        />
      </DraftForm>
      {/* Below the button: a note that arrives above it would move it away under a press. */}
      <ClashNote clashes={clashes} />
      {questions && (
        <SaveQuestions
          {...questions}
          onClose={() => setQuestions(null)}
          onAnswer={(answers) => {
            setQuestions(null)
            void saveWith(answers)
          }}
        />
      )}
    </>
  )
}

/**
 * Form of a new or stored occasion, with optimistic locking. A new one can be repeated, and leads to the page of the
 * first. A save of a stored one asks which occasions of its series change, and whether participants are notified of
 * another time or place. Clashes with other occasions are a warning only. A copy (`copied`) first asks for its day.
 */
export const OccasionForm = island(Form)

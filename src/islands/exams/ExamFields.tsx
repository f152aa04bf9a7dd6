import { useEffect, useRef, useState } from 'react'
import { portalZone } from '#api/zone.ts'
import { api } from '../api.ts'
import { useTexts } from '../texts.tsx'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Combobox, type ComboboxItem } from '../ui/Combobox.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Field } from '../ui/Field.tsx'
import { ManyChoice } from '../ui/ManyChoice.tsx'
import { RichText } from '../ui/RichText.tsx'
import type { ExamDraft } from './exam-draft.ts'

export interface ExamFieldsProps {
  draft: ExamDraft
  change: (fields: Partial<ExamDraft>) => void
  errorOf: (field: string) => string | undefined
}

type TextName = { [K in keyof ExamDraft]: ExamDraft[K] extends string ? K : never }[keyof ExamDraft]

function useFields({ draft, change, errorOf }: ExamFieldsProps) {
  const t = useTexts('exams')
  return {
    text: (name: TextName) => ({
      name,
      label: t(name === 'title' ? 'ownTitle' : name),
      error: errorOf(name),
      value: draft[name],
      onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    }),
    date: (name: 'startDate' | 'endDate' | 'lastSignUpDate') => ({
      name,
      label: t(name),
      error: errorOf(name),
      value: draft[name],
      onChange: (value: Date | null) => change({ [name]: value }),
      withTime: name !== 'lastSignUpDate',
      zone: portalZone,
    }),
  }
}

export function WhenAndWhere(props: ExamFieldsProps) {
  const t = useTexts('exams')
  const { text, date } = useFields(props)
  return (
    <>
      <Card title={t('when')}>
        <div className="grid gap-6 sm:grid-cols-2">
          <DatePicker {...date('startDate')} required />
          <DatePicker {...date('endDate')} required />
          <DatePicker {...date('lastSignUpDate')} hint={t('lastSignUpDateHint')} />
        </div>
      </Card>
      <Card title={t('where')}>
        <div className="grid gap-6 sm:grid-cols-2">
          <Field {...text('city')} required maxLength={100} />
          <Field {...text('venue')} maxLength={200} />
          <Field {...text('address')} maxLength={300} />
        </div>
      </Card>
    </>
  )
}

/** Those who can be chosen, found while one types; known ones keep their names. */
function useExaminers(place: { educationId: number; educationPartId: number }, known: readonly ComboboxItem[]) {
  const [items, setItems] = useState<ComboboxItem[]>([...known])
  const names = useRef(new Map(known.map((item) => [item.id, item])))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { educationId, educationPartId } = place
  const find = async (text: string) => {
    const body = { educationId, educationPartId, text }
    // A search that fails finds nobody; the next letter asks again.
    const found = await api('POST /User/possibleEducatorsForPracticalDrivingExam', { body }).catch(() => [])
    const next = found.map(({ id, name, organizationNames }) => ({
      id,
      label: name,
      hint: organizationNames.join(', ') || undefined,
    }))
    for (const item of next) names.current.set(item.id, item)
    setItems(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first list is asked for once for each place.
  useEffect(() => void find(''), [educationId, educationPartId])
  return {
    items,
    search(text: string) {
      clearTimeout(timer.current)
      // The name that is chosen stands in the field; searched for, it would be the only one left to choose.
      const isChosen = [...names.current.values()].some(({ label }) => label === text)
      timer.current = setTimeout(() => void find(isChosen ? '' : text), 200)
    },
    named: (ids: readonly number[]): ComboboxItem[] =>
      ids.map((id) => names.current.get(id) ?? { id, label: `#${id}` }),
  }
}

export function Examiners(props: ExamFieldsProps & { people: readonly ComboboxItem[] }) {
  const { draft, change, errorOf, people } = props
  const t = useTexts('exams')
  const examiner = useExaminers(draft, people)
  const others = useExaminers(draft, people)
  return (
    <Card title={t('examinerId')}>
      <div className="grid gap-6 sm:grid-cols-2">
        <Combobox
          name="examinerId"
          label={t('examinerId')}
          hint={t('examinerIdHint')}
          error={errorOf('examinerId')}
          required
          items={examiner.items}
          onSearch={examiner.search}
          value={draft.examinerId}
          onChange={(examinerId) => change({ examinerId })}
        />
        <ManyChoice
          name="responsibleIds"
          label={t('responsibleIds')}
          hint={t('responsibleIdsHint')}
          error={errorOf('responsibleIds')}
          items={others.items}
          onSearch={others.search}
          chosen={others.named(draft.responsibleIds)}
          onChange={(chosen) => change({ responsibleIds: chosen.map(({ id }) => id) })}
        />
      </div>
    </Card>
  )
}

export function SignUpRules(props: ExamFieldsProps) {
  const { draft, change, errorOf } = props
  const t = useTexts('exams')
  const { text } = useFields(props)
  return (
    <>
      <Card title={t('signUp')}>
        <div className="grid gap-6 sm:grid-cols-2">
          <Field {...text('maxParticipants')} hint={t('maxParticipantsHint')} inputMode="numeric" />
          <Field {...text('fee')} hint={t('feeHint')} inputMode="decimal" />
          <Field {...text('guardianAge')} hint={t('guardianAgeHint')} inputMode="numeric" />
          <div className="self-end pb-2">
            <Checkbox
              name="blockedForExternalUsers"
              label={t('blockedForExternalUsers')}
              checked={draft.blockedForExternalUsers}
              onChange={(event) => change({ blockedForExternalUsers: event.target.checked })}
            />
          </div>
        </div>
      </Card>
      <Card title={t('about')}>
        <div className="grid gap-6">
          <Field {...text('title')} hint={t('titleHint')} maxLength={200} />
          <RichText
            name="description"
            label={t('description')}
            error={errorOf('description')}
            value={draft.description}
            onChange={(description) => change({ description })}
          />
        </div>
      </Card>
    </>
  )
}

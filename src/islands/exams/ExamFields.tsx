import { portalZone } from '#api/zone.ts'
import { useTexts } from '../client/texts.tsx'
import { FoundMany } from '../editing/FoundMany.tsx'
import { FoundOne } from '../editing/FoundOne.tsx'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Field } from '../ui/Field.tsx'
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

export function Examiners(props: ExamFieldsProps & { people: readonly ComboboxItem[] }) {
  const { draft, change, errorOf, people } = props
  const t = useTexts('exams')
  const { educationId, educationPartId } = draft
  const examiners = { kind: 'examiners', narrower: { place: { educationId, educationPartId } }, known: people } as const
  return (
    <Card title={t('examinerId')}>
      <div className="grid gap-6 sm:grid-cols-2">
        <FoundOne
          {...examiners}
          name="examinerId"
          label={t('examinerId')}
          hint={t('examinerIdHint')}
          error={errorOf('examinerId')}
          required
          value={draft.examinerId}
          onChange={(examinerId) => change({ examinerId })}
        />
        <FoundMany
          {...examiners}
          name="responsibleIds"
          label={t('responsibleIds')}
          hint={t('responsibleIdsHint')}
          error={errorOf('responsibleIds')}
          chosen={draft.responsibleIds}
          onChange={(responsibleIds) => change({ responsibleIds })}
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

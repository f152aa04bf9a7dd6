import { type EducationPart, partTypes } from '#api/catalogue/education-parts/contract.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { type DraftFields, draftFields } from '../editing/draft-fields.ts'
import { listFilled } from '../editing/list-filled.ts'
import { FeeTotal } from '../educations/FeeTotal.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { FieldFold } from '../ui/FieldFold.tsx'
import { RichText } from '../ui/RichText.tsx'
import { Select } from '../ui/Select.tsx'
import { ChecklistEditor } from './ChecklistEditor.tsx'
import { CompletionFields } from './CompletionFields.tsx'
import { PackageField } from './PackageField.tsx'
import type { PartDraft } from './part-draft.ts'

type Form = DraftFields<PartDraft>

interface PartFactsProps {
  form: Form
  /** Only a new part can choose its type. */
  isNew: boolean
  /** Fee of the education, in kronor. */
  educationFee: number
}

/** Fields for the name, type, hours, fee and description of a part. They change the draft only. */
export function PartFacts({ form, isNew, educationFee }: PartFactsProps) {
  const t = useTexts('management')
  const { text, choice, value } = draftFields(form, t, 'part-')
  const types = Object.values(partTypes).map((value) => ({ value, label: t(`partType.${value}`) }))
  return (
    <>
      <Field {...text('title')} required maxLength={200} />
      {isNew && <Select {...choice('type', types)} label={t('partType')} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...text('hours')} inputMode="decimal" />
        <Field {...text('fee')} hint={t('feeHint')} inputMode="decimal" />
      </div>
      <FeeTotal educationFee={educationFee} typed={form.draft.fee} noun="management" textKey="feeTotal" />
      <RichText {...value('description')} />
    </>
  )
}

/**
 * Fields for what a part requires, and for how the course of a digital part runs. They change the draft only.
 */
export function PartRules({ form }: { form: Form }) {
  const t = useTexts('management')
  const { draft } = form
  const language = useLanguage()
  const filled = [
    t(`completionRule.${draft.completionRule}`),
    ...listFilled({ draft, names: ['minimumScore', 'startsAgain', 'opensWindows'], labelOf: t, language }),
  ]
  const { tick } = draftFields(form, t, 'part-')
  return (
    <div className="grid gap-3">
      <Checkbox {...tick('mandatory')} hint={t('mandatoryHint')} />
      {draft.type !== partTypes.ArticulateSession && <Checkbox {...tick('needsApproval')} />}
      {draft.type === partTypes.ArticulateSession && (
        <FieldFold title={t('playing')} filled={filled}>
          <div className="grid gap-5">
            <CompletionFields {...form} />
            <Checkbox {...tick('startsAgain')} hint={t('startsAgainHint')} />
            <Checkbox {...tick('opensWindows')} hint={t('opensWindowsHint')} />
          </div>
        </FieldFold>
      )}
    </div>
  )
}

interface TypeProps {
  form: Form
  part: EducationPart | undefined
  onSending: (isSending: boolean) => void
}

/** Fields that only the type of a part has: instructions, checklist or course package. */
export function TypeFields({ form, part, onSending }: TypeProps) {
  const t = useTexts('management')
  const { draft, change } = form
  if (draft.type === partTypes.Submission)
    return <RichText {...draftFields(form, t).value('submissionInstructions')} name="part-instructions" />
  if (draft.type === partTypes.PracticalDrivingExam)
    return <ChecklistEditor items={draft.examChecklist} onChange={(examChecklist) => change({ examChecklist })} />
  if (draft.type !== partTypes.ArticulateSession) return null
  if (!part) return <p className="text-muted">{t('packageAfterwards')}</p>
  return <PackageField educationPartId={part.id} onSending={onSending} />
}

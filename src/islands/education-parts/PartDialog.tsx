import { useState } from 'react'
import { type EducationPart, partTypes } from '#api/catalogue/education-parts/contract.ts'
import type { Education } from '#api/catalogue/educations/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { ConflictDialog } from '../editing/ConflictDialog.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useDraft } from '../editing/use-draft.ts'
import { FeeTotal } from '../educations/FeeTotal.tsx'
import { QuestionsEditor } from '../educations/management/QuestionsEditor.tsx'
import { tidyQuestions } from '../educations/management/questions.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Field } from '../ui/Field.tsx'
import { RichText } from '../ui/RichText.tsx'
import { Select } from '../ui/Select.tsx'
import { ChecklistEditor } from './ChecklistEditor.tsx'
import { CompletionFields } from './CompletionFields.tsx'
import { tidyChecklist } from './checklist.ts'
import { PackageField } from './PackageField.tsx'
import { emptyPart, type PartDraft, toDraft, toInput } from './part-draft.ts'

interface PartDialogProps {
  education: Pick<Education, 'id' | 'fee'>
  /** Absent for a new part. */
  part?: EducationPart | undefined
  onSaved: (part: EducationPart, isNew: boolean) => void
  onClose: () => void
}

type Form = ReturnType<typeof usePart>

function usePart({ education, part, onSaved }: PartDialogProps) {
  const [create] = useState(() =>
    withIdempotencyKey((body: ReturnType<typeof toInput>, idempotencyKey) =>
      api('POST /EducationParts', { body, file: null }, { idempotencyKey }),
    ),
  )
  return useDraft<PartDraft, EducationPart>({
    stored: part ?? emptyPart,
    draftOf: toDraft,
    save(draft, version) {
      const tidy = {
        ...draft,
        customQuestions: tidyQuestions(draft.customQuestions),
        examChecklist: tidyChecklist(draft.examChecklist),
      }
      const body = toInput(tidy, version, education.id)
      return version.id ? api('PUT /EducationParts', { body, file: null }) : create(body)
    },
    reload: () => api('GET /EducationParts/:id', { params: { id: part?.id ?? 0 } }),
    onSaved: (stored) => onSaved(stored, !part),
  })
}

function Facts({ form, isNew, educationFee }: { form: Form; isNew: boolean; educationFee: number }) {
  const t = useTexts('management')
  const { text, choice, value } = draftFields<PartDraft>(form, t, 'part-')
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

function RuleFields({ form }: { form: Form }) {
  const t = useTexts('management')
  const { draft } = form
  const { tick } = draftFields<PartDraft>(form, t, 'part-')
  return (
    <div className="grid gap-3">
      <Checkbox {...tick('mandatory')} hint={t('mandatoryHint')} />
      {draft.type !== partTypes.ArticulateSession && <Checkbox {...tick('needsApproval')} />}
      {draft.type === partTypes.ArticulateSession && (
        <>
          <Checkbox {...tick('startsAgain')} hint={t('startsAgainHint')} />
          <Checkbox {...tick('opensWindows')} hint={t('opensWindowsHint')} />
          <CompletionFields {...form} />
        </>
      )}
    </div>
  )
}

interface TypeProps {
  form: Form
  part: EducationPart | undefined
  onSending: (isSending: boolean) => void
}

function TypeFields({ form, part, onSending }: TypeProps) {
  const t = useTexts('management')
  const { draft, change } = form
  if (draft.type === partTypes.Submission)
    return <RichText {...draftFields<PartDraft>(form, t).value('submissionInstructions')} name="part-instructions" />
  if (draft.type === partTypes.PracticalDrivingExam)
    return <ChecklistEditor items={draft.examChecklist} onChange={(examChecklist) => change({ examChecklist })} />
  if (draft.type !== partTypes.ArticulateSession) return null
  if (!part) return <p className="text-muted">{t('packageAfterwards')}</p>
  return <PackageField educationPartId={part.id} onSending={onSending} />
}

/**
 * Editor of a stored `part`, or without it of a new part of `education`, with the fields of its type. Only a new part
 * can choose its type. The editor saves the part itself and asks before unsaved changes or an upload are left; a
 * version conflict is asked about in it. `onSaved` receives the stored part and whether it is new, and must close it;
 * `onClose` is called on leaving only. A package can be uploaded to a stored part only.
 */
export function PartDialog(props: PartDialogProps) {
  const { part, onClose } = props
  const t = useTexts('management')
  const form = usePart(props)
  const [isAskingToLeave, setAsks] = useState(false)
  const [isSending, setSending] = useState(false)
  const leave = () => (form.isDirty || isSending ? setAsks(true) : onClose())
  const labelOf = (field: string) => t(field)
  const above = (
    <>
      <Confirm
        open={isAskingToLeave}
        question={t('leaveQuestion')}
        action={t('leaveAction')}
        dangerous
        onConfirm={onClose}
        onCancel={() => setAsks(false)}
      />
      <ConflictDialog form={form} labelOf={labelOf} />
    </>
  )
  const title = part ? t('part.edit', { title: part.title }) : t('part.new')
  return (
    <FormDialog
      title={title}
      verb={t(part ? 'part.save' : 'part.create')}
      busy={form.busy || isSending}
      failure={form.failure}
      prefix="part-"
      size="large"
      onSave={() => void form.save()}
      onClose={leave}
      labelOf={labelOf}
      above={above}
    >
      <Facts form={form} isNew={!part} educationFee={props.education.fee} />
      <RuleFields form={form} />
      <TypeFields form={form} part={part} onSending={setSending} />
      <section>
        <h3 className="mb-3 text-base">{t('customQuestions')}</h3>
        <QuestionsEditor
          questions={form.draft.customQuestions}
          onChange={(customQuestions) => form.change({ customQuestions })}
        />
      </section>
    </FormDialog>
  )
}

import { useState } from 'react'
import type { EducationPart } from '#api/catalogue/education-parts/contract.ts'
import type { Education } from '#api/catalogue/educations/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { ConflictDialog } from '../editing/ConflictDialog.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useDraft } from '../editing/use-draft.ts'
import { QuestionsEditor } from '../educations/management/QuestionsEditor.tsx'
import { tidyQuestions } from '../educations/management/questions.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { FieldFold } from '../ui/FieldFold.tsx'
import { tidyChecklist } from './checklist.ts'
import { PartFacts, PartRules, TypeFields } from './PartFields.tsx'
import { emptyPart, type PartDraft, toDraft, toInput } from './part-draft.ts'

interface PartDialogProps {
  education: Pick<Education, 'id' | 'fee'>
  /** Absent for a new part. */
  part?: EducationPart | undefined
  onSaved: (part: EducationPart, isNew: boolean) => void
  onClose: () => void
}

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
        isDangerous
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
      isBusy={form.isBusy || isSending}
      failure={form.failure}
      prefix="part-"
      size="large"
      onSave={() => void form.save()}
      onClose={leave}
      labelOf={labelOf}
      above={above}
    >
      <PartFacts form={form} isNew={!part} educationFee={props.education.fee} />
      <PartRules form={form} />
      <TypeFields form={form} part={part} onSending={setSending} />
      <FieldFold title={t('customQuestions')} filled={form.draft.customQuestions.flatMap(({ text }) => text || [])}>
        <QuestionsEditor
          questions={form.draft.customQuestions}
          onChange={(customQuestions) => form.change({ customQuestions })}
        />
      </FieldFold>
    </FormDialog>
  )
}

import { Suspense, useState } from 'react'
import type { DriverExam, DriverExamInput } from '#api/catalogue/exams/contract.ts'
import type { Place } from '#api/catalogue/occasions/planning/contract.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { DraftForm } from '../editing/DraftForm.tsx'
import { toSection } from '../editing/form-section.ts'
import { showHeading } from '../editing/show-heading.ts'
import { useDraft } from '../editing/use-draft.ts'
import { ClashNote } from '../occasions/ClashNote.tsx'
import { useClashes } from '../occasions/use-clashes.ts'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'
import { Examiners, SignUpRules, WhenAndWhere } from './ExamFields.tsx'
import { toExamClashQuestion } from './exam-clashes.ts'
import { type ExamDraft, toDraft, toInput } from './exam-draft.ts'

interface ExamFormProps {
  /** With id 0, the initial values of a new exam. */
  exam: DriverExam
  people: ComboboxItem[]
  /** Places of earlier occasions. */
  places: readonly Place[]
}

const sections = ['when', 'where', 'examinerId', 'signUp', 'about']

function useExam({ exam }: ExamFormProps) {
  const t = useTexts('exams')
  const language = useLanguage()
  const id = exam.educationPartPracticalDriverExamId
  const [create] = useState(() =>
    withIdempotencyKey((body: DriverExamInput, idempotencyKey) =>
      api('POST /EducationPartsPracticalDriverExam/create', { body }, { idempotencyKey }),
    ),
  )
  return useDraft<ExamDraft, DriverExam>({
    stored: exam,
    draftOf: toDraft,
    save(draft, version) {
      const body = toInput(draft, version)
      return id ? api('PUT /EducationPartsPracticalDriverExam/:id', { params: { id }, body }) : create(body)
    },
    reload: () => api('GET /EducationPartsPracticalDriverExam/:id', { params: { id } }),
    onSaved(stored) {
      if (id) {
        showHeading(stored, language)
        return toast(t('saved'))
      }
      toastOnNextPage(t('created'))
      location.assign(`/education/managePracticalDriverExam/${stored.educationPartPracticalDriverExamId}`)
    },
  })
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

function Form(props: ExamFormProps) {
  const { exam, people } = props
  const t = useTexts('exams')
  const form = useExam(props)
  const textOf = useTextOf()
  const labelOf = (field: string) => t(field === 'title' ? 'ownTitle' : field)
  const fields = { draft: form.draft, change: form.change, errorOf: form.errorOf }
  const clashes = useClashes(toExamClashQuestion(form.draft, exam.educationPartPracticalDriverExamId))
  return (
    <>
      <DraftForm
        form={form}
        labelOf={labelOf}
        textOf={textOf}
        saveLabel={exam.educationPartPracticalDriverExamId ? undefined : t('create')}
        sections={sections.map((name) => toSection(name, t))}
      >
        <WhenAndWhere {...fields} places={props.places} />
        <Examiners {...fields} people={people} />
        <SignUpRules {...fields} />
      </DraftForm>
      {/* The texts of the note are loaded with the first clash. */}
      {clashes.length > 0 && (
        <Suspense>
          <ClashNote clashes={clashes} />
        </Suspense>
      )}
    </>
  )
}

/**
 * Form of a new or stored exam, with optimistic locking. A stored one stays, with a toast; a new one leads to its page.
 * Clashes with other exams and occasions are a warning only.
 */
export const ExamForm = island(Form)

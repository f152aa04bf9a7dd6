import { useState } from 'react'
import type { Education } from '#api/catalogue/educations/contract.ts'
import { api } from '../../client/api.ts'
import { island, useTexts } from '../../client/texts.tsx'
import { withIdempotencyKey } from '../../client/with-idempotency-key.ts'
import { DraftForm } from '../../editing/DraftForm.tsx'
import { toSection } from '../../editing/form-section.ts'
import { useDraft } from '../../editing/use-draft.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { withPictureProgress } from '../../ui/picture-progress.ts'
import { toast, toastOnNextPage } from '../../ui/toast.ts'
import {
  AboutFields,
  CertificateFields,
  ClassificationFields,
  CostFields,
  PeopleFields,
  RequirementFields,
} from './EducationFields.tsx'
import { type EducationChoices, type EducationDraft, emptyEducation, toDraft, toInput } from './education-draft.ts'
import { QuestionsFields } from './QuestionsFields.tsx'
import { tidyQuestions } from './questions.ts'

interface EducationFormProps {
  /** Absent for a new education. */
  education?: Education | undefined
  choices: EducationChoices
}

const sections = ['about', 'belonging', 'people', 'demands', 'cost', 'certificate', 'customQuestions']

function useEducation({ education }: EducationFormProps) {
  const t = useTexts('editing')
  const [create] = useState(() =>
    withIdempotencyKey((input: ReturnType<typeof toInput>, idempotencyKey) =>
      withPictureProgress((options) => api('POST /Educations', input, { ...options, idempotencyKey })),
    ),
  )
  return useDraft<EducationDraft, Education>({
    stored: education ?? emptyEducation,
    draftOf: toDraft,
    save(draft, version) {
      const input = toInput({ ...draft, customQuestions: tidyQuestions(draft.customQuestions) }, version)
      return version.id ? withPictureProgress((options) => api('PUT /Educations', input, options)) : create(input)
    },
    reload: () => api('GET /Educations/:id', { params: { id: education?.id ?? 0 } }),
    onSaved(stored) {
      if (education) return toast(t('saved'))
      toastOnNextPage(t('saved'))
      location.assign(`/education/${stored.id}/manageEducationParts`)
    },
  })
}

function useFieldTexts({ choices }: EducationFormProps) {
  const t = useTexts('management')
  const names: Partial<Record<keyof EducationDraft, EducationChoices['roles']>> = {
    educationCategoryIds: choices.categories,
    educationRoleIds: choices.roles,
    targetGroupRoleIds: choices.roles,
    responsibleIds: choices.people,
    prerequisiteEducationIds: choices.educations,
  }
  const textOf = (field: keyof EducationDraft & string, value: unknown): string => {
    const items = names[field]
    if (items && Array.isArray(value))
      return value.map((id) => items.find((item) => item.id === id)?.label ?? `#${id}`).join(', ')
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (typeof value === 'string') return value.replace(/<[^>]+>/g, ' ').trim()
    return value === null || value === undefined ? '' : JSON.stringify(value)
  }
  return { labelOf: (field: string) => t(field === 'file' ? 'picture' : field), textOf }
}

function Form(props: EducationFormProps) {
  const { education, choices } = props
  const t = useTexts('management')
  const form = useEducation(props)
  const { labelOf, textOf } = useFieldTexts(props)
  const fields = { draft: form.draft, choices, change: form.change, errorOf: form.errorOf }
  return (
    <DraftForm
      form={form}
      labelOf={labelOf}
      textOf={textOf}
      saveLabel={education ? undefined : t('create')}
      sections={sections.map((name) => toSection(name, t))}
    >
      <AboutFields {...fields} pictureUrl={form.base.pictureUrl} />
      <ClassificationFields {...fields} />
      <PeopleFields {...fields} />
      <RequirementFields {...fields} />
      <CostFields {...fields} />
      <CertificateFields {...fields} />
      <QuestionsFields
        questions={form.draft.customQuestions}
        onChange={(customQuestions) => form.change({ customQuestions })}
      />
      {education && (
        <Checkbox
          name="archived"
          label={t('archived')}
          hint={t('archivedHint')}
          checked={form.draft.archived}
          onChange={(event) => form.change({ archived: event.target.checked })}
        />
      )}
    </DraftForm>
  )
}

/**
 * Form with all texts and settings of an education, with optimistic locking; parts, media and publishing have screens
 * of their own. A stored one stays, with a toast, and can be archived; a new one leads to its parts.
 */
export const EducationForm = island(Form)

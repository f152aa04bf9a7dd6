import { useState } from 'react'
import type { License } from '#api/participation/licenses/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { DraftForm } from '../editing/DraftForm.tsx'
import { useDraft } from '../editing/use-draft.ts'
import { toastOnNextPage } from '../ui/toast.ts'
import { AboutFields, type LicenseChoices, ValidityFields } from './LicenseFields.tsx'
import { LicenseRequirementFields } from './LicenseRequirementFields.tsx'
import { emptyLicense, type LicenseDraft, toDraft, toFormField, toInput } from './license-draft.ts'
import { RenewalFields } from './RenewalFields.tsx'

interface LicenseFormProps {
  /** Absent for a new licence. */
  license?: License | undefined
  choices: LicenseChoices
}

function useLicense({ license }: LicenseFormProps) {
  const t = useTexts('editing')
  const words = useTexts('licenses')
  const [create] = useState(() =>
    withIdempotencyKey((body: ReturnType<typeof toInput>, idempotencyKey) =>
      api('POST /Licenses', { body }, { idempotencyKey }),
    ),
  )
  return useDraft<LicenseDraft, License>({
    stored: license ?? emptyLicense,
    draftOf: toDraft,
    save(draft, version) {
      const body = toInput(draft, version)
      return version.id ? api('PUT /Licenses', { body: { ...body, id: version.id } }) : create(body)
    },
    reload: () => api('GET /Licenses/:id', { params: { id: license?.id ?? 0 } }),
    onSaved(stored) {
      toastOnNextPage(license ? t('saved') : words('created'))
      location.assign(`/license/${stored.id}`)
    },
  })
}

function Form(props: LicenseFormProps) {
  const { license, choices } = props
  const t = useTexts('licenses')
  const form = useLicense(props)
  const fieldErrors = Object.entries(form.failure?.fields ?? {}).map(([field, reason]) => [toFormField(field), reason])
  const fields = Object.fromEntries(fieldErrors) as Record<string, string>
  const failure = form.failure && { ...form.failure, fields }
  const fieldProps = { draft: form.draft, choices, change: form.change, errorOf: (field: string) => fields[field] }
  return (
    <DraftForm form={{ ...form, failure }} labelOf={t} saveLabel={license ? undefined : t('create')}>
      <AboutFields {...fieldProps} />
      <LicenseRequirementFields {...fieldProps} />
      <ValidityFields {...fieldProps} />
      <RenewalFields {...fieldProps} />
    </DraftForm>
  )
}

/**
 * Editor of a new or stored licence, with optimistic locking: requirements, validity and renewal. A save leads to the
 * licence's page, with a toast.
 */
export const LicenseForm = island(Form)

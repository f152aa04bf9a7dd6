import { useState } from 'react'
import type { ManagedOrganization, NewOrganization } from '#api/people/organizations/management/contract.ts'
import { api } from '../client/api.ts'
import { useItemSearch } from '../client/item-search.ts'
import { useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { ConflictDialog } from '../editing/ConflictDialog.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useDraft } from '../editing/use-draft.ts'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { ContactFields, OwnFields, PlaceFields, RegisterFacts } from './OrganizationFields.tsx'
import { type OrganizationDraft, toChange, toDraft, toNewOrganization } from './organization-draft.ts'

interface OrganizationDialogProps {
  /** With id 0 for a new organisation. */
  organization: ManagedOrganization
  onSaved: () => void
  onClose: () => void
}

const toParentItems = ({ parentId, parentName }: ManagedOrganization): ComboboxItem[] =>
  parentId === null ? [] : [{ id: parentId, label: parentName ?? `#${parentId}` }]

function useOrganization({ organization, onSaved }: OrganizationDialogProps) {
  const { id } = organization
  const [parents, setParents] = useState(() => toParentItems(organization))
  const [create] = useState(() =>
    withIdempotencyKey((body: NewOrganization, idempotencyKey) =>
      api('POST /Organization', { body }, { idempotencyKey }),
    ),
  )
  const form = useDraft<OrganizationDraft, ManagedOrganization>({
    stored: organization,
    draftOf: toDraft,
    save: (draft, stored) =>
      id === 0
        ? create(toNewOrganization(draft))
        : api('PUT /Organization/:id', { params: { id }, body: toChange(draft, stored) }),
    async reload() {
      const current = await api('GET /Organization/:id/managed', { params: { id } })
      setParents((known) => [...known, ...toParentItems(current)])
      return current
    },
    onSaved,
  })
  return { form, parents: useItemSearch('organizations', parents) }
}

/**
 * Editor of a new (id 0) or stored organisation, with optimistic locking; one from the register has only the fields
 * that the portal decides. It saves to the server, and a failure is shown. After a success `onSaved` must close it;
 * `onClose` is called on cancel only, at once, and changes are dropped.
 */
export function OrganizationDialog(props: OrganizationDialogProps) {
  const { organization, onClose } = props
  const { id, name, type, isMain, isRegistered } = organization
  const t = useTexts('organizations')
  const { form, parents } = useOrganization(props)
  const isNew = id === 0
  const labelOf = (field: string) => t(field === 'type' ? 'kind' : field)
  const textOf = (field: string, value: unknown) => {
    if (field === 'parentId') return parents.named(typeof value === 'number' ? [value] : [])[0]?.label ?? ''
    return typeof value === 'boolean' ? t(value ? 'yes' : 'no') : String(value ?? '')
  }
  return (
    <FormDialog
      title={isNew ? t('new') : name}
      verb={t(isNew ? 'create' : 'save')}
      isBusy={form.isBusy}
      failure={form.failure}
      size="large"
      onSave={() => void form.save()}
      above={<ConflictDialog form={form} labelOf={labelOf} textOf={textOf} />}
      labelOf={labelOf}
      onClose={onClose}
    >
      {!isNew && <p className="text-muted">{t(`type.${type}`)}</p>}
      {isMain && <InfoBox>{t('mainText')}</InfoBox>}
      {isRegistered ? (
        <>
          <InfoBox>{t('registeredText')}</InfoBox>
          <RegisterFacts stored={organization} />
        </>
      ) : (
        <>
          <PlaceFields form={form} isNew={isNew} parents={parents} />
          <ContactFields form={form} isNew={isNew} />
        </>
      )}
      <OwnFields form={form} stored={organization} />
    </FormDialog>
  )
}

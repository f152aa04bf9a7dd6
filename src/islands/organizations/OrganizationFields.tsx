import type { ManagedOrganization } from '#api/people/organizations/management/contract.ts'
import type { useItemSearch } from '../client/item-search.ts'
import { useTexts } from '../client/texts.tsx'
import { type DraftFields, draftFields } from '../editing/draft-fields.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import type { OrganizationDraft } from './organization-draft.ts'

type Form = DraftFields<OrganizationDraft>

const kinds = [0, 1, 2] as const

interface PlaceProps {
  form: Form
  isNew: boolean
  parents: ReturnType<typeof useItemSearch>
}

/**
 * Fields for the kind, only of a new organisation (`isNew`), and for the parent organisation, which a federation does
 * not have. The kind cannot change later; choosing a federation empties the parent. They change the draft only.
 */
export function PlaceFields({ form, isNew, parents }: PlaceProps) {
  const t = useTexts('organizations')
  const { draft, change, errorOf } = form
  const { value } = draftFields(form, t)
  return (
    <>
      {isNew && (
        <Select
          name="type"
          label={t('kind')}
          error={errorOf('type')}
          options={kinds.map((kind) => ({ value: kind, label: t(`type.${kind}`) }))}
          value={draft.type}
          onChange={(event) => {
            const type = kinds.find((kind) => kind === Number(event.target.value)) ?? 2
            change({ type, ...(type === 0 && { parentId: null }) })
          }}
        />
      )}
      {draft.type > 0 && (
        <Combobox
          {...value('parentId')}
          hint={t(`parentHint.${draft.type}`)}
          items={parents.items}
          chosen={parents.nameOf(draft.parentId)}
          onSearch={parents.search}
          onOpen={parents.begin}
        />
      )}
    </>
  )
}

/**
 * Fields for the name, contact details and postal address of an organisation, and whether a stored one is active. They
 * change the draft only.
 */
export function ContactFields({ form, isNew }: { form: Form; isNew: boolean }) {
  const t = useTexts('organizations')
  const { text, tick } = draftFields(form, t)
  return (
    <>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field {...text('name')} required maxLength={200} />
        <Field {...text('shortName')} maxLength={50} />
        <Field {...text('orgNr')} hint={t('orgNrHint')} inputMode="numeric" maxLength={20} />
        <Field {...text('website')} type="url" hint={t('websiteHint')} maxLength={500} />
        <Field {...text('email')} type="email" maxLength={200} />
        <Field {...text('phone')} type="tel" maxLength={20} />
      </div>
      <fieldset className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <legend className="mb-3 font-semibold">{t('address')}</legend>
        <Field {...text('addressLine1')} maxLength={200} />
        <Field {...text('addressLine2')} maxLength={200} />
        <Field {...text('postalNumber')} maxLength={20} />
        <Field {...text('city')} maxLength={100} />
        <Field {...text('country')} maxLength={100} />
      </fieldset>
      {!isNew && <Checkbox {...tick('active')} hint={t('activeHint')} />}
    </>
  )
}

/**
 * Fields that the portal decides for every organisation, also for one from the register: whether it can be invoiced,
 * and its e-mail address for invoices. A stored federation that is not the main organisation can become it. They change
 * the draft only.
 */
export function OwnFields({ form, stored }: { form: Form; stored: ManagedOrganization }) {
  const t = useTexts('organizations')
  const { text, tick } = draftFields(form, t)
  const canBecomeMain = form.draft.type === 0 && stored.id > 0 && !stored.isMain
  return (
    <>
      <Checkbox {...tick('canBeInvoiced')} hint={t('canBeInvoicedHint')} />
      <Field {...text('invoiceEmail')} type="email" hint={t('invoiceEmailHint')} maxLength={200} />
      {canBecomeMain && <Checkbox {...tick('isMain')} hint={t('isMainHint')} />}
    </>
  )
}

const facts = [
  ...(['shortName', 'orgNr', 'parentName', 'email', 'phone', 'website'] as const),
  ...(['addressLine1', 'addressLine2', 'postalNumber', 'city', 'country'] as const),
] as const

/**
 * Values that the member register decides for an organisation, read-only: short name, number, parent, contact details
 * and postal address. Those without a value are left out.
 */
export function RegisterFacts({ stored }: { stored: ManagedOrganization }) {
  const t = useTexts('organizations')
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
      {facts
        .filter((name) => stored[name])
        .map((name) => (
          <div key={name}>
            <dt className="text-sm text-muted">{t(name === 'parentName' ? 'parentId' : name)}</dt>
            <dd className="wrap-anywhere">{stored[name]}</dd>
          </div>
        ))}
    </dl>
  )
}

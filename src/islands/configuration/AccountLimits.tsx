import { integrationResources } from '#api/actor.ts'
import { useItemSearch } from '../client/item-search.ts'
import { useTexts } from '../client/texts.tsx'
import type { DraftFields } from '../editing/draft-fields.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { DayField } from '../ui/DayField.tsx'
import { MultiCombobox } from '../ui/MultiCombobox.tsx'
import type { AccountDraft } from './account-draft.ts'

/**
 * Fields of what an integration account may use: parts of the portal, organisations (none chosen is all), and its last
 * day. They change the draft only.
 */
export function AccountLimits({ draft, change, errorOf }: DraftFields<AccountDraft>) {
  const t = useTexts('configuration')
  const known = Object.entries(draft.organizations).map(([id, label]) => ({ id: Number(id), label }))
  const organizations = useItemSearch('organizations', known)
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 font-semibold">{t('accounts.resources')}</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {integrationResources.map((resource) => (
            <Checkbox
              key={resource}
              name={resource}
              label={t(`accounts.resource.${resource}`)}
              hint={t(`accounts.resourceHint.${resource}`)}
              checked={draft.resources.includes(resource)}
              onChange={({ target: { checked } }) =>
                change({
                  resources: integrationResources.filter((one) =>
                    one === resource ? checked : draft.resources.includes(one),
                  ),
                })
              }
            />
          ))}
        </div>
        {errorOf('resources') && <p className="mt-1.5 text-sm text-danger-ink">{errorOf('resources')}</p>}
      </fieldset>
      <MultiCombobox
        name="organizationIds"
        label={t('accounts.organizationIds')}
        hint={t('accounts.organizationIdsHint')}
        items={organizations.items}
        onSearch={organizations.search}
        onOpen={organizations.begin}
        chosen={organizations.named(draft.organizationIds)}
        onChange={(chosen) => change({ organizationIds: chosen.map(({ id }) => id) })}
        error={errorOf('organizationIds')}
      />
      <DayField
        name="expiresOn"
        label={t('accounts.expiresOn')}
        hint={t('accounts.expiresOnHint')}
        value={draft.expiresOn ?? ''}
        onChange={({ target }) => change({ expiresOn: target.value || null })}
        error={errorOf('expiresOn')}
      />
    </>
  )
}

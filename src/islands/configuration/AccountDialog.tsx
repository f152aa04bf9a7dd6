import type { IntegrationPermission } from '#api/actor.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useForm } from '../editing/use-form.ts'
import { proven } from '../second-factors/proven.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { AccountLimits } from './AccountLimits.tsx'
import type { AccountDraft } from './account-draft.ts'
import type { AccountSecret } from './SecretDialog.tsx'

const permissions: IntegrationPermission[] = ['IntegrationRead', 'IntegrationWrite']

interface AccountDialogProps {
  start: AccountDraft
  onDone: (secret: AccountSecret | null) => Promise<void>
  onClose: () => void
}

async function saveAccount(draft: AccountDraft): Promise<AccountSecret | null> {
  const { id, name, roles, resources, organizationIds, expiresOn, active, lastChange } = draft
  const limits = { name, roles, resources, organizationIds, expiresOn }
  if (id === undefined) return proven(() => api('POST /User/integrationaccounts', { body: limits }))
  const body = { name, roles, resources, organizationIds, expiresOn, active, lastChange: lastChange ?? null }
  await proven(() => api('PUT /User/integrationaccounts/:id', { params: { id }, body }))
  return null
}

/**
 * Dialog that creates an integration account, or edits it when `start` has an id, and saves it; an edit is reported by
 * a toast. `start` is read once; a change by somebody else since then is a refusal, shown as every other.
 *
 * `onDone` follows with id, name and password of a new account, null for an edited one, and must close the dialog; when
 * it rejects, its error is shown. `onClose` is called on cancel only.
 */
export function AccountDialog({ start, onDone, onClose }: AccountDialogProps) {
  const t = useTexts('configuration')
  const form = useForm(start)
  const { draft, change, isBusy, failure, run } = form
  const labelOf = (name: string) => t(`accounts.${name}`)
  const { text, tick } = draftFields(form, labelOf)
  const isNew = start.id === undefined
  const save = () =>
    run(async () => {
      const secret = await saveAccount(draft)
      if (!secret) toast(t('saved'))
      await onDone(secret)
    })
  return (
    <FormDialog
      title={isNew ? t('accounts.add') : start.name}
      verb={t(isNew ? 'accounts.create' : 'save')}
      labelOf={labelOf}
      onSave={() => void save()}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
    >
      <Field {...text('name')} required maxLength={100} />
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 font-semibold">{t('accounts.roles')}</legend>
        {permissions.map((role) => (
          <Checkbox
            key={role}
            name={role}
            label={t(`accounts.${role}`)}
            hint={t(`accounts.${role}Hint`)}
            checked={draft.roles.includes(role)}
            onChange={({ target: { checked } }) =>
              change({
                roles: permissions.filter((one) => (one === role ? checked : draft.roles.includes(one))),
              })
            }
          />
        ))}
      </fieldset>
      <AccountLimits {...form} />
      {!isNew && <Checkbox {...tick('active')} hint={t('accounts.activeHint')} />}
    </FormDialog>
  )
}

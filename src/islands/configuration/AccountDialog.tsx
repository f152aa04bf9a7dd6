import { useState } from 'react'
import type { IntegrationPermission } from '#api/actor.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import type { AccountDraft } from './IntegrationAccounts.tsx'
import type { Secret } from './SecretDialog.tsx'

const permissions: IntegrationPermission[] = ['IntegrationRead', 'IntegrationWrite']

interface AccountDialogProps {
  start: AccountDraft
  onDone: (secret: Secret | null) => Promise<void>
  onClose: () => void
}

async function written({ id, name, roles, active, lastChange }: AccountDraft): Promise<Secret | null> {
  if (id === undefined) return api('POST /User/integrationaccounts', { body: { name, roles } })
  await api('PUT /User/integrationaccounts/:id', {
    params: { id },
    body: { name, roles, active, lastChange: lastChange ?? null },
  })
  return null
}

export function AccountDialog({ start, onDone, onClose }: AccountDialogProps) {
  const t = useTexts('configuration')
  const [draft, setDraft] = useState(start)
  const { busy, failure, run } = useSaving()
  const isNew = start.id === undefined
  const save = () =>
    run(async () => {
      const secret = await written(draft)
      if (!secret) toast(t('saved'))
      await onDone(secret)
    })
  return (
    <FormDialog
      title={isNew ? t('accounts.add') : start.name}
      verb={t(isNew ? 'accounts.create' : 'save')}
      labelOf={(name) => t(`accounts.${name}`)}
      onSave={() => void save()}
      busy={busy}
      failure={failure}
      onClose={onClose}
    >
      <Field
        name="name"
        label={t('accounts.name')}
        error={failure?.fields['name']}
        required
        maxLength={100}
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.target.value })}
      />
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
              setDraft({
                ...draft,
                roles: permissions.filter((one) => (one === role ? checked : draft.roles.includes(one))),
              })
            }
          />
        ))}
      </fieldset>
      {!isNew && (
        <Checkbox
          name="active"
          label={t('accounts.active')}
          hint={t('accounts.activeHint')}
          checked={draft.active}
          onChange={(event) => setDraft({ ...draft, active: event.target.checked })}
        />
      )}
    </FormDialog>
  )
}
